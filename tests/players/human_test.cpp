#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "players/human_player.h"
#include "support/scene.h"

namespace xttt {
namespace {

using testing::HasSubstr;

TEST(TypedMove, IsReadInNotationOrAsRowAndColumnFromZero) {
    const auto pos = Position<kExtreme>::initial();
    EXPECT_EQ(parse_typed_move(pos, "H9"), test::move_named<kExtreme>("h9"));
    EXPECT_EQ(parse_typed_move(pos, "8 7"), test::move_named<kExtreme>("h9"));
    EXPECT_EQ(parse_typed_move(pos, "0, 15"), test::move_named<kExtreme>("p1"));
}

TEST(TypedMove, NamesTheBigBoardFirstWhereThereAreTwo) {
    const auto pos = Position<kDouble>::initial();
    EXPECT_EQ(parse_typed_move(pos, "1 8 0"), test::move_named<kDouble>("2a9"));
    EXPECT_EQ(parse_typed_move(pos, "2a9"), test::move_named<kDouble>("2a9"));
    EXPECT_FALSE(parse_typed_move(pos, "8 0").has_value());
}

TEST(TypedMove, SaysWhatIsWrong) {
    const auto pos = test::after<kExtreme>({"a1"});
    EXPECT_THAT(parse_typed_move(pos, "16 0").error().message, HasSubstr("0 to 15"));
    EXPECT_THAT(parse_typed_move(pos, "1 2 3").error().message, HasSubstr("row and column"));
    EXPECT_EQ(parse_typed_move(pos, "15 15").error().code, Errc::IllegalMove);
}

Reply answer_to(const std::string& typed, std::ostream& out) {
    std::istringstream in(typed);
    HumanPlayer human(in, out);
    const auto pos = Position<kExtreme>::initial();
    const PlayLimits limits;
    return human.choose({pos, Side::X, {}, {}, limits, {}}, Deadline::max());
}

TEST(HumanInTextMode, IsAskedAgainAfterATypingMistake) {
    std::ostringstream out;
    const Reply reply = answer_to("\nz99\n  h9 \n", out);
    EXPECT_EQ(std::get<Move>(reply.answer), test::move_named<kExtreme>("h9"));
    EXPECT_THAT(out.str(), HasSubstr("'z99'"));
}

TEST(HumanInTextMode, ResignsByWordOrByEndingTheInput) {
    std::ostringstream out;
    EXPECT_EQ(std::get<Failure>(answer_to("Resign\n", out).answer).reason,
              ForfeitReason::Resignation);
    EXPECT_EQ(std::get<Failure>(answer_to("", out).answer).reason, ForfeitReason::Resignation);
}

}  // namespace
}  // namespace xttt
