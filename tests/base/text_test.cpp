#include "base/text.h"

#include <gtest/gtest.h>

namespace xttt {
namespace {

TEST(TerminalText, OrdinaryTextOfAnyLanguageIsKept) {
    for (const std::string_view text : {"", "bestmove a1", "größer → Ж 漢字 🙂", "\\x41"}) {
        EXPECT_EQ(terminal_safe(text), text);
        EXPECT_TRUE(is_terminal_safe(text)) << text;
    }
}

TEST(TerminalText, ControlCharactersAreEscaped) {
    EXPECT_EQ(terminal_safe("\x1b[2J\a\x7f"), "\\x1b[2J\\x07\\x7f");
    EXPECT_EQ(terminal_safe("a\nb\rc\td"), "a\\x0ab\\x0dc\\x09d");
    EXPECT_EQ(terminal_safe(std::string_view("\0", 1)), "\\x00");
    // C1: as UTF-8, and as the single byte that some terminals obey.
    EXPECT_EQ(terminal_safe("\xc2\x9b"
                            "31m"),
              "\\u{9b}31m");
    EXPECT_EQ(terminal_safe("\x9b"
                            "31m"),
              "\\x9b31m");
}

TEST(TerminalText, BidirectionalAndInvisibleCharactersAreEscaped) {
    EXPECT_EQ(terminal_safe("a\u202eb\u2066c\u061c"), "a\\u{202e}b\\u{2066}c\\u{61c}");
    EXPECT_EQ(terminal_safe("\u200b\ufeff\u2028\U000e0041"),
              "\\u{200b}\\u{feff}\\u{2028}\\u{e0041}");
    EXPECT_FALSE(is_terminal_safe("team\u202e33"));
    EXPECT_FALSE(is_terminal_safe("team\x80"));
}

TEST(TerminalText, LineBreaksMayBeKept) {
    EXPECT_EQ(terminal_safe("a\n\tb\r", LineBreaks::Keep), "a\n\tb\\x0d");
}

TEST(TerminalText, LongTextIsCutBetweenCharacters) {
    EXPECT_EQ(terminal_safe("abcdef", LineBreaks::Escape, 4), "abcd... (2 more bytes)");
    EXPECT_EQ(terminal_safe("abcd", LineBreaks::Escape, 4), "abcd");
    EXPECT_EQ(terminal_safe("abc→", LineBreaks::Escape, 4), "abc... (3 more bytes)");
    const std::string longest(100'000, 'x');
    EXPECT_LT(terminal_safe(longest).size(), kTerminalTextLimit + 40);
}

TEST(Text, Base64IsPadded) {
    EXPECT_EQ(base64(""), "");
    EXPECT_EQ(base64("f"), "Zg==");
    EXPECT_EQ(base64("fo"), "Zm8=");
    EXPECT_EQ(base64("foo"), "Zm9v");
    EXPECT_EQ(base64("\xfb\xff\xfe"), "+//+");
    EXPECT_EQ(base64("\xfb\xff\xfe", Base64::UrlSafe), "-__-");
}

}  // namespace
}  // namespace xttt
