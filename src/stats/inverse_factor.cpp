#include "stats/inverse_factor.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace xttt {
namespace {

// to -= factor * from. All inner loops are this one, on contiguous rows: it fills vector registers
// without reordering sums.
void subtract(double* to, const double* from, double factor, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) to[i] -= factor * from[i];
}

// A = U'U, in the upper triangle of the matrix itself.
void factorise(std::size_t n, std::vector<double>& a) {
    for (std::size_t k = 0; k < n; ++k) {
        double* pivot_row = &a[k * n];
        assert(pivot_row[k] > 0);
        const double root = std::sqrt(pivot_row[k]);
        for (std::size_t j = k; j < n; ++j) pivot_row[j] /= root;
        for (std::size_t i = k + 1; i < n; ++i)
            if (pivot_row[i] != 0) subtract(&a[i * n + i], pivot_row + i, pivot_row[i], n - i);
    }
}

}  // namespace

InverseFactor::InverseFactor(int n, std::vector<double> matrix)
    : n_(static_cast<std::size_t>(n)), v_(n_ * n_) {
    assert(matrix.size() == n_ * n_);
    factorise(n_, matrix);
    // Row i of V solves v U = e_i from left to right.
    std::vector<double> rest(n_);
    for (std::size_t i = 0; i < n_; ++i) {
        std::fill(rest.begin(), rest.end(), 0.0);
        rest[i] = 1;
        for (std::size_t k = i; k < n_; ++k) {
            const double* u = &matrix[k * n_];
            const double value = v_[i * n_ + k] = rest[k] / u[k];
            if (value != 0) subtract(&rest[k], u + k, value, n_ - k);
        }
    }
}

double InverseFactor::at(int i, int j) const {
    const auto a = row(i), b = row(j);
    double sum = 0;
    for (auto k = static_cast<std::size_t>(std::max(i, j)); k < n_; ++k) sum += a[k] * b[k];
    return sum;
}

std::vector<double> InverseFactor::row_sums() const {
    std::vector<double> columns(n_), sums(n_);
    for (std::size_t i = 0; i < n_; ++i)
        for (std::size_t k = i; k < n_; ++k) columns[k] += v_[i * n_ + k];
    for (std::size_t i = 0; i < n_; ++i)
        for (std::size_t k = i; k < n_; ++k) sums[i] += v_[i * n_ + k] * columns[k];
    return sums;
}

}  // namespace xttt
