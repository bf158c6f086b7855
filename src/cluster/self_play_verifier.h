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

// Checks that games that came back are those that were ordered: always by the rules and the random
// choices of the recipe, sometimes by playing a game again, since it depends on its number and the
// recipe alone.
template <const Variant& V>
class SelfPlayVerifier {
public:
    static Result<SelfPlayVerifier> make(const SelfPlayRecipe& recipe, double verified);
    Result<void> check(const SelfPlayOrder& order, const Report& report);

private:
    SelfPlayVerifier(GameStarts<V> starts, GameMaker<V> maker, double verified)
        : starts_(std::move(starts)), maker_(std::move(maker)), verified_(verified) {}
    bool must_verify(const std::string& worker, std::uint32_t number);

    GameStarts<V> starts_;
    GameMaker<V> maker_;
    double verified_;
    std::uint64_t salt_ = std::uint64_t{std::random_device()()} << 32 | std::random_device()();
    std::set<std::string> known_workers_;
};

}  // namespace xttt
