#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "search/solver/claim.h"

namespace xttt {

// One claim and the claiming side's choices in the order of the traversal that checks it.
struct ProvenClaim {
    Claim claim;
    std::vector<Move> choices;
};

// A proof as a text file; docs/explanation/solver.md describes it.
template <const Variant& V>
std::string proof_text(const Position<V>& pos, const std::vector<ProvenClaim>& claims);

// What a proof was found to show.
struct CheckedProof {
    std::string variant;
    std::string fen;
    std::vector<Claim> claims;
    std::size_t positions = 0;  // visited, over all claims
};

// Replays a proof by the rules alone: every reply of the other side is tried, every choice must be
// legal, every game must end as claimed, and no choice may be left over.
Result<CheckedProof> check_proof(std::string_view text);

// A claim in words, such as "x gets at least 3 points more than o".
std::string describe(const Claim& claim);

}  // namespace xttt
