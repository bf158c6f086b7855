#pragma once

#include <functional>
#include <vector>

namespace xttt {

// Completes a matching: mate[v] is the partner of v, or -1. Partners are changed along alternating
// paths until as many as can be have one (Edmonds' blossom algorithm: a search from each single
// vertex, in which odd cycles are shrunk to a point). Nobody who has a partner is left without one.
void complete_matching(std::vector<int>& mate, const std::function<bool(int, int)>& may_meet);

}  // namespace xttt
