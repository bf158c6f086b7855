#pragma once

#include <string>
#include <string_view>

#include <fmt/format.h>

#include "base/result.h"
#include "base/text.h"
#include "rules/variant.h"

namespace xttt {

inline std::string variant_names() {
    std::string names;
    for (const Variant* variant : kVariants) {
        if (!names.empty()) names += ", ";
        names += variant->name;
    }
    return names;
}

inline std::unexpected<Error> unknown_variant(std::string_view name) {
    return fail(Errc::Usage,
                fmt::format("unknown variant {}; choose from {}", quote(name), variant_names()));
}

inline Result<const Variant*> find_variant(std::string_view name) {
    for (const Variant* variant : kVariants)
        if (variant->name == name) return variant;
    return unknown_variant(name);
}

namespace detail {

template <std::size_t I = 0, class F>
auto visit_variant(std::string_view name, F& f) -> decltype(f.template operator()<kExtreme>()) {
    if constexpr (I == kVariants.size()) {
        return unknown_variant(name);
    } else {
        if (name == kVariants[I]->name) return f.template operator()<*kVariants[I]>();
        return visit_variant<I + 1>(name, f);
    }
}

}  // namespace detail

// Turns a variant's name into a template argument: calls f.operator()<V>(), which returns a Result,
// for the variant of that name. The only place where names become types.
//
// with_variant(name, [&]<const Variant& V>() -> Result<void> { ... });
template <class F>
auto with_variant(std::string_view name, F&& f) {
    return detail::visit_variant(name, f);
}

}  // namespace xttt
