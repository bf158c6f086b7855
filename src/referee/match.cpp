#include "referee/match.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <thread>

#include <fmt/format.h>

#include "base/random.h"
#include "referee/referee.h"

namespace xttt {
namespace {

// Hands out the numbers of games and passes on what came of them, in order.
class Desk {
public:
    Desk(int games, const TakeGame& take) : games_(games), take_(take) {}

    std::optional<int> next() {
        const std::lock_guard lock(mutex_);
        if (failure_ || next_ == games_) return std::nullopt;
        return next_++;
    }
    void deliver(int game, PlayedGame played) {
        const std::lock_guard lock(mutex_);
        waiting_.emplace(game, std::move(played));
        while (!failure_ && !waiting_.empty() && waiting_.begin()->first == taken_) {
            if (auto taken = take_(taken_, waiting_.begin()->second); !taken)
                failure_ = taken.error();
            waiting_.erase(waiting_.begin());
            ++taken_;
        }
    }
    void fail_with(Error error) {
        const std::lock_guard lock(mutex_);
        if (!failure_) failure_ = std::move(error);
    }
    Result<void> result() const {
        if (failure_) return std::unexpected(*failure_);
        return {};
    }

private:
    int games_;
    const TakeGame& take_;
    std::mutex mutex_;
    int next_ = 0;
    int taken_ = 0;
    std::map<int, PlayedGame> waiting_;
    std::optional<Error> failure_;
};

void play_games(const MatchPlan& plan, const MakeListener& listen, PlayerPair& players,
                Desk& desk) {
    while (const auto game = desk.next()) {
        const int x = index(plan.side_of_first(*game));  // who is x: 0 the first player
        const auto listener = listen ? listen(*game) : nullptr;
        GameListener* const one = listener.get();
        auto played = play_game(plan.setup(*game), {players[x].get(), players[1 - x].get()},
                                one == nullptr ? std::span<GameListener* const>()
                                               : std::span<GameListener* const>(&one, 1));
        if (!played) return desk.fail_with(played.error());
        desk.deliver(*game, std::move(*played));
    }
}

}  // namespace

GameSetup MatchPlan::setup(int game) const {
    const auto number = static_cast<std::uint64_t>(game);
    const int x = index(side_of_first(game));
    GameSetup setup{.variant = variant,
                    .limits = {limits[x], limits[1 - x]},
                    .margin = margin,
                    .seed = mix64(seed + number),
                    .tags = tags};
    setup.tags["X"] = players[x].text;
    setup.tags["O"] = players[1 - x].text;
    setup.tags["Round"] = std::to_string(game + 1);
    const auto pair = static_cast<std::size_t>(game / 2);
    Opening opening = !openings.empty() ? openings[pair % openings.size()]
                      : random_plies > 0
                          ? random_opening(*variant, random_plies, mix64(seed) + pair)
                          : Opening{};
    setup.start_fen = std::move(opening.fen);
    setup.opening = std::move(opening.moves);
    return setup;
}

Result<void> play_match(const MatchPlan& plan, const MakeListener& listen, const TakeGame& take) {
    // The first players are made here, so that what is wrong with them is told once and before
    // anything else; each further thread makes its own.
    auto first = make_players(plan.players, *plan.variant, plan.surroundings);
    if (!first) return std::unexpected(first.error());
    Desk desk(plan.games, take);
    {
        std::vector<std::jthread> helpers;
        for (int job = 1; job < std::min(plan.jobs, plan.games); ++job)
            helpers.emplace_back([&] {
                auto players = make_players(plan.players, *plan.variant, plan.surroundings);
                if (!players) return desk.fail_with(players.error());
                play_games(plan, listen, *players, desk);
            });
        play_games(plan, listen, *first, desk);
    }
    return desk.result();
}

}  // namespace xttt
