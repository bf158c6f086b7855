#include "tournament/store/move_blob.h"

#include <gmock/gmock.h>

#include "record/sample_games.h"

namespace xttt {
namespace {

Result<std::vector<RecordedMove>> decoded(const GameRecord& record, std::string_view blob) {
    return decode_moves(*record.variant, record.start_fen, blob);
}

GameRecord random_record(const Variant& variant, std::uint64_t seed) {
    return with_variant(variant.name,
                        [&]<const Variant & V>() -> Result<GameRecord> {
                            return test::random_record<V>(seed);
                        })
        .value();
}

TEST(MoveBlob, GivesBackEveryMoveAndNote) {
    for (const Variant* variant : kVariants)
        for (std::uint64_t seed = 0; seed < 100; ++seed) {
            const auto record = random_record(*variant, seed);
            const auto moves = decoded(record, encode_moves(record));
            ASSERT_TRUE(moves) << moves.error().message;
            EXPECT_EQ(*moves, record.moves);
        }
}

TEST(MoveBlob, GivesBackMovesThatBreakTheRules) {
    GameRecord record;
    record.moves = {{Move::at(0, 0), {.depth = 3}}, {Move::at(0, 0), {}}, {Move::at(15, 15), {}}};
    const auto blob = encode_moves(record);
    EXPECT_EQ(decoded(record, blob), record.moves);
    record.start_fen = "no position";
    EXPECT_EQ(decoded(record, encode_moves(record)), record.moves);
}

// The encoding of such a game ends in zeros, of which only some are left out.
TEST(MoveBlob, GivesBackGamesThatEndInTheFirstLegalMoves) {
    for (const Variant* variant : kVariants) {
        GameRecord first_legal, cell_0;
        first_legal.variant = cell_0.variant = variant;
        AnyPosition position(*variant);
        while (!position.over()) {
            const Move move = position.visit([](auto& pos) { return pos.nth_legal(0); });
            first_legal.moves.push_back({move, {}});
            position.play(move);
        }
        cell_0.moves.assign(4096, {Move::at(0, 0), {}});
        for (GameRecord* record : {&first_legal, &cell_0}) {
            EXPECT_EQ(decoded(*record, encode_moves(*record)), record->moves) << variant->name;
            record->moves[0].note = {.time = std::chrono::milliseconds(3), .depth = 1, .text = "a"};
            EXPECT_EQ(decoded(*record, encode_moves(*record)), record->moves) << variant->name;
        }
    }
}

TEST(MoveBlob, TakesFewBitsForAMoveAndNoneForConstantNotes) {
    for (const Variant* variant : kVariants) {
        std::size_t moves = 0, bytes = 0, bare_bytes = 0;
        for (std::uint64_t seed = 0; seed < 40; ++seed) {
            auto record = random_record(*variant, seed);
            for (RecordedMove& recorded : record.moves) recorded.note = {};
            bare_bytes += encode_moves(record).size();
            for (RecordedMove& recorded : record.moves)
                recorded.note.time = std::chrono::milliseconds(7);
            moves += record.moves.size();
            bytes += encode_moves(record).size();
        }
        EXPECT_LT(bare_bytes * 8, moves * 6) << variant->name;
        EXPECT_LT(bytes, bare_bytes + 40 * 12) << variant->name;
    }
}

// Bytes as version 1 of the schema has them: cells, then a column for each kind of note.
TEST(MoveBlob, ReadsTheFormatOfOlderStores) {
    GameRecord record;
    const char old[] =
        "\x01\x03\x00\x12\x34"  // three moves
        "\x05\x0e\x00"          // all took 7 ms; no clocks
        "\x02\x05\x08\x0a"      // the first and third have depths 4 and 5
        "\x00\x01\x00\x05\x06"  // no nodes; scores 0, a line against it in 1, +1.5
        "\x02\x02\x02hi";       // the second has a text
    const auto moves = decoded(record, std::string_view(old, sizeof old - 1));
    ASSERT_TRUE(moves) << moves.error().message;
    ASSERT_EQ(moves->size(), 3u);
    EXPECT_EQ((*moves)[1].move, Move::at(1, 2));
    EXPECT_EQ((*moves)[2].note.time, std::chrono::milliseconds(7));
    EXPECT_EQ((*moves)[0].note.depth, 4);
    EXPECT_EQ((*moves)[1].note.depth, std::nullopt);
    EXPECT_EQ((*moves)[1].note.score, (NoteScore{NoteScore::Kind::Win, 1}));
    EXPECT_EQ((*moves)[1].note.text, "hi");
    for (std::size_t length = 6; length + 1 < sizeof old; ++length)
        EXPECT_FALSE(decoded(record, std::string_view(old, length))) << length;
    EXPECT_FALSE(decoded(record, "\x01\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"));
    EXPECT_FALSE(decode_moves(kUltimate, "", std::string_view("\x01\x01\xf0", 3)));
}

TEST(MoveBlob, IsRefusedWhenItIsCutOrChanged) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const auto record = random_record(*kVariants[seed % kVariants.size()], seed);
        const auto blob = encode_moves(record);
        for (std::size_t at = 0; at < blob.size(); ++at) {
            EXPECT_FALSE(decoded(record, std::string_view(blob).substr(0, at)));
            auto changed = blob;
            changed[at] = static_cast<char>(changed[at] ^ 1 << at % 8);
            EXPECT_NE(decoded(record, changed), record.moves);
        }
        EXPECT_FALSE(decoded(record, blob + "x"));
        EXPECT_FALSE(decoded(record, blob + '\0'));
    }
}

}  // namespace
}  // namespace xttt
