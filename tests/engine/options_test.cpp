#include "engine/options.h"

#include <gtest/gtest.h>

namespace xttt {
namespace {

TEST(EngineOptions, EveryDefaultIsAValueTheOptionTakes) {
    for (const OptionSpec& spec : option_specs()) {
        EngineOptions options;
        const auto set = set_option(options, spec.name, option_value(options, spec));
        EXPECT_TRUE(set.has_value()) << spec.name;
    }
}

TEST(EngineOptions, NamesAndChoicesAreFoundInEitherCase) {
    EngineOptions options;
    ASSERT_TRUE(set_option(options, "variant", "DOUBLE"));
    EXPECT_EQ(options.variant, "double");
    ASSERT_TRUE(set_option(options, "PONDER", "True"));
    EXPECT_TRUE(options.ponder);
}

TEST(EngineOptions, AnUnknownNameIsRefusedWithTheKnownOnes) {
    EngineOptions options;
    const auto set = set_option(options, "Colour", "red");
    ASSERT_FALSE(set);
    EXPECT_NE(set.error().message.find("'Colour'"), std::string::npos) << set.error().message;
    EXPECT_NE(set.error().message.find("Skill"), std::string::npos) << set.error().message;
}

TEST(EngineOptions, AValueOutOfRangeIsRefusedAndNothingChanges) {
    for (const std::string value : {"21", "-1", "ten", "", "1.5", "999999999999"}) {
        EngineOptions options;
        EXPECT_FALSE(set_option(options, "Skill", value)) << value;
        EXPECT_EQ(options.skill, 20);
    }
    EngineOptions options;
    EXPECT_FALSE(set_option(options, "Variant", "chess"));
    EXPECT_FALSE(set_option(options, "Ponder", "yes"));
}

TEST(EngineOptions, WhatASearcherIsBuiltFromFollowsTheOptions) {
    EngineOptions options;
    ASSERT_TRUE(set_option(options, "Hash", "7"));
    ASSERT_TRUE(set_option(options, "Algorithm", "mtdf"));
    ASSERT_TRUE(set_option(options, "MoveOverhead", "12"));
    EXPECT_EQ(options.search().hash_mb, 7U);
    EXPECT_EQ(options.search().algorithm, "mtdf");
    EXPECT_EQ(options.search().move_overhead, Milliseconds{12});
    EXPECT_FALSE(EngineOptions::same_search(options, EngineOptions{}));
}

TEST(EngineOptions, HowResultsAreShownNeedsNoNewSearcher) {
    EngineOptions options;
    ASSERT_TRUE(set_option(options, "MultiPV", "3"));
    ASSERT_TRUE(set_option(options, "Skill", "3"));
    EXPECT_TRUE(EngineOptions::same_search(options, EngineOptions{}));
}

}  // namespace
}  // namespace xttt
