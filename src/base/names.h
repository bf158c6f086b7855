#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace xttt {

// The names of all values of an enum, in the order of their declaration.
template <class E, std::size_t N>
struct Names {
    std::array<std::string_view, N> names;

    constexpr std::string_view of(E value) const { return names[static_cast<std::size_t>(value)]; }
    constexpr std::optional<E> find(std::string_view name) const {
        const auto found = std::ranges::find(names, name);
        if (found == names.end()) return std::nullopt;
        return static_cast<E>(found - names.begin());
    }
};

}  // namespace xttt
