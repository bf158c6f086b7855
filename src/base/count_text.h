#pragma once

#include <concepts>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace xttt {

// "1 game", "2 games". For nouns whose plural ends in s.
template <std::integral T>
std::string count_text(T count, std::string_view noun) {
    return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

}  // namespace xttt
