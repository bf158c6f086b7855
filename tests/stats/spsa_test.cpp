#include "stats/spsa.h"

#include <cmath>

#include <gmock/gmock.h>

#include "base/random.h"

namespace xttt {
namespace {

using testing::HasSubstr;

SpsaParameter parameter(const std::string& text) {
    const auto parsed = parse_spsa_parameter(text);
    EXPECT_TRUE(parsed) << parsed.error().message;
    return parsed.value_or(SpsaParameter{});
}

TEST(SpsaParameters, AreReadAsTheyAreWritten) {
    for (const std::string text :
         {"Aggression,int,50,0,100,5,0.002", "King Safety,float,0.25,-1,1,0.1,0.01"})
        EXPECT_EQ(spsa_parameter_text(parameter(text)), text);
}

TEST(SpsaParameters, SayWhatIsWrong) {
    const auto error = [](const char* text) {
        const auto parsed = parse_spsa_parameter(text);
        return parsed ? std::string() : parsed.error().message;
    };
    EXPECT_THAT(error("A,int,50,0,100,5"), HasSubstr("it has 6 parts, not 7"));
    EXPECT_THAT(error(",int,50,0,100,5,0.002"), HasSubstr("the name is missing"));
    EXPECT_THAT(error("A,whole,50,0,100,5,0.002"), HasSubstr("int or float"));
    EXPECT_THAT(error("A,int,5O,0,100,5,0.002"), HasSubstr("'5O' is not a number"));
    EXPECT_THAT(error("A,int,nan,0,100,5,0.002"), HasSubstr("'nan' is not a number"));
    EXPECT_THAT(error("A,int,50,100,0,5,0.002"), HasSubstr("MIN must be less than MAX"));
    EXPECT_THAT(error("A,int,500,0,100,5,0.002"), HasSubstr("START must be between"));
    EXPECT_THAT(error("A,int,50,0,100,0,0.002"), HasSubstr("greater than 0"));
    EXPECT_THAT(error("A,int,50,0,100,0.1,0.002"), HasSubstr("at least 0.5"));
}

TEST(Spsa, CandidatesLieOnBothSidesAndWithinTheLimits) {
    const Spsa spsa({parameter("A,int,50,0,100,5,0.002"), parameter("B,float,1,0,1,0.3,0.002")},
                    1000, 7);
    int plus_above = 0;
    for (int k = 0; k < 1000; ++k) {
        const auto plus = spsa.candidate(k, true), minus = spsa.candidate(k, false);
        EXPECT_NEAR(plus[0] + minus[0], 100, 1e-9);
        EXPECT_EQ(plus[0], std::round(plus[0]));
        EXPECT_GE(std::abs(plus[0] - 50), 5);
        EXPECT_LE(std::max(plus[1], minus[1]), 1);
        plus_above += plus[0] > 50;
    }
    EXPECT_NEAR(plus_above, 500, 100);
    // The perturbation of the last iteration is c_end.
    EXPECT_EQ(std::abs(spsa.candidate(999, true)[0] - 50), 5);
}

TEST(Spsa, TheLastUpdateIsTheLearningRateTimesThePerturbation) {
    Spsa spsa({parameter("A,float,50,0,100,5,0.02")}, 100, 1);
    const double direction = spsa.candidate(99, true)[0] > 50 ? 1 : -1;
    spsa.update(99, 2);
    EXPECT_NEAR(spsa.values()[0], 50 + direction * 0.02 * 5 * 2, 1e-9);
    spsa.update(5, 0);
    EXPECT_NEAR(spsa.values()[0], 50 + direction * 0.02 * 5 * 2, 1e-9);
}

// Games whose winner is likelier the closer its parameters are to a hidden optimum.
TEST(Spsa, FindsAHiddenOptimum) {
    Spsa spsa({parameter("A,int,20,0,100,8,0.05"), parameter("B,float,0.9,0,1,0.08,0.05")}, 4000,
              3);
    Random random(5);
    const auto strength = [](const std::vector<double>& values) {
        return -std::pow((values[0] - 70) / 20, 2) - std::pow((values[1] - 0.3) / 0.2, 2);
    };
    for (int k = 0; k < 4000; ++k) {
        const double difference =
            strength(spsa.candidate(k, true)) - strength(spsa.candidate(k, false));
        const double chance = 1 / (1 + std::exp(-difference));
        double more = 0;
        for (int game = 0; game < 2; ++game) more += random.below(1000) < 1000 * chance ? 1 : -1;
        spsa.update(k, more);
    }
    EXPECT_NEAR(spsa.values()[0], 70, 8);
    EXPECT_NEAR(spsa.values()[1], 0.3, 0.1);
}

}  // namespace
}  // namespace xttt
