#pragma once

#include <cstddef>
#include <string_view>
#include <utility>
#include <variant>

#include "rules/with_variant.h"

namespace xttt {
namespace detail {

template <template <const Variant&> class T, std::size_t... I>
auto any_of(std::index_sequence<I...>) -> std::variant<T<*kVariants[I]>...>;

}  // namespace detail

// A T<V> whose variant V is chosen at run time: *kVariants[any.index()]. std::visit gives access to
// the T<V>. This is the one way to hide the variant's type; a class wraps it where callers should
// not see the visits.
template <template <const Variant&> class T>
using AnyOf =
    decltype(detail::any_of<T>(std::make_index_sequence<std::tuple_size_v<decltype(kVariants)>>{}));

// The T<V>, made of these arguments, for the variant of that name.
template <template <const Variant&> class T, class... Args>
Result<AnyOf<T>> make_any(std::string_view variant, Args&&... args) {
    return with_variant(variant, [&]<const Variant & V>() -> Result<AnyOf<T>> {
        return T<V>(std::forward<Args>(args)...);
    });
}

}  // namespace xttt
