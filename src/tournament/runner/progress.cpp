#include "tournament/runner/progress.h"

#include <algorithm>
#include <cassert>
#include <numeric>

#include "base/random.h"
#include "tournament/schedule/schedule.h"

namespace xttt {

Progress::Progress(std::vector<StagePlan> plans, int entrants, std::uint64_t seed)
    : plans_(std::move(plans)), seed_(seed) {
    std::vector<int> everybody(static_cast<std::size_t>(entrants));
    std::iota(everybody.begin(), everybody.end(), 0);
    begin_stage(everybody);
    if (!begin_round()) advance();
}

std::uint64_t Progress::stage_seed(int stage) const {
    return mix64(mix64(seed_) + static_cast<std::uint64_t>(stage));
}

void Progress::begin_stage(const std::vector<int>& best_first) {
    const auto& plan = plans_[stages_.size()];
    const int number = static_cast<int>(stages_.size());
    stages_.push_back({assign_seats(plan, best_first, stage_seed(number)), {}});
    recorded_in_stage_ = 0;
}

bool Progress::begin_round() {
    const StagePlan& plan = plans_[static_cast<std::size_t>(stage())];
    Stage& present = stages_.back();
    auto pairings = next_round(plan, present.seats, present.rounds, stage_seed(stage()) + 1);
    if (!pairings) return false;
    const auto games = static_cast<std::size_t>(plan.games);
    done_.assign(pairings->size() * games, false);
    for (std::size_t i = 0; i < pairings->size(); ++i)
        if ((*pairings)[i].is_bye())
            for (std::size_t game = 0; game < games; ++game) done_[i * games + game] = true;
    assigned_ = done_;
    cursor_ = 0;
    left_in_round_ = std::ranges::count(done_, false);
    present.rounds.push_back({std::move(*pairings), {}});
    present.rounds.back().scores.resize(present.rounds.back().pairings.size());
    return true;
}

void Progress::advance() {
    assert(round_complete() && !finished_);
    // A round may consist of byes only.
    while (round_complete()) {
        if (begin_round()) continue;
        if (stages_.size() == plans_.size()) {
            finished_ = true;
            return;
        }
        begin_stage(promoted(plans_[static_cast<std::size_t>(stage())], tables(stage())));
    }
}

std::size_t Progress::index_of(const GamePlace& place) const {
    const auto games = static_cast<std::size_t>(plans_[static_cast<std::size_t>(stage())].games);
    return static_cast<std::size_t>(place.pairing) * games + static_cast<std::size_t>(place.game);
}

std::optional<ScheduledGame> Progress::scheduled(const GamePlace& place) const {
    if (place.stage != stage() || place.round != round() || finished_) return std::nullopt;
    const StagePlan& plan = plans_[static_cast<std::size_t>(stage())];
    const auto& pairings = stages_.back().rounds.back().pairings;
    if (place.pairing < 0 || static_cast<std::size_t>(place.pairing) >= pairings.size() ||
        place.game < 0 || place.game >= plan.games)
        return std::nullopt;
    const Pairing& pairing = pairings[static_cast<std::size_t>(place.pairing)];
    if (pairing.is_bye()) return std::nullopt;
    const bool turned = place.game % 2 == 1;
    return ScheduledGame{place, pairing.pool,
                         turned ? std::array{pairing.second, pairing.first}
                                : std::array{pairing.first, pairing.second}};
}

std::optional<ScheduledGame> Progress::next_game() {
    if (!returned_.empty()) {
        const GamePlace place = returned_.back();
        returned_.pop_back();
        return scheduled(place);
    }
    while (cursor_ < assigned_.size() && assigned_[cursor_]) ++cursor_;
    if (cursor_ == assigned_.size() || finished_) return std::nullopt;
    assigned_[cursor_] = true;
    const auto games = static_cast<std::size_t>(plans_[static_cast<std::size_t>(stage())].games);
    return scheduled({.stage = stage(),
                      .round = round(),
                      .pairing = static_cast<int>(cursor_ / games),
                      .game = static_cast<int>(cursor_ % games)});
}

void Progress::requeue(GamePlace place) {
    if (scheduled(place) && !done_[index_of(place)]) {
        assigned_[index_of(place)] = true;
        returned_.push_back(place);
    }
}

bool Progress::record(const GamePlace& place, std::array<int, 2> points) {
    if (!scheduled(place) || done_[index_of(place)]) return false;
    done_[index_of(place)] = assigned_[index_of(place)] = true;
    if (place.game % 2 == 1) std::swap(points[0], points[1]);
    stages_.back().rounds.back().scores[static_cast<std::size_t>(place.pairing)].add(points);
    --left_in_round_;
    ++recorded_;
    ++recorded_in_stage_;
    return true;
}

long Progress::games_left() const {
    if (finished_) return 0;
    int entrants = static_cast<int>(stages_.back().seats.size());
    long left = -recorded_in_stage_;
    for (std::size_t i = static_cast<std::size_t>(stage()); i < plans_.size(); ++i) {
        left += games_of(plans_[i], entrants);
        if (plans_[i].promote > 0)
            entrants = std::min(entrants, plans_[i].promote * plans_[i].pools);
    }
    return std::max(left, left_in_round_);
}

std::vector<std::vector<TableRow>> Progress::tables(int stage) const {
    const auto at = static_cast<std::size_t>(stage);
    return stage_tables(plans_[at], stages_[at].seats, stages_[at].rounds);
}

}  // namespace xttt
