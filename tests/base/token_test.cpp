#include "base/token.h"

#include <set>

#include <gtest/gtest.h>

namespace xttt {
namespace {

TEST(Token, ReadsBackWhatItWrites) {
    for (int i = 0; i < 1000; ++i) {
        const Token token = Token::random();
        const std::string text = token.text();
        ASSERT_EQ(text.size(), 22u);
        const auto again = Token::parse(text);
        ASSERT_TRUE(again);
        EXPECT_EQ(*again, token);
    }
}

TEST(Token, DiffersEachTime) {
    std::set<std::string> seen;
    for (int i = 0; i < 1000; ++i) seen.insert(Token::random().text());
    EXPECT_EQ(seen.size(), 1000u);
}

TEST(Token, HasOneTextOnly) {
    const std::string zero(22, 'A');
    EXPECT_TRUE(Token::parse(zero));
    // The last letter's low bits belong to no byte.
    EXPECT_FALSE(Token::parse("AAAAAAAAAAAAAAAAAAAAAB"));
    EXPECT_FALSE(Token::parse(std::string(21, 'A')));
    EXPECT_FALSE(Token::parse(std::string(23, 'A')));
    EXPECT_FALSE(Token::parse("AAAAAAAAAAAAAAAAAAAAA="));
    EXPECT_FALSE(Token::parse(""));
}

}  // namespace
}  // namespace xttt
