#pragma once

#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "cluster/order.h"
#include "selfplay/game_maker.h"

namespace xttt {

// The records in a report's bytes; fails where they are no whole number of records.
template <const Variant& V>
Result<std::vector<TrainingRecord<V>>> records_of(const std::string& bytes);

// Decides whether games that came back can be what was ordered: by the rules and the lots always,
// by playing them once more at times, since a game depends on its number and the recipe alone.
template <const Variant& V>
class SelfPlayJudge {
public:
    static Result<SelfPlayJudge> make(const SelfPlayRecipe& recipe, double verified);
    Result<void> judge(const SelfPlayOrder& order, const Report& report);

private:
    SelfPlayJudge(GameStarts<V> starts, GameMaker<V> maker, double verified)
        : starts_(std::move(starts)), maker_(std::move(maker)), verified_(verified) {}
    bool wants_to_verify(const std::string& worker, std::uint32_t number);

    GameStarts<V> starts_;
    GameMaker<V> maker_;
    double verified_;
    std::uint64_t salt_ = std::uint64_t{std::random_device()()} << 32 | std::random_device()();
    std::set<std::string> known_workers_;
};

}  // namespace xttt
