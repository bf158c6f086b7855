#include "tournament/report/replay_code.h"

#include <algorithm>
#include <cmath>

#include "base/bits.h"
#include "base/text.h"
#include "rules/with_variant.h"

namespace xttt {
namespace {

constexpr int kUnknownTime = 255;
constexpr int kLongestTime = 254;
enum BoardChange { kStillOpen = 0, kWon = 1, kDrawn = 2 };

int time_code(const std::optional<std::chrono::milliseconds>& time) {
    if (!time) return kUnknownTime;
    const auto ms = static_cast<double>(std::max<std::int64_t>(time->count(), 0));
    return std::min(kLongestTime, static_cast<int>(std::lround(16 * std::log2(1 + ms))));
}

void append(std::string& code, int cell, Side mover, BoardChange change, int next, int time) {
    const int flags = index(mover) | change << 1 | next << 3;
    const char bytes[] = {static_cast<char>(cell), static_cast<char>(flags),
                          static_cast<char>(time)};
    code += base64({bytes, sizeof bytes});
}

template <const Variant& V>
int next_place(const Position<V>& pos) {
    if (pos.over()) return kReplayOver;
    return pos.is_bound() ? pos.bound_place() : kReplayAnywhere;
}

template <const Variant& V>
BoardChange state_of(const Position<V>& pos, int board) {
    if (pos.is_open(board)) return kStillOpen;
    return pos.board_winner(board) ? kWon : kDrawn;
}

// The marks of a position as a sequence of moves. In each small board the winner's marks come last,
// because the last mark carries the result of the board.
template <const Variant& V>
void append_setup(Replay& replay, const Position<V>& pos) {
    for (int board = 0; board < V.small_boards(); ++board) {
        const Side last = pos.board_winner(board).value_or(Side::O);
        const int marks =
            std::popcount(pos.marks(Side::X, board)) + std::popcount(pos.marks(Side::O, board));
        int seen = 0;
        for (const Side side : {opponent(last), last}) {
            for_each_bit(pos.marks(side, board), [&](int cell) {
                const auto change = ++seen == marks ? state_of(pos, board) : kStillOpen;
                append(replay.code, move_id<V>(Move::at(board, cell)), side, change,
                       next_place(pos), kUnknownTime);
                ++replay.setup;
            });
        }
    }
}

template <const Variant& V>
Result<Replay> encode(const GameRecord& record) {
    Replay replay;
    if (!record.start_fen.empty()) {
        const auto start = parse_fen<V>(record.start_fen);
        if (!start) return std::unexpected(start.error());
        append_setup(replay, *start);
    }
    const auto last = xttt::replay<V>(record, [&](Position<V> pos, const RecordedMove& recorded) {
        const Side mover = pos.side_to_move();
        pos.play(recorded.move);
        append(replay.code, move_id<V>(recorded.move), mover, state_of(pos, recorded.move.board),
               next_place(pos), time_code(recorded.note.time));
    });
    if (!last) return std::unexpected(last.error());
    return replay;
}

}  // namespace

Result<Replay> encode_replay(const GameRecord& record) {
    return with_variant(record.variant->name,
                        [&]<const Variant & V>() -> Result<Replay> { return encode<V>(record); });
}

std::string replay_text(const Replay& replay) {
    return replay.setup > 0 ? fmt::format("{}:{}", replay.setup, replay.code) : replay.code;
}

}  // namespace xttt
