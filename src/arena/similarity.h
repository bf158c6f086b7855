#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace xttt {

// Similarity of programs by common code fragments, after S. Schleimer, D. Wilkerson and A. Aiken,
// "Winnowing: local algorithms for document fingerprinting" (2003), the algorithm of MOSS. A
// program becomes a sequence of tokens in which all names are equal, all numbers are equal and all
// strings are equal. Hashes of kGram tokens in a row are its fingerprints; of each kWindow hashes
// in a row the smallest is kept. Every common run of kGram + kWindow - 1 tokens is found.
inline constexpr std::size_t kGram = 15;
inline constexpr std::size_t kWindow = 10;

// A fingerprint and the first line where it occurs.
using Fingerprints = std::map<std::uint64_t, int>;

// The fingerprints of a text in Python or C++. `is_python` says which comments it has.
Fingerprints fingerprints(std::string_view text, bool is_python);

struct SimilarPair {
    std::size_t first = 0, second = 0;       // positions in the list of programs
    std::size_t common = 0;                  // fingerprints
    double share = 0;                        // of the fingerprints of the shorter program
    std::vector<std::pair<int, int>> lines;  // where common fragments start, in order of the first
};

// Pairs with common fragments, most similar first, at most `limit`. Fragments that more than half
// of the programs have (and more than two) do not count.
std::vector<SimilarPair> similar_pairs(std::span<const Fingerprints> programs, std::size_t limit);

}  // namespace xttt
