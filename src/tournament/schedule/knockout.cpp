#include <algorithm>
#include <bit>

#include "tournament/schedule/formats.h"

namespace xttt {
namespace {

// The seeds in bracket order: neighbours meet. 0 7 3 4 1 6 2 5 for eight.
std::vector<int> bracket(int size) {
    std::vector<int> seeds{0};
    while (static_cast<int>(seeds.size()) < size) {
        const int twice = 2 * static_cast<int>(seeds.size());
        std::vector<int> next;
        for (const int seed : seeds) {
            next.push_back(seed);
            next.push_back(twice - 1 - seed);
        }
        seeds = std::move(next);
    }
    return seeds;
}

// The state of a knockout after some rounds.
class Replayed {
public:
    explicit Replayed(const Pool& pool) : pool_(pool) {
        alive_ = bracket(static_cast<int>(std::bit_ceil(static_cast<unsigned>(pool.size()))));
        for (int& seed : alive_)
            if (seed >= pool.size()) seed = kBye;
        while (alive_.size() > 1 && play_level()) {
        }
    }
    // The next pairings; empty at the end.
    std::vector<Pairing> next() const { return next_; }
    // The eliminated entrants, level by level, and those still in the knockout.
    const std::vector<std::vector<int>>& out() const { return out_; }
    const std::vector<int>& alive() const { return alive_; }

private:
    // Processes one level of the bracket with its tie-breaks. Returns false if it is incomplete;
    // next_ then has the missing pairings.
    bool play_level() {
        std::vector<PairingScore> sums(alive_.size() / 2);
        for (int round = 0; round <= kMaxTieBreaks; ++round) {
            std::vector<std::size_t> level;
            for (std::size_t i = 0; i < sums.size(); ++i)
                if (!is_bye(i) && winner(i, sums[i]) == kBye) level.push_back(i);
            if (level.empty()) break;
            if (at_ == pool_.rounds.size()) {
                for (const std::size_t i : level) next_.push_back(pairing(i, round));
                return false;
            }
            const PlayedRound& played = pool_.rounds[at_++];
            for (std::size_t k = 0; k < std::min(level.size(), played.scores.size()); ++k) {
                const bool turned = played.pairings[k].first != alive_[2 * level[k]];
                const auto score = turned ? played.scores[k].reversed() : played.scores[k];
                PairingScore& sum = sums[level[k]];
                sum.points[0] += score.points[0];
                sum.points[1] += score.points[1];
                sum.results += score.results;
            }
        }
        std::vector<int> winners, losers;
        for (std::size_t i = 0; i < sums.size(); ++i) {
            const int a = alive_[2 * i], b = alive_[2 * i + 1];
            int through = is_bye(i) ? std::max(a, b) : winner(i, sums[i]);
            if (through == kBye) through = std::min(a, b);  // still tied: the better seed advances
            winners.push_back(through);
            if (!is_bye(i)) losers.push_back(through == a ? b : a);
        }
        std::ranges::sort(losers);
        out_.push_back(std::move(losers));
        alive_ = std::move(winners);
        return true;
    }

    bool is_bye(std::size_t i) const { return alive_[2 * i] == kBye || alive_[2 * i + 1] == kBye; }
    Pairing pairing(std::size_t i, int tie_break) const {
        const int a = alive_[2 * i], b = alive_[2 * i + 1];
        // Sides alternate from level to level and in each tie-break.
        return (out_.size() + static_cast<std::size_t>(tie_break)) % 2 == 0 ? Pairing{a, b}
                                                                            : Pairing{b, a};
    }
    // The winner of a pairing; kBye if it is tied.
    int winner(std::size_t i, const PairingScore& sum) const {
        const int a = alive_[2 * i], b = alive_[2 * i + 1];
        if (sum.points[0] != sum.points[1]) return sum.points[0] > sum.points[1] ? a : b;
        if (sum.results.wins != sum.results.losses)
            return sum.results.wins > sum.results.losses ? a : b;
        return kBye;
    }

    const Pool& pool_;
    std::vector<int> alive_;  // in bracket order, kBye for empty places
    std::size_t at_ = 0;      // number of rounds used
    std::vector<Pairing> next_;
    std::vector<std::vector<int>> out_;
};

}  // namespace

std::optional<std::vector<Pairing>> knockout_round(const Pool& pool) {
    if (pool.size() < 2) return std::nullopt;
    auto next = Replayed(pool).next();
    if (next.empty()) return std::nullopt;
    return next;
}

std::vector<int> knockout_order(const Pool& pool) {
    if (pool.size() == 0) return {};
    const Replayed replayed(pool);
    std::vector<int> order;
    for (const int entrant : replayed.alive())
        if (entrant != kBye) order.push_back(entrant);
    std::ranges::sort(order);
    for (auto it = replayed.out().rbegin(); it != replayed.out().rend(); ++it)
        order.insert(order.end(), it->begin(), it->end());
    return order;
}

}  // namespace xttt
