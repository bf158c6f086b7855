#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace xttt {

// Builds an SVG drawing. Colours and fonts come from the style sheet: shapes have only classes, so
// that the same drawing works in light mode, dark mode and print. Texts are escaped here.
class Svg {
public:
    // `title` describes the drawing for screen readers.
    Svg(double width, double height, std::string_view title);

    void rect(double x, double y, double width, double height, std::string_view css_class,
              std::string_view tooltip = {});
    void line(double x1, double y1, double x2, double y2, std::string_view css_class);
    void circle(double x, double y, double radius, std::string_view css_class,
                std::string_view tooltip = {});
    void text(double x, double y, std::string_view css_class, std::string_view content);
    // A text that links to another part of the page.
    void link(double x, double y, std::string_view css_class, std::string_view target,
              std::string_view content);

    std::string finish() &&;

private:
    void close(std::string_view element, std::string_view tooltip);
    std::string size_, title_, text_;
    bool has_links_ = false;
};

// Round values that divide a range into about `count` parts.
std::vector<double> nice_ticks(double low, double high, int count);

}  // namespace xttt
