#include "weights_text.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include <fmt/format.h>

namespace xttt::tune {

void scale_weights(const Fit& fit, std::span<tuned::Weight> out) {
    constexpr double kBound = 16000;
    const auto scaled = [&](double raw) {
        const double value = std::clamp(raw * fit.points_per_unit * 100, -kBound, kBound);
        return static_cast<std::int16_t>(std::lround(value));
    };
    for (std::size_t f = 0; f < out.size(); ++f)
        out[f] = {scaled(fit.weights[f].opening), scaled(fit.weights[f].ending)};
}

std::string weights_text(std::span<const tuned::Weight> weights, std::string_view note) {
    constexpr int kPerTextLine = 8;
    std::string text;
    for (std::size_t at = 0; at < note.size();) {
        const std::size_t end = std::min(note.find('\n', at), note.size());
        text += fmt::format("// {}\n", note.substr(at, end - at));
        at = end + 1;
    }
    for (std::size_t f = 0; f < weights.size(); ++f)
        fmt::format_to(std::back_inserter(text), "{{{}, {}}},{}", weights[f].opening,
                       weights[f].ending,
                       (f + 1) % kPerTextLine == 0 || f + 1 == weights.size() ? "\n" : " ");
    return text;
}

}  // namespace xttt::tune
