#include <fstream>
#include <iterator>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "rules/fen.h"
#include "rules/symmetry.h"
#include "selfplay/build_book.h"
#include "support/paths.h"
#include "support/variants.h"

namespace xttt {
namespace {

using ::testing::HasSubstr;

BookPlan small_plan() {
    BookPlan plan;
    plan.breadth = 2;
    plan.limits = {.nodes = 100};
    plan.recipe.nodes = 20;
    return plan;
}

template <const Variant& V>
Book<V> small_book(const BookPlan& plan = small_plan()) {
    SearchOptions options;
    options.hash_mb = 1;
    const auto book = build_book<V>(options, plan, {});
    EXPECT_TRUE(book.has_value());
    return *book;
}

VARIANT_SUITE(OpeningBook);

VARIANT_TEST(OpeningBook, FindsAPositionInEveryOrientation) {
    const Book<V> book = small_book<V>();
    auto pos = Position<V>::initial();
    int depth = 0;
    while (const auto entry = book.find(pos)) {
        ASSERT_TRUE(pos.is_legal(entry->move));
        for (int number = 0; number < Symmetry<V>::kCount; ++number) {
            const Symmetry<V> image(number);
            const auto same = book.find(image(pos));
            ASSERT_TRUE(same.has_value());
            EXPECT_TRUE(image(pos).is_legal(same->move));
            EXPECT_EQ(same->score, entry->score);
        }
        pos.play(entry->move);
        ++depth;
    }
    EXPECT_EQ(depth, 4);
}

VARIANT_TEST(OpeningBook, IsTheSameBuiltTwiceAndReadBack) {
    const Book<V> book = small_book<V>();
    EXPECT_GT(book.size(), 4u);
    EXPECT_EQ(small_book<V>().to_text(), book.to_text());
    const auto read = Book<V>::parse(book.to_text());
    ASSERT_TRUE(read.has_value()) << read.error().message;
    EXPECT_EQ(read->to_text(), book.to_text());
}

VARIANT_TEST(OpeningBook, DoesNotDependOnTheNumberOfThreads) {
    BookPlan plan = small_plan();
    plan.plies = 3;
    plan.games = 2;
    const std::string text = small_book<V>(plan).to_text();
    plan.threads = 3;
    EXPECT_EQ(small_book<V>(plan).to_text(), text);
}

VARIANT_TEST(OpeningBook, KnowsEveryFirstMoveUpToSymmetryIfAsked) {
    BookPlan plan = small_plan();
    plan.plies = 2;
    plan.first_moves = true;
    plan.window = 0;
    const Book<V> book = small_book<V>(plan);
    Position<V>{}.for_each_legal([&](Move move) {
        Position<V> pos;
        pos.play(move);
        EXPECT_TRUE(book.find(pos));
    });
    EXPECT_EQ(book.size(), V.size == 4 ? 37u : 16u);
}

VARIANT_TEST(OpeningBook, PassesTheScoresOfLaterPositionsBack) {
    BookPlan plan = small_plan();
    plan.plies = 3;
    plan.games = 4;
    const Book<V> book = small_book<V>(plan);
    const auto start = book.find(Position<V>{});
    ASSERT_TRUE(start);
    EXPECT_EQ(start->games, 4u);
    EXPECT_LE(start->won + start->lost, 4u);
    Position<V> pos;
    pos.play(start->move);
    const auto reply = book.find(pos);
    ASSERT_TRUE(reply);
    EXPECT_EQ(start->score, -reply->score);
    EXPECT_EQ(start->depth, reply->depth + 1);
}

VARIANT_TEST(OpeningBook, FollowsMovesWithinTheWindow) {
    BookPlan plan = small_plan();
    plan.breadth = 6;
    const std::size_t wide = small_book<V>(plan).size();
    plan.window = 0;
    EXPECT_LT(small_book<V>(plan).size(), wide);
    plan.window = kInfinite;
    plan.positions = 2;
    EXPECT_LE(small_book<V>(plan).size(), 1u + 3 * 2);
}

// Reading a book checks every position and move in it.
VARIANT_TEST(OpeningBook, OfTheProjectIsReadAndKnowsEveryFirstMove) {
    const std::string path = test::source_path(fmt::format("data/book-{}.txt", V.name));
    std::ifstream file(path);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    const auto book = Book<V>::parse(text);
    ASSERT_TRUE(book.has_value()) << path << ": " << book.error().message;
    EXPECT_TRUE(book->find(Position<V>{}));
    EXPECT_GT(book->size(), 2000u);
    EXPECT_EQ(book->to_text(), text);
    // Every first move is in it, and so is every reply that the book itself plays.
    Position<V>{}.for_each_legal([&](Move move) {
        Position<V> pos;
        pos.play(move);
        const auto reply = book->find(pos);
        ASSERT_TRUE(reply);
        EXPECT_GT(reply->depth, 10);
        EXPECT_EQ(reply->games, 64u);
        pos.play(reply->move);
        EXPECT_TRUE(book->find(pos));
    });
}

TEST(BookText, OfTheFirstVersionIsRead) {
    const auto book =
        Book<kUltimate>::parse("xttt-book 1\nvariant ultimate\n9/9/9/9/9/9/9/9/9 x - - e5 42\n");
    ASSERT_TRUE(book.has_value()) << book.error().message;
    const auto entry = book->find(Position<kUltimate>{});
    ASSERT_TRUE(entry);
    EXPECT_EQ(entry->score, 42);
    EXPECT_EQ(entry->depth, 0);
    EXPECT_EQ(entry->games, 0u);
}

TEST(BookText, SaysWhatIsWrongWithIt) {
    const auto message = [](std::string_view text) {
        return Book<kUltimate>::parse(text).error().message;
    };
    EXPECT_THAT(message(""), HasSubstr("xttt-book 2"));
    EXPECT_THAT(message("xttt-book 1\nvariant extreme\n"), HasSubstr("variant ultimate"));
    for (const std::string start :
         {"xttt-book 1\nvariant ultimate\n", "xttt-book 2\nvariant ultimate\n"})
        EXPECT_THAT(message(start + "9/9 x -\n"), HasSubstr("line 3"));
    const std::string row = "xttt-book 2\nvariant ultimate\n9/9/9/9/9/9/9/9/9 x - - ";
    EXPECT_THAT(message(row + "z9 10 5 4 1 1\n"), HasSubstr("z9"));
    EXPECT_THAT(message(row + "e5 good 5 4 1 1\n"), HasSubstr("score"));
    EXPECT_THAT(message(row + "e5 10 -5 4 1 1\n"), HasSubstr("'-5' is not a depth"));
    EXPECT_THAT(message(row + "e5 10 5 4 3 2\n"), HasSubstr("games, won and lost"));
    EXPECT_THAT(message(row + "e5 10 5 4 3 -2\n"), HasSubstr("games, won and lost"));
    EXPECT_THAT(message(row + "e5 10\n"), HasSubstr("a depth"));
}

}  // namespace
}  // namespace xttt
