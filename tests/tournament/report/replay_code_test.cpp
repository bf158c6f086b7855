#include "tournament/report/replay_code.h"

#include <gtest/gtest.h>

#include "rules/fen.h"
#include "tournament/report/sample_report.h"

namespace xttt {
namespace {

struct DecodedPly {
    int cell, side, change, next, time;
};

std::vector<DecodedPly> decode(const std::string& code) {
    const std::string letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::vector<DecodedPly> plies;
    for (std::size_t i = 0; i + 4 <= code.size(); i += 4) {
        std::size_t bits = 0;
        for (std::size_t k = 0; k < 4; ++k) bits = bits << 6 | letters.find(code[i + k]);
        const int flags = static_cast<int>(bits >> 8 & 255);
        plies.push_back({static_cast<int>(bits >> 16), flags & 1, flags >> 1 & 3, flags >> 3,
                         static_cast<int>(bits & 255)});
    }
    return plies;
}

// Plays the code as the page does and compares with the position of the rules.
template <const Variant& V>
void expect_replays(const GameRecord& record) {
    const auto replay = encode_replay(record);
    ASSERT_TRUE(replay);
    const auto plies = decode(replay->code);
    ASSERT_EQ(plies.size(), replay->setup + record.moves.size());
    std::array<std::array<Mask, V.small_boards()>, 2> marks{};
    std::array<BoardSet, 2> won{};
    BoardSet drawn = 0;
    for (const DecodedPly& ply : plies) {
        const Move move = move_from_id<V>(ply.cell);
        marks[ply.side][move.board] |= Mask{1} << move.cell;
        if (ply.change == 1) won[ply.side] |= BoardSet{1} << move.board;
        if (ply.change == 2) drawn |= BoardSet{1} << move.board;
    }
    const auto last = xttt::replay<V>(record, [](const auto&, const auto&) {});
    ASSERT_TRUE(last);
    for (const Side side : {Side::X, Side::O}) {
        EXPECT_EQ(won[index(side)], last->won(side));
        for (int b = 0; b < V.small_boards(); ++b)
            EXPECT_EQ(marks[index(side)][b], last->marks(side, b));
    }
    for (int b = 0; b < V.small_boards(); ++b)
        EXPECT_EQ(drawn >> b & 1, last->is_drawn(b) ? 1u : 0u);
    if (plies.empty()) return;
    const int next = last->over()       ? kReplayOver
                     : last->is_bound() ? last->bound_place()
                                        : kReplayAnywhere;
    EXPECT_EQ(plies.back().next, next);
}

template <const Variant& V>
void check_variant() {
    Random random(3);
    for (int i = 0; i < 10; ++i) {
        auto record = test::random_game<V>(random, i % 2 == 0);
        expect_replays<V>(record);
        // The same from the middle: the marks come as a setup.
        auto pos = Position<V>::initial();
        const auto half = record.moves.size() / 2;
        for (std::size_t k = 0; k < half; ++k) pos.play(record.moves[k].move);
        record.start_fen = to_fen<V>(pos);
        record.moves.erase(record.moves.begin(),
                           record.moves.begin() + static_cast<std::ptrdiff_t>(half));
        expect_replays<V>(record);
        EXPECT_EQ(encode_replay(record)->setup, static_cast<int>(half));
    }
}

TEST(Replay, TellsThePageWhatTheRulesSay) {
    check_variant<kExtreme>();
    check_variant<kDouble>();
    check_variant<kDiagonal>();
    check_variant<kUltimate>();
}

TEST(Replay, KeepsTimesToAFewPercent) {
    GameRecord record;
    record.variant = &kUltimate;
    for (const Move move : {Move::at(4, 4), Move::at(4, 0), Move::at(0, 4)})
        record.moves.push_back({move, {}});
    record.moves[0].note.time = std::chrono::milliseconds(1500);
    record.moves[1].note.time = std::chrono::milliseconds(0);
    const auto plies = decode(encode_replay(record)->code);
    EXPECT_NEAR(std::exp2(plies[0].time / 16.0) - 1, 1500, 40);
    EXPECT_EQ(plies[1].time, 0);
    EXPECT_EQ(plies[2].time, 255);
    EXPECT_EQ(plies[0].next, 4);
}

TEST(Replay, RefusesWhatIsNoGame) {
    GameRecord record;
    record.variant = &kUltimate;
    record.moves = {{Move::at(4, 4), {}}, {Move::at(4, 4), {}}};
    EXPECT_FALSE(encode_replay(record));
}

TEST(Replay, MarksASetupInItsText) {
    EXPECT_EQ(replay_text({"AAAA", 0}), "AAAA");
    EXPECT_EQ(replay_text({"AAAA", 1}), "1:AAAA");
}

}  // namespace
}  // namespace xttt
