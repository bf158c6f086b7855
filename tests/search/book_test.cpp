#include "search/book/book.h"

#include <fstream>
#include <iterator>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "rules/fen.h"
#include "rules/symmetry.h"
#include "search/make_searcher.h"
#include "support/paths.h"
#include "support/variants.h"

namespace xttt {
namespace {

using ::testing::HasSubstr;

template <const Variant& V>
Book<V> small_book() {
    SearchOptions options;
    options.algorithm = "greedy";
    options.hash_mb = 1;
    const auto searcher = std::move(*make_searcher<V>(options));
    return build_book<V>(*searcher, {.plies = 4, .breadth = 2, .limits = {.nodes = 100}}, {});
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

// Reading a book checks every position and move in it.
template <const Variant& V>
void expect_shipped_book() {
    const std::string path = test::source_path(fmt::format("data/book-{}.txt", V.name));
    std::ifstream file(path);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    const auto book = Book<V>::parse(text);
    ASSERT_TRUE(book.has_value()) << path << ": " << book.error().message;
    EXPECT_TRUE(book->find(Position<V>{}));
    EXPECT_GT(book->size(), 50u);
    EXPECT_EQ(book->to_text(), text);
}

TEST(ShippedBooks, AreReadAndKnowTheStart) {
    expect_shipped_book<kExtreme>();
    expect_shipped_book<kDouble>();
}

TEST(BookText, SaysWhatIsWrongWithIt) {
    const auto message = [](std::string_view text) {
        return Book<kUltimate>::parse(text).error().message;
    };
    EXPECT_THAT(message(""), HasSubstr("xttt-book 1"));
    EXPECT_THAT(message("xttt-book 1\nvariant extreme\n"), HasSubstr("variant ultimate"));
    const std::string start = "xttt-book 1\nvariant ultimate\n";
    EXPECT_THAT(message(start + "9/9 x -\n"), HasSubstr("line 3"));
    EXPECT_THAT(message(start + "9/9/9/9/9/9/9/9/9 x - - z9 10\n"), HasSubstr("z9"));
    EXPECT_THAT(message(start + "9/9/9/9/9/9/9/9/9 x - - e5 good\n"), HasSubstr("score"));
}

}  // namespace
}  // namespace xttt
