#pragma once

#include <cmath>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "tournament/report/markup.h"

namespace xttt {

// Builds an SVG drawing. Colours and fonts come from the style sheet: shapes have only classes, so
// that the same drawing works in light mode, dark mode and print. Texts are escaped here.
class Svg {
public:
    // `title` describes the drawing for screen readers.
    Svg(double width, double height, std::string_view title)
        : size_(fmt::format("viewBox=\"0 0 {0:.0f} {1:.0f}\" style=\"max-width:{0:.0f}px\"", width,
                            height)),
          title_(escape_markup(title)) {}

    void rect(double x, double y, double width, double height, std::string_view css_class,
              std::string_view tooltip = {}) {
        text_ += fmt::format(
            "<rect x=\"{:.4g}\" y=\"{:.4g}\" width=\"{:.4g}\" height=\"{:.4g}\" "
            "class=\"{}\"",
            x, y, width, height, css_class);
        close("rect", tooltip);
    }
    void line(double x1, double y1, double x2, double y2, std::string_view css_class) {
        text_ += fmt::format(
            "<line x1=\"{:.4g}\" y1=\"{:.4g}\" x2=\"{:.4g}\" y2=\"{:.4g}\" class=\"{}\"/>\n", x1,
            y1, x2, y2, css_class);
    }
    void polyline(std::span<const std::pair<double, double>> points, std::string_view css_class) {
        text_ += fmt::format("<polyline class=\"{}\" points=\"", css_class);
        for (const auto& [x, y] : points) text_ += fmt::format("{:.5g},{:.5g} ", x, y);
        text_ += "\"/>\n";
    }
    void circle(double x, double y, double radius, std::string_view css_class,
                std::string_view tooltip = {}) {
        text_ += fmt::format("<circle cx=\"{:.4g}\" cy=\"{:.4g}\" r=\"{:.4g}\" class=\"{}\"", x, y,
                             radius, css_class);
        close("circle", tooltip);
    }
    void text(double x, double y, std::string_view css_class, std::string_view content) {
        text_ += fmt::format("<text x=\"{:.4g}\" y=\"{:.4g}\" class=\"{}\">{}</text>\n", x, y,
                             css_class, escape_markup(content));
    }
    // A text that links to another part of the page.
    void link(double x, double y, std::string_view css_class, std::string_view target,
              std::string_view content) {
        has_links_ = true;
        text_ += fmt::format("<a href=\"{}\">", escape_markup(target));
        text(x, y, css_class, content);
        text_ += "</a>";
    }

    std::string finish() && {
        // Screen readers treat a picture as one element, which would hide links.
        return fmt::format("<svg {} role=\"{}\" aria-label=\"{}\">\n{}</svg>\n", size_,
                           has_links_ ? "group" : "img", title_, text_);
    }

private:
    void close(std::string_view element, std::string_view tooltip) {
        text_ += tooltip.empty()
                     ? "/>\n"
                     : fmt::format("><title>{}</title></{}>\n", escape_markup(tooltip), element);
    }
    std::string size_, title_, text_;
    bool has_links_ = false;
};

// Round values that divide a range into about `count` parts.
inline std::vector<double> nice_ticks(double low, double high, int count) {
    if (!(high > low) || count < 1) return {};
    const double rough = (high - low) / count;
    const double magnitude = std::pow(10, std::floor(std::log10(rough)));
    double step = 10 * magnitude;
    for (const double factor : {5.0, 2.0, 1.0})
        if (factor * magnitude >= rough) step = factor * magnitude;
    std::vector<double> ticks;
    for (double k = std::ceil(low / step); k * step <= high; ++k) ticks.push_back(k * step);
    return ticks;
}

}  // namespace xttt
