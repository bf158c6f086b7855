#pragma once

#include <array>
#include <cstdint>
#include <type_traits>

#include "eval/score.h"
#include "rules/position.h"

namespace xttt {

// One position of a self-play game in the file format (docs/reference/training.md). Files are
// little-endian; a change of layout needs a new kRecordVersion.
template <const Variant& V>
struct TrainingRecord {
    static constexpr std::uint16_t kNone = 0xffff;

    std::array<std::array<std::uint16_t, V.small_boards()>, 2> marks;
    std::int32_t score;   // score of the search, from the view of the side to move
    std::uint32_t game;   // number of the game in its file, from 0
    std::uint16_t last;   // the move that led here, as move_id; kNone at the start
    std::uint16_t best;   // the move the search would play, as move_id
    std::int16_t margin;  // final margin of the game in points, from the view of the side to move
    std::uint16_t ply;    // number of marks on the board
    std::int8_t result;   // result of the game: 1 won, 0 drawn, -1 lost
    std::uint8_t side;    // side to move: 0 is x
    std::uint8_t bonus;   // whether this is a bonus move
    std::uint8_t ends_game;  // whether this is the last record of its game

    Position<V> position() const {
        typename Position<V>::Facts facts;
        facts.marks = marks;
        facts.side = static_cast<Side>(side);
        facts.bonus = bonus != 0;
        facts.last = last == kNone ? kNoMove : move_from_id<V>(last);
        return Position<V>::assemble(facts);
    }
    Move best_move() const { return move_from_id<V>(best); }

    // The record without the result, which set_end fills in later.
    static TrainingRecord of(const Position<V>& pos, Score score, Move best, std::uint32_t game) {
        TrainingRecord record{};
        for (int s = 0; s < 2; ++s)
            for (int b = 0; b < V.small_boards(); ++b)
                record.marks[s][b] = static_cast<std::uint16_t>(pos.marks(static_cast<Side>(s), b));
        record.score = score;
        record.game = game;
        record.last = pos.last_move().is_none()
                          ? kNone
                          : static_cast<std::uint16_t>(move_id<V>(pos.last_move()));
        record.best = static_cast<std::uint16_t>(move_id<V>(best));
        record.ply = static_cast<std::uint16_t>(pos.mark_count());
        record.side = static_cast<std::uint8_t>(pos.side_to_move());
        record.bonus = pos.is_bonus_move();
        return record;
    }
    void set_end(const Outcome& outcome) {
        const Side view = static_cast<Side>(side);
        margin = static_cast<std::int16_t>(outcome.margin(view));
        const auto winner = outcome.rated_winner();
        result = static_cast<std::int8_t>(!winner ? 0 : (*winner == view ? 1 : -1));
    }
};

inline constexpr std::uint32_t kRecordVersion = 1;

// The header of a file of records.
struct RecordHeader {
    std::array<char, 8> magic{'X', 'T', 'T', 'T', 'R', 'E', 'C', '\n'};
    std::uint32_t version = kRecordVersion;
    std::uint32_t record_size = 0;
    std::array<char, 16> variant{};  // zero-padded name
    std::array<char, 16> evaluation{};
    std::uint64_t nodes = 0;   // per search
    std::uint64_t recipe = 0;  // hash of the recipe: equal recipes give equal games
    bool operator==(const RecordHeader&) const = default;
};
static_assert(sizeof(RecordHeader) == 64 && std::is_trivially_copyable_v<RecordHeader>);

#define XTTT_ASSERT(V)                                                      \
    static_assert(sizeof(TrainingRecord<V>) == 4 * V.small_boards() + 20 && \
                  std::is_trivially_copyable_v<TrainingRecord<V>>);
XTTT_FOR_EACH_VARIANT(XTTT_ASSERT)
#undef XTTT_ASSERT

}  // namespace xttt
