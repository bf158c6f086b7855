#include "tournament/store/move_blob.h"

#include <gmock/gmock.h>

#include "record/sample_games.h"

namespace xttt {
namespace {

TEST(MoveBlob, GivesBackEveryMoveAndNote) {
    for (const Variant* variant : kVariants)
        for (std::uint64_t seed = 0; seed < 100; ++seed) {
            const auto record =
                with_variant(variant->name, [&]<const Variant & V>() -> Result<GameRecord> {
                    return test::random_record<V>(seed);
                }).value();
            const auto blob = encode_moves(*variant, record.moves);
            const auto moves = decode_moves(*variant, blob);
            ASSERT_TRUE(moves) << moves.error().message;
            EXPECT_EQ(*moves, record.moves);
        }
}

TEST(MoveBlob, TakesLittleMoreThanAByteForAMoveThatIsTimed) {
    std::vector<RecordedMove> moves(150);
    for (std::size_t i = 0; i < moves.size(); ++i) {
        moves[i].move = Move::at(static_cast<int>(i % 16), static_cast<int>(i / 16));
        moves[i].note.time = std::chrono::milliseconds(0);
    }
    EXPECT_LE(encode_moves(kExtreme, moves).size(), 165u);
    moves[3].note.time.reset();
    EXPECT_LE(encode_moves(kExtreme, moves).size(), 190u);
}

TEST(MoveBlob, IsRefusedWhenItIsCutOrChanged) {
    const auto record = test::random_record<kExtreme>(3);
    const auto blob = encode_moves(kExtreme, record.moves);
    for (std::size_t length = 0; length + 1 < blob.size(); ++length) {
        const auto cut = decode_moves(kExtreme, std::string_view(blob).substr(0, length));
        // Cut exactly after the moves it is the same game without notes.
        if (cut) {
            EXPECT_EQ(cut->size(), record.moves.size());
        }
    }
    EXPECT_FALSE(decode_moves(kExtreme, blob + "x"));
    EXPECT_FALSE(decode_moves(kExtreme, "\x01\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"));
    EXPECT_FALSE(decode_moves(kUltimate, std::string_view("\x01\x01\xf0", 3)));
}

}  // namespace
}  // namespace xttt
