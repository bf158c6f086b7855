#pragma once

#include <functional>
#include <vector>

namespace xttt {

// Completes a matching to one of maximum size: mate[v] is the partner of v, or -1. Whoever has a
// partner keeps one, not always the same (Edmonds' blossom algorithm, from Boost.Graph).
void complete_matching(std::vector<int>& mate, const std::function<bool(int, int)>& may_meet);

}  // namespace xttt
