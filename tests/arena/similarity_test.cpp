#include "arena/similarity.h"

#include <gtest/gtest.h>

namespace xttt {
namespace {

constexpr std::string_view kOriginal = R"(
import random
class Team1:
    # the search
    def search(self, board, depth, alpha, beta):
        if depth == 0:
            return self.score(board)
        best = -10000
        for cell in board.find_valid_move_cells((-1, -1)):
            value = -self.search(board, depth - 1, -beta, -alpha)
            if value > best:
                best = value
            if best >= beta:
                break
        return best
    def move(self, board, old_move, flag):
        return random.choice(board.find_valid_move_cells(old_move))
)";
// Other names, other numbers, other comments, other blanks.
constexpr std::string_view kRenamed = R"(
import random

class MyOwnIdea:
    def think(self, b, d, lo, hi):
        if d == 1:
            return self.value(b)   # my evaluation
        top = -99999
        for c in b.find_valid_move_cells((-1, -1)):
            v = -self.think(b, d - 2, -hi, -lo)
            if v > top:
                top = v
            if top >= hi:
                break
        return top
    def move(self, b, last, me):
        return random.choice(b.find_valid_move_cells(last))
)";
constexpr std::string_view kOther = R"(
class Team3:
    def __init__(self):
        self.weights = [[3, 2, 2, 3], [2, 1, 1, 2], [2, 1, 1, 2], [3, 2, 2, 3]]
    def move(self, board, old_move, flag):
        cells = board.find_valid_move_cells(old_move)
        cells.sort(key=lambda cell: self.weights[cell[0] % 4][cell[1] % 4])
        while len(cells) > 1 and not self.good(board, cells[-1]):
            cells.pop()
        return cells[-1]
)";

TEST(Similarity, RenamingHidesNothing) {
    EXPECT_EQ(fingerprints(kOriginal, true).size(), fingerprints(kRenamed, true).size());
    const std::vector programs{fingerprints(kOther, true), fingerprints(kOriginal, true),
                               fingerprints(kRenamed, true)};
    const auto pairs = similar_pairs(programs, 10);
    ASSERT_FALSE(pairs.empty());
    EXPECT_EQ(pairs[0].first, 1u);
    EXPECT_EQ(pairs[0].second, 2u);
    EXPECT_GT(pairs[0].share, 0.95);
    EXPECT_FALSE(pairs[0].lines.empty());
    for (std::size_t i = 1; i < pairs.size(); ++i) EXPECT_LT(pairs[i].share, 0.3);
}

TEST(Similarity, CodeThatMostProgramsHaveDoesNotCount) {
    std::vector<Fingerprints> programs(6, fingerprints(kOriginal, true));
    EXPECT_TRUE(similar_pairs(programs, 10).empty());
}

TEST(Similarity, ShortAndOddTextsAreFine) {
    for (const std::string_view text : {"", "x", "\"", "'''", "/*", "\\", "\xff\xfe", "'\\"})
        for (const bool python : {true, false}) EXPECT_TRUE(fingerprints(text, python).empty());
}

TEST(Similarity, CommentsOfCxxDoNotCount) {
    std::string one = "int main() {", two = "// a comment\nint main() {/* x */";
    for (int i = 0; i < 30; ++i) {
        one += " call(a, b) + " + std::to_string(i) + ";";
        two += " f(x, y)\n+ 7; // why\n";
    }
    EXPECT_EQ(fingerprints(one, false).begin()->first, fingerprints(two, false).begin()->first);
}

}  // namespace
}  // namespace xttt
