#include "cluster/worker_audit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/random.h"

namespace xttt {
namespace {

void add_games(WorkerAudit& audit, const std::string& worker, int games, double x_wins,
               double forfeits, std::uint64_t seed) {
    Random random(seed);
    for (int i = 0; i < games; ++i) {
        Ending ending;
        ending.result = random.unit() < x_wins ? GameResult::XWins : GameResult::OWins;
        audit.add_game(worker, ending, random.unit() < forfeits, false);
    }
}

TEST(WorkerAudit, SuspectsNobodyWhenAllAreAlike) {
    WorkerAudit audit;
    for (int worker = 0; worker < 8; ++worker)
        add_games(audit, "w" + std::to_string(worker), 500, 0.55, 0.02, 100u + worker);
    for (const auto& finding : audit.findings()) EXPECT_EQ(finding.suspicion, "") << finding.worker;
}

TEST(WorkerAudit, SuspectsWhoForfeitsMoreOften) {
    WorkerAudit audit;
    for (int worker = 0; worker < 4; ++worker)
        add_games(audit, "w" + std::to_string(worker), 500, 0.5, 0.02, 7u + worker);
    add_games(audit, "slow", 200, 0.5, 0.3, 99);
    for (const auto& finding : audit.findings()) {
        if (finding.worker != "slow") continue;
        EXPECT_THAT(finding.suspicion, testing::HasSubstr("forfeits"));
    }
}

TEST(WorkerAudit, SuspectsWhoseResultsDiffer) {
    WorkerAudit audit;
    add_games(audit, "a", 400, 0.5, 0, 1);
    add_games(audit, "b", 400, 0.5, 0, 2);
    add_games(audit, "cheat", 400, 0.9, 0, 3);
    const auto findings = audit.findings();
    ASSERT_EQ(findings.size(), 3u);
    EXPECT_THAT(findings[2].suspicion, testing::HasSubstr("x wins"));
}

TEST(WorkerAudit, SuspectsAtOnceWhoAnswersWrongly) {
    WorkerAudit audit;
    audit.add_rejected("liar");
    EXPECT_THAT(audit.findings().at(0).suspicion, testing::HasSubstr("rejected"));
    EXPECT_EQ(audit.findings().at(0).rejected, 1u);
}

TEST(WorkerAudit, WaitsUntilThereIsEnoughToSee) {
    WorkerAudit audit;
    add_games(audit, "a", 400, 0.5, 0, 1);
    add_games(audit, "few", 10, 1.0, 1.0, 3);
    for (const auto& finding : audit.findings()) EXPECT_EQ(finding.suspicion, "");
}

}  // namespace
}  // namespace xttt
