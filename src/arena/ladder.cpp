#include "arena/ladder.h"

#include <algorithm>
#include <cmath>

namespace xttt {
namespace {

// Prior draws of each player against a virtual opponent rated 0: few, so that they do not pull new
// versions to the average.
constexpr double kPriorDraws = 0.25;
// With many members, ratings are computed again only after some more games.
constexpr int kMembersPerGame = 20;

Trinomial level_games(double elo_difference) {
    const auto wins = std::lround(Ladder::kLevelGames * expected_score(elo_difference));
    return {.wins = wins, .draws = 0, .losses = Ladder::kLevelGames - wins};
}

}  // namespace

void Ladder::set_members(std::vector<Member> members) {
    if (members == members_) return;
    members_ = std::move(members);
    index_.clear();
    for (std::size_t i = 0; i < members_.size(); ++i)
        index_[members_[i].version] = static_cast<int>(i);
    rated_games_ = -1;
}

void Ladder::record(int x, int o, double x_score) {
    Met& met = met_[std::minmax(x, o)];
    met.results.add(x < o ? x_score : 1 - x_score);
    met.first_as_x += x < o;
    ++states_[x].as_x;
    ++states_[x].games;
    ++states_[o].games;
    ++games_;
}

Trinomial Ladder::between(int version, int other) const {
    const auto found = met_.find(std::minmax(version, other));
    if (found == met_.end()) return {};
    return version < other ? found->second.results : found->second.results.reversed();
}

void Ladder::update() {
    const long stale = 1 + static_cast<long>(members_.size()) / kMembersPerGame;
    if (rated_games_ >= 0 && games_ - rated_games_ < stale) return;
    std::vector<Encounter> all;
    const auto add = [&](int first, int second, Trinomial results) {
        if (first > second) {
            std::swap(first, second);
            results = results.reversed();
        }
        all.push_back({first, second, results});
    };
    for (const auto& [pair, met] : met_) {
        const auto first = index_.find(pair.first), second = index_.find(pair.second);
        if (first != index_.end() && second != index_.end())
            add(first->second, second->second, met.results);
    }
    std::vector<int> levels;
    for (std::size_t i = 0; i < members_.size(); ++i) {
        const int at = static_cast<int>(i);
        if (members_[i].level) levels.push_back(at);
        if (!members_[i].previous) continue;
        const auto previous = index_.find(*members_[i].previous);
        if (previous != index_.end()) add(at, previous->second, {.draws = kInheritedGames});
    }
    std::ranges::sort(levels, {}, [&](int i) { return *members_[i].level; });
    for (std::size_t i = 1; i < levels.size(); ++i)
        add(levels[i], levels[i - 1],
            level_games(*members_[levels[i]].level - *members_[levels[i - 1]].level));
    ratings_ = rate(static_cast<int>(members_.size()), all, kPriorDraws);
    shift_ = 0;
    for (const int level : levels)
        shift_ += (*members_[level].level - ratings_[level].elo.value) /
                  static_cast<double>(levels.size());
    rated_games_ = games_;
}

double Ladder::variance(int index) const {
    const double error = ratings_.own_error(index);
    return error * error;
}

int Ladder::first_player() const {
    const bool fair_turn = turn_ % kFairTurn == 0;
    int best = -1;
    double best_need = 0;
    for (std::size_t i = 0; i < members_.size(); ++i) {
        if (!members_[i].active || members_[i].level) continue;
        const auto found = states_.find(members_[i].version);
        const State state = found == states_.end() ? State{} : found->second;
        const double need = fair_turn ? static_cast<double>(turn_ - state.last_turn)
                                      : variance(static_cast<int>(i)) / (1 + state.running);
        if (best < 0 || need > best_need) {
            best = static_cast<int>(i);
            best_need = need;
        }
    }
    return best;
}

int Ladder::opponent_of(int player) {
    int best = -1;
    double best_value = -1;
    for (std::size_t i = 0; i < members_.size(); ++i) {
        const int other = static_cast<int>(i);
        if (!members_[i].active || other == player) continue;
        const Estimate difference = ratings_.difference(player, other);
        const double score = expected_score(difference.value);
        const double spread = difference.high - difference.low;
        const auto state = states_.find(members_[i].version);
        const int running = state == states_.end() ? 0 : state->second.running;
        // Random tie-break, so that equal opponents take turns.
        const double value =
            score * (1 - score) * spread * spread * (0.75 + random_.unit() / 2) / (1 + running);
        if (value > best_value) {
            best = other;
            best_value = value;
        }
    }
    return best;
}

std::optional<Ladder::Pairing> Ladder::next() {
    update();
    const int first = first_player();
    const int second = first < 0 ? -1 : opponent_of(first);
    if (second < 0) return std::nullopt;
    ++turn_;
    const int a = members_[static_cast<std::size_t>(first)].version;
    const int b = members_[static_cast<std::size_t>(second)].version;
    for (const int version : {a, b}) {
        State& state = states_[version];
        state.last_turn = turn_;
        ++state.running;
    }
    // x is the player that was x less often: against this opponent, else in all games.
    const auto met = met_.find(std::minmax(a, b));
    long surplus = 0;  // of a
    if (met != met_.end()) {
        const long low_surplus = 2 * met->second.first_as_x - met->second.results.games();
        surplus = a < b ? low_surplus : -low_surplus;
    }
    if (surplus == 0) {
        const auto of = [&](int version) {
            const State& state = states_[version];
            return 2 * state.as_x - state.games;
        };
        surplus = of(a) - of(b);
    }
    const bool a_is_x = surplus != 0 ? surplus < 0 : random_.below(2) == 0;
    return a_is_x ? Pairing{a, b} : Pairing{b, a};
}

void Ladder::finish(const Pairing& pairing) {
    for (const int version : {pairing.x, pairing.o}) {
        int& running = states_[version].running;
        running = std::max(0, running - 1);
    }
}

std::vector<Ladder::Standing> Ladder::standings() {
    rated_games_ = rated_games_ == games_ ? rated_games_ : -1;
    update();
    std::vector<Trinomial> results(members_.size());
    for (const auto& [pair, met] : met_) {
        const auto add = [&](int version, const Trinomial& own) {
            const auto at = index_.find(version);
            if (at != index_.end()) results[static_cast<std::size_t>(at->second)] += own;
        };
        add(pair.first, met.results);
        add(pair.second, met.results.reversed());
    }
    std::vector<Standing> rows;
    for (std::size_t i = 0; i < members_.size(); ++i) {
        if (!members_[i].active) continue;
        Standing row{members_[i].version, ratings_[static_cast<int>(i)].elo, results[i]};
        for (double* value : {&row.elo.value, &row.elo.low, &row.elo.high}) *value += shift_;
        rows.push_back(row);
    }
    std::ranges::stable_sort(rows, std::greater{}, [](const Standing& s) { return s.elo.value; });
    return rows;
}

}  // namespace xttt
