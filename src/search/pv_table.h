#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "eval/score.h"

namespace xttt {

// The triangular table of principal variations.
class PvTable {
public:
    void clear(int ply) { length_[ply] = 0; }
    // Sets the variation of `ply` to m followed by the variation of the next ply.
    void update(int ply, Move m) {
        auto& pv = pvs_[ply];
        const auto& rest = pvs_[ply + 1];
        pv[0] = m;
        for (int i = 0; i < length_[ply + 1]; ++i) pv[i + 1] = rest[i];
        length_[ply] = length_[ply + 1] + 1;
    }
    void set_pv(int ply, const std::vector<Move>& pv) {
        std::ranges::copy(pv, pvs_[ply].begin());
        length_[ply] = static_cast<int>(pv.size());
    }
    std::vector<Move> get(int ply) const {
        return {pvs_[ply].begin(), pvs_[ply].begin() + length_[ply]};
    }

private:
    std::array<std::array<Move, kMaxPly + 2>, kMaxPly + 2> pvs_{};
    std::array<int, kMaxPly + 2> length_{};
};

}  // namespace xttt
