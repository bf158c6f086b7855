#include <gtest/gtest.h>

#include "base/clock.h"

namespace xttt {
namespace {

using namespace std::chrono_literals;

TEST(Duration, ReadsNumbersWithUnits) {
    EXPECT_EQ(parse_duration("50ms"), 50ms);
    EXPECT_EQ(parse_duration("1.5s"), 1500ms);
    EXPECT_EQ(parse_duration("1.5 s"), 1500ms);
    EXPECT_EQ(parse_duration("2min"), 2min);
    EXPECT_EQ(parse_duration("1h"), 1h);
    EXPECT_EQ(parse_duration("7d"), 168h);
    EXPECT_EQ(parse_duration("0"), 0ms);
}

TEST(Duration, CountsPlainNumbersInMillisecondsOrTheGivenUnit) {
    EXPECT_EQ(parse_duration("250"), 250ms);
    EXPECT_EQ(parse_duration("2.5", 1s), 2500ms);
    EXPECT_EQ(parse_duration("10", 1min), 10min);
    EXPECT_EQ(parse_duration("10ms", 1min), 10ms);
}

TEST(Duration, RefusesEverythingElse) {
    for (const char* text : {"", "soon", "-1", "-1s", "5 parsecs", "s", "1s 2s", "1e300", "nan",
                             "inf", "1,5s", "99999999d"}) {
        const auto time = parse_duration(text);
        ASSERT_FALSE(time) << text;
        EXPECT_EQ(time.error().code, Errc::Usage);
        EXPECT_NE(time.error().message.find("is not a time; write 50ms"), std::string::npos);
    }
}

TEST(Duration, WritesWhatItReadsBack) {
    for (const auto time : {0ms, 1ms, 999ms, 1500ms, 30'000ms, 90'000ms, 3'600'000ms, 86'400'000ms})
        EXPECT_EQ(parse_duration(exact_duration_text(time)), time) << exact_duration_text(time);
    EXPECT_EQ(exact_duration_text(30s), "30s");
    EXPECT_EQ(exact_duration_text(10min), "10min");
}

}  // namespace
}  // namespace xttt
