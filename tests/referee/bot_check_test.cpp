#include "referee/bot_check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rules/position.h"

namespace xttt {
namespace {

using namespace std::chrono_literals;
using Verdict = CheckedItem::Verdict;

// Plays its first legal move, and loses on time at its third answer of a game. While it thinks the
// host keeps it from running for `held_up`.
class LatePlayer final : public Player {
public:
    explicit LatePlayer(std::chrono::nanoseconds held_up) : held_up_(held_up) {}

    std::optional<Failure> start_game(const GameInfo&, Deadline) override {
        answers_ = 0;
        return std::nullopt;
    }
    Reply choose(const Turn& turn, Deadline) override {
        ++asked;
        if (++answers_ < 3)
            return {turn.position.visit([](const auto& pos) { return pos.nth_legal(0); })};
        usage_.waited_for_cpu += held_up_;
        return {Failure{ForfeitReason::TimeLimit, "no answer"}};
    }
    std::optional<Usage> usage() override { return usage_; }

    int asked = 0;

private:
    std::chrono::nanoseconds held_up_;
    int answers_ = 0;
    Usage usage_;
};

struct Checked {
    BotVerdict verdict;
    bool any_bad = false;
    int asked = 0;
};

Checked check(std::chrono::nanoseconds held_up, int positions) {
    LatePlayer player(held_up);
    Checked checked{};
    const BotCheckPlan plan{
        .variant = &kUltimate, .limits = {.move_time = 10s}, .positions = positions};
    checked.verdict =
        check_player(
            plan, player,
            {.on_item =
                 [&](const CheckedItem& item) { checked.any_bad |= item.verdict == Verdict::Bad; }})
            .value();
    checked.asked = player.asked;
    return checked;
}

TEST(BotCheck, ATimeLossIsBad) {
    const auto checked = check(0ms, 20);
    EXPECT_EQ(checked.verdict, BotVerdict::Forfeits);
    EXPECT_TRUE(checked.any_bad);
}

TEST(BotCheck, ATimeLossOnABusyHostIsNotTheBots) {
    const auto checked = check(5s, 20);
    EXPECT_EQ(checked.verdict, BotVerdict::Undecided);
    EXPECT_FALSE(checked.any_bad);
}

TEST(BotCheck, NeverAsksMoreOftenThanThePlanSays) {
    for (const int positions : {1, 2, 3, 7}) EXPECT_LE(check(5s, positions).asked, positions);
}

}  // namespace
}  // namespace xttt
