#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "rules/variant.h"

namespace xttt::fuzz {

// A promise of the parser; breaking it is what the fuzzer looks for.
inline void require(bool promise, const char* what) {
    if (promise) return;
    std::fprintf(stderr, "broken promise: %s\n", what);
    std::abort();
}

// The first byte chooses the variant, the rest is the text: calls f.operator()<V>(text).
template <class F>
void with_input(const std::uint8_t* data, std::size_t size, F&& f) {
    if (size == 0) return;
    const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
    const auto visit = [&]<std::size_t I>(auto&& self) {
        if constexpr (I < kVariants.size()) {
            if (data[0] % kVariants.size() == I) {
                f.template operator()<*kVariants[I]>(text);
            } else {
                self.template operator()<I + 1>(self);
            }
        }
    };
    visit.template operator()<0>(visit);
}

}  // namespace xttt::fuzz
