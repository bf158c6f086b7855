#include "tournament/schedule/stage_plan.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "base/names.h"
#include "base/random.h"

namespace xttt {
namespace {

constexpr Names<Format, kFormats.size()> kFormatNames{
    {"round-robin", "gauntlet", "swiss", "knockout", "adaptive"}};

}  // namespace

std::string_view name(Format format) {
    return kFormatNames.of(format);
}

std::optional<Format> find_format(std::string_view text) {
    return kFormatNames.find(text);
}

int swiss_rounds(const StagePlan& plan, int entrants) {
    if (entrants < 2) return 0;
    const int most = entrants % 2 == 0 ? entrants - 1 : entrants;  // then all have met
    const int usual = std::bit_width(static_cast<unsigned>(entrants - 1));
    return std::min(plan.rounds > 0 ? plan.rounds : usual, most);
}

std::vector<Seat> assign_seats(const StagePlan& plan, std::span<const int> best_first,
                               std::uint64_t seed) {
    std::vector<Seat> seats;
    for (const int entrant : best_first)
        seats.push_back({.entrant = entrant, .seed = static_cast<int>(seats.size())});
    std::vector<Seat*> order;
    for (Seat& seat : seats) order.push_back(&seat);
    if (plan.draw == Draw::Random) {
        Random random(mix64(seed));
        for (std::size_t i = order.size(); i > 1; --i)
            std::swap(order[i - 1], order[random.below(static_cast<std::uint32_t>(i))]);
    }
    for (std::size_t i = 0; i < order.size(); ++i) {
        const int turn = static_cast<int>(i) / plan.pools, place = static_cast<int>(i) % plan.pools;
        // Snake order: every second round of the deal goes backwards, so that no pool always gets
        // the stronger entrant.
        const bool back = plan.draw == Draw::Seeded && turn % 2 == 1;
        order[i]->pool = back ? plan.pools - 1 - place : place;
    }
    return seats;
}

std::vector<Pool> pools_of(const StagePlan& plan, std::span<const Seat> seats,
                           std::span<const PlayedRound> rounds) {
    std::vector<Seat> by_seed(seats.begin(), seats.end());
    std::ranges::sort(by_seed, {}, &Seat::seed);
    std::vector<Pool> pools(static_cast<std::size_t>(plan.pools));
    int largest = -1;
    for (const Seat& seat : by_seed) largest = std::max(largest, seat.entrant);
    std::vector<int> local(static_cast<std::size_t>(largest + 1), 0);
    for (const Seat& seat : by_seed) {
        auto& entrants = pools[static_cast<std::size_t>(seat.pool)].entrants;
        local[static_cast<std::size_t>(seat.entrant)] = static_cast<int>(entrants.size());
        entrants.push_back(seat.entrant);
    }
    const auto local_of = [&](int entrant) {
        return entrant == kBye ? kBye : local[static_cast<std::size_t>(entrant)];
    };
    for (const PlayedRound& round : rounds) {
        std::vector<PlayedRound> parts(pools.size());
        for (std::size_t i = 0; i < round.pairings.size(); ++i) {
            const Pairing& pairing = round.pairings[i];
            auto& part = parts[static_cast<std::size_t>(pairing.pool)];
            part.pairings.push_back(
                {local_of(pairing.first), local_of(pairing.second), pairing.pool});
            part.scores.push_back(round.scores[i]);
        }
        for (std::size_t p = 0; p < pools.size(); ++p)
            if (!parts[p].pairings.empty()) pools[p].rounds.push_back(std::move(parts[p]));
    }
    return pools;
}

}  // namespace xttt
