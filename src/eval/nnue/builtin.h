#pragma once

#include <span>
#include <string_view>

namespace xttt::nnue {

// The bytes of the network file that was compiled in for a variant; empty if there is none.
std::span<const char> builtin_network(std::string_view variant);

}  // namespace xttt::nnue
