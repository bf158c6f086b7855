#pragma once

#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include "support/fresh_folder.h"
#include "testing/test_folder.h"

namespace xttt::test {

// Has an empty folder for each test.
class TestFolderTest : public testing::Test {
protected:
    FreshFolder folder_;
    const std::string& path_ = folder_.path();
};

// Between two random players, which ends undecided or not after a few games.
inline xttt::Test sample(int priority = 0, int share = 100) {
    xttt::Test test{.name = "a <b> & c", .submitted = "2026-01-02 03:04"};
    test.priority = priority;
    test.share = share;
    test.config.name = "sprt";
    test.config.store = "/no/store";
    test.config.variant = &kUltimate;
    test.config.seed = 5;
    test.config.limits.move_time = Milliseconds(60000);
    test.config.entrants = {{"new", "random:1"}, {"old", "random:2"}};
    test.config.stages = {{.name = "sprt", .games = 40, .bye_points = kUltimate.line_points}};
    test.config.opening_plies = 4;
    test.bounds = {.elo0 = 1, .elo1 = 7.5};
    return test;
}

}  // namespace xttt::test
