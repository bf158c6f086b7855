#include "engine/analysis_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/win_probability.h"

namespace xttt {
namespace {

using ::testing::HasSubstr;

EngineReport report_of(Score score) {
    EngineReport report;
    report.search.depth = 7;
    report.search.nodes = 1'250'000;
    report.search.elapsed = std::chrono::milliseconds{500};
    report.search.pvs = {{score, {}}};
    report.pv = {"a1 b2"};
    return report;
}

TEST(AnalysisText, ScoresAreInPointsOrInMovesToALine) {
    EXPECT_EQ(score_text(325, kExtreme), "+3.25");
    EXPECT_EQ(score_text(-50, kExtreme), "-0.50");
    EXPECT_EQ(score_text(kLineScore - 5, kExtreme), "wins in 5");
    EXPECT_EQ(score_text(4 - kLineScore, kExtreme), "loses in 4");
}

TEST(AnalysisText, NoScoreIsMoreThanAGameCanBring) {
    EXPECT_EQ(score_text(-2831, kUltimate), "-9.00");
    EXPECT_EQ(score_text(901, kUltimate), "+9.00");
    EXPECT_EQ(score_text(899, kUltimate), "+8.99");
    EXPECT_EQ(score_json(-2831, kUltimate), R"({"points":-9.00})");
    EXPECT_EQ(score_json(kLineScore - 3, kUltimate), R"({"win":3})");
    EXPECT_THAT(report_text(report_of(-2831), kUltimate), HasSubstr("-9.00"));
    EXPECT_THAT(report_json(report_of(2831), kUltimate), HasSubstr(R"({"points":9.00})"));
}

TEST(AnalysisText, TheChanceToWinComesFromTheWholeScore) {
    EXPECT_LT(win_probability(-2831, kUltimate), win_probability(-900, kUltimate));
    EXPECT_GT(win_probability(2831, kUltimate), win_probability(900, kUltimate));
}

TEST(AnalysisText, CountsAreShort) {
    EXPECT_EQ(short_count(950), "950");
    EXPECT_EQ(short_count(12'345), "12.3k");
    EXPECT_EQ(short_count(4'560'000), "4.56M");
    EXPECT_EQ(short_count(7'890'000'000), "7.89G");
}

TEST(AnalysisText, AReportNamesDepthScoreChanceSpeedAndMoves) {
    const std::string text = report_text(report_of(0), kExtreme);
    for (const char* part : {" 7 ", "+0.00", "50.0%", "1.25M", "2.5M/s", "0.500s", "a1 b2\n"})
        EXPECT_THAT(text, HasSubstr(part));
}

TEST(AnalysisText, TheSameReportAsJson) {
    EXPECT_EQ(report_json(report_of(-125), kExtreme).find('\n'),
              report_json(report_of(-125), kExtreme).size() - 1);
    const std::string json = report_json(report_of(kLineScore - 3), kExtreme);
    EXPECT_THAT(json, HasSubstr(R"("score":{"win":3},"win_probability":1.0000)"));
    EXPECT_THAT(json, HasSubstr(R"("nodes":1250000,"nps":2500000)"));
    EXPECT_THAT(json, HasSubstr(R"("pv":["a1","b2"])"));
}

}  // namespace
}  // namespace xttt
