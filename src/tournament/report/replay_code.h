#pragma once

#include <string>

#include "base/result.h"
#include "record/game_record.h"

namespace xttt {

// A game for the page that replays it: what each move changed, so that the page needs no rules.
// Four characters of base64 hold the three bytes of a move:
//   1  the cell: small board times cells per small board plus cell, both from 0
//   2  bit 0 who marked it (1: o); bits 1-2 what became of its small board (1 won, 2 drawn);
//      bits 3-7 the place the next move is bound to, kReplayAnywhere or kReplayOver
//   3  the time it took, t milliseconds, as round(16 log2(1 + t)), at most 254; 255 if unknown
// Marks of the position a game began with come first, as moves of unknown time; `setup` counts
// them.
struct Replay {
    std::string code;
    int setup = 0;
};

inline constexpr int kReplayAnywhere = 30;
inline constexpr int kReplayOver = 31;

Result<Replay> encode_replay(const GameRecord& record);

// One string for both: "12:" before the code when there is a setup.
std::string replay_text(const Replay& replay);

}  // namespace xttt
