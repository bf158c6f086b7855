#include <gmock/gmock.h>

#include "tournament/schedule/formats.h"
#include "tournament/schedule/simulated.h"

namespace xttt {
namespace {

void expect_proper(const StagePlan& plan, int n, const test::PlayedStage& stage) {
    std::set<std::pair<int, int>> met;
    std::set<int> byes;
    std::vector<int> lead(static_cast<std::size_t>(n), 0);
    EXPECT_EQ(static_cast<int>(stage.rounds.size()), swiss_rounds(plan, n));
    for (const PlayedRound& round : stage.rounds) {
        std::set<int> seen;
        for (const Pairing& p : round.pairings) {
            EXPECT_TRUE(seen.insert(p.first).second);
            if (p.is_bye()) {
                EXPECT_TRUE(byes.insert(p.first).second) << "a second bye";
                continue;
            }
            EXPECT_TRUE(seen.insert(p.second).second);
            EXPECT_TRUE(met.insert(test::unordered(p)).second) << "a rematch, n = " << n;
            ++lead[static_cast<std::size_t>(p.first)];
            --lead[static_cast<std::size_t>(p.second)];
        }
        EXPECT_EQ(static_cast<int>(seen.size()), n);
    }
    for (const int balance : lead) EXPECT_LE(std::abs(balance), 3);
}

TEST(Swiss, NobodyMeetsTwiceAndSidesAreBalanced) {
    for (const int n : {2, 3, 4, 5, 8, 9, 16, 33, 64, 101})
        for (std::uint64_t seed = 0; seed < 5; ++seed) {
            // While no more than half of the others have been met, a pairing without rematch
            // exists.
            const StagePlan plan{
                .format = Format::Swiss, .games = 1, .rounds = std::max(1, n / 2 - 1)};
            expect_proper(plan, n, test::play_stage(plan, test::everybody(n), test::by_lot(seed)));
        }
}

TEST(Swiss, EqualScoresMeet) {
    const StagePlan plan{.format = Format::Swiss, .games = 1};
    const auto stage = test::play_stage(plan, test::everybody(16), test::lower_wins);
    ASSERT_EQ(stage.rounds.size(), 4u);
    // The upper half meets the lower half, then winners meet winners.
    for (const Pairing& p : stage.rounds[0].pairings) EXPECT_EQ(std::abs(p.first - p.second), 8);
    for (const Pairing& p : stage.rounds[1].pairings) EXPECT_EQ(p.first < 8, p.second < 8);
    EXPECT_EQ(stage_tables(plan, stage.seats, stage.rounds)[0].front().player, 0);
}

TEST(Swiss, AByeIsWorthWonGames) {
    const StagePlan plan{.format = Format::Swiss, .games = 2, .rounds = 1, .bye_points = 68};
    const auto stage = test::play_stage(plan, test::everybody(3), test::lower_wins);
    const auto table = stage_tables(plan, stage.seats, stage.rounds)[0];
    ASSERT_EQ(table.size(), 3u);
    for (const TableRow& row : table) EXPECT_EQ(row.points, row.player == 1 ? 0 : 136);
}

TEST(Swiss, OfAThousandHasNoRematch) {
    const StagePlan plan{.format = Format::Swiss, .games = 1, .rounds = 20};
    expect_proper(plan, 1000, test::play_stage(plan, test::everybody(1000), test::by_lot(4)));
}

TEST(Matching, FindsEveryPartnerThereIs) {
    // Against all matchings of small random graphs, tried one by one.
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        Random random(mix64(seed));
        const int n = 8;
        std::vector<std::vector<bool>> edge(n, std::vector<bool>(n, false));
        for (int a = 0; a < n; ++a)
            for (int b = a + 1; b < n; ++b) edge[a][b] = edge[b][a] = random.below(3) == 0;
        const std::function<int(unsigned)> most = [&](unsigned used) {
            int a = 0;
            while (a < n && (used >> a & 1)) ++a;
            if (a == n) return 0;
            int best = most(used | 1u << a);
            for (int b = a + 1; b < n; ++b)
                if (!(used >> b & 1) && edge[a][b])
                    best = std::max(best, 1 + most(used | 1u << a | 1u << b));
            return best;
        };
        std::vector<int> mate(n, -1);
        complete_matching(mate, [&](int a, int b) { return edge[a][b]; });
        int matched = 0;
        for (int v = 0; v < n; ++v) {
            if (mate[v] == -1) continue;
            EXPECT_EQ(mate[mate[v]], v);
            EXPECT_TRUE(edge[v][mate[v]]);
            ++matched;
        }
        EXPECT_EQ(matched, 2 * most(0)) << "seed " << seed;
    }
}

}  // namespace
}  // namespace xttt
