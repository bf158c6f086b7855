#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/preview/board_png.h"
#include "server/preview/preview_routes.h"
#include "support/variants.h"

namespace xttt {
namespace {

std::uint32_t number_at(const std::string& bytes, std::size_t at) {
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < 4; ++i)
        value = value << 8 | static_cast<std::uint8_t>(bytes.at(at + i));
    return value;
}

TEST(Preview, APictureIsAPngOfTheUsualSizeInEveryVariant) {
    for (const Variant* variant : kVariants) {
        AnyPosition position(*variant);
        std::string before;
        for (int ply = 0; ply < 3; ++ply) {
            const std::string png = board_png(position);
            EXPECT_TRUE(png.starts_with("\x89PNG\r\n\x1a\n"));
            EXPECT_EQ(number_at(png, 16), 1200u);
            EXPECT_EQ(number_at(png, 20), 630u);
            EXPECT_TRUE(png.ends_with(std::string_view("IEND\xae\x42\x60\x82", 8)));
            EXPECT_LT(png.size(), 200'000u);
            EXPECT_NE(png, before);
            before = png;
            position.play(position.legal_moves().front());
        }
    }
}

TEST(Preview, NamesCannotBecomeMarkup) {
    EXPECT_EQ(html_escaped("<a href=\"x\">'&</a>"),
              "&lt;a href=&quot;x&quot;&gt;&#39;&amp;&lt;/a&gt;");
    EXPECT_EQ(html_escaped("Bób"), "Bób");
}

}  // namespace
}  // namespace xttt
