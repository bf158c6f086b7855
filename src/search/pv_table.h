#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "eval/score.h"

namespace xttt {

// The best lines found so far at each ply of the current path, in the usual triangle.
class PvTable {
public:
    void clear(int ply) { length_[ply] = 0; }
    // m is best at ply, followed by the best line of the next ply.
    void set(int ply, Move m) {
        auto& line = lines_[ply];
        const auto& rest = lines_[ply + 1];
        line[0] = m;
        for (int i = 0; i < length_[ply + 1]; ++i) line[i + 1] = rest[i];
        length_[ply] = length_[ply + 1] + 1;
    }
    void set_line(int ply, const std::vector<Move>& line) {
        std::ranges::copy(line, lines_[ply].begin());
        length_[ply] = static_cast<int>(line.size());
    }
    std::vector<Move> line(int ply) const {
        return {lines_[ply].begin(), lines_[ply].begin() + length_[ply]};
    }

private:
    std::array<std::array<Move, kMaxPly + 2>, kMaxPly + 2> lines_{};
    std::array<int, kMaxPly + 2> length_{};
};

}  // namespace xttt
