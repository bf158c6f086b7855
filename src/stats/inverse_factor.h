#pragma once

#include <span>
#include <vector>

namespace xttt {

// The inverse of a symmetric positive definite matrix A, kept as the triangle V with V V' = inverse
// of A (V is the inverse of the upper Cholesky factor). Costs n^3/2 multiplications once, n for an
// element of the inverse.
class InverseFactor {
public:
    InverseFactor() = default;
    // `matrix` is row by row; only its upper triangle is read.
    InverseFactor(int n, std::vector<double> matrix);

    int size() const { return static_cast<int>(n_); }
    double at(int i, int j) const;
    // The sums of the rows of the inverse.
    std::vector<double> row_sums() const;

private:
    std::span<const double> row(int i) const { return {&v_[static_cast<std::size_t>(i) * n_], n_}; }

    std::size_t n_ = 0;
    std::vector<double> v_;
};

}  // namespace xttt
