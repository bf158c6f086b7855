#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "search/solver/claim.h"

namespace xttt {

// A claim, and the moves of the claiming side in the order of the traversal.
struct ProvenClaim {
    Claim claim;
    std::vector<Move> choices;
};

// A proof as a text file; docs/reference/solve.md describes it.
template <const Variant& V>
std::string proof_text(const Position<V>& pos, const std::vector<ProvenClaim>& claims);

// The content of a proof that was checked.
struct CheckedProof {
    std::string variant;
    std::string fen;
    std::vector<Claim> claims;
    std::size_t positions = 0;  // visited, over all claims
};

// Checks a proof by the rules alone: tries every reply of the other side; every chosen move must be
// legal, every game must end as claimed, and every move must be used.
Result<CheckedProof> check_proof(std::string_view text);

// A claim in words, such as "x gets at least 3 points more than o".
std::string describe(const Claim& claim);

}  // namespace xttt
