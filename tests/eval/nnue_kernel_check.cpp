// The arithmetic of networks in vectors against the same in plain loops, for the instruction set
// this file is compiled for (CMakeLists.txt names several). Exit status 77: this machine does not
// have it.

#include <cstdio>
#include <string_view>
#include <vector>

#include "base/random.h"
#include "eval/nnue/kernel.h"

namespace xttt::nnue {
namespace {

bool machine_has_it() {
    constexpr std::string_view level = XTTT_LEVEL;
    if constexpr (level == "x86-64-v4") return __builtin_cpu_supports("avx512bw") != 0;
    if constexpr (level == "x86-64-v3") return __builtin_cpu_supports("avx2") != 0;
    return true;
}

class Check {
public:
    Check() {
        for (auto& row : table_)
            for (auto& weight : row) weight = static_cast<std::int8_t>(within(127));
    }

    // Sums that stay small, and sums that wrap around at 16 bits.
    bool passes(int trials) {
        for (int trial = 0; trial < trials; ++trial) {
            Accumulator plain;
            for (auto& value : plain)
                value = static_cast<std::int16_t>(within(trial % 2 == 0 ? 200 : 32767));
            Accumulator fast = plain;
            const auto added = some_rows(), removed = some_rows();
            const int added_count = static_cast<int>(added.size()),
                      removed_count = static_cast<int>(removed.size());
            PlainKernel::update(plain, table_.data(), added.data(), added_count, removed.data(),
                                removed_count);
            VectorKernel::update(fast, table_.data(), added.data(), added_count, removed.data(),
                                 removed_count);
            if (plain != fast) return told("sums", trial);
            const WideRow in = wide_row(), out = wide_row();
            const RowDelta whole{&in, &out};
            PlainKernel::update(plain, table_.data(), added.data(), added_count, removed.data(),
                                removed_count, whole);
            VectorKernel::update(fast, table_.data(), added.data(), added_count, removed.data(),
                                 removed_count, whole);
            if (plain != fast) return told("exchanges", trial);
            PlainKernel::add(plain, in);
            VectorKernel::add(fast, in);
            if (plain != fast) return told("wide rows", trial);
            std::array<std::int16_t, kHidden> weights;
            for (auto& weight : weights) weight = static_cast<std::int16_t>(within(kMaxOutput));
            if (PlainKernel::output(plain, table_.data(), added.data(), added_count,
                                    weights.data()) !=
                VectorKernel::output(fast, table_.data(), added.data(), added_count,
                                     weights.data()))
                return told("outputs", trial);
        }
        return true;
    }

private:
    int within(int limit) {
        return static_cast<int>(random_.below(static_cast<std::uint32_t>(2 * limit + 1))) - limit;
    }
    std::vector<std::uint16_t> some_rows() {
        std::vector<std::uint16_t> rows(random_.below(30));
        for (auto& row : rows) row = static_cast<std::uint16_t>(random_.below(kRows));
        return rows;
    }
    WideRow wide_row() {
        WideRow row;
        for (auto& weight : row.weights) weight = static_cast<std::int16_t>(within(32767));
        return row;
    }
    static bool told(const char* what, int trial) {
        std::fprintf(stderr, "%s: %s of trial %d differ\n", XTTT_LEVEL, what, trial);
        return false;
    }

    static constexpr int kRows = 500;
    Random random_{7};
    std::vector<Row> table_ = std::vector<Row>(kRows);
};

}  // namespace
}  // namespace xttt::nnue

int main() {
    if (!xttt::nnue::machine_has_it()) return 77;
    return xttt::nnue::Check().passes(2000) ? 0 : 1;
}
