#include "tournament/runner/match.h"

#include <filesystem>
#include <map>

#include <fmt/format.h>

#include "base/random.h"

namespace xttt {

Result<GameSetup> MatchPlan::setup(int game) const {
    const auto number = static_cast<std::uint64_t>(game);
    const int x = index(side_of_first(game));  // which player is x: 0 the first
    GameSetup setup{.variant = variant,
                    .limits = {limits[x], limits[1 - x]},
                    .margin = margin,
                    .start_limit = start_limit,
                    .adjudication = adjudication,
                    .record_pv = record_pv,
                    .seed = mix64(seed + number),
                    .tags = tags};
    setup.tags["X"] = name(x);
    setup.tags["O"] = name(1 - x);
    setup.tags["Round"] = std::to_string(game + 1);
    if (!setup.tags.contains("TimeControl")) {
        const auto [of_x, of_o] =
            std::pair(time_control_text(setup.limits[0]), time_control_text(setup.limits[1]));
        setup.tags["TimeControl"] = of_x == of_o ? of_x : fmt::format("{} : {}", of_x, of_o);
    }
    for (const int side : {0, 1})
        if (!bot_logs.empty())
            setup.bot_logs[side].path = fmt::format(
                "{}/game-{:04}-{}-{}.log", bot_logs, game + 1, "xo"[side],
                file_name_part(
                    std::filesystem::path(name(side == 0 ? x : 1 - x)).filename().string()));
    if (log_protocol) setup.protocol = std::make_shared<GameProtocol>();
    const auto pair = static_cast<std::size_t>(game / 2);
    Opening opening;
    if (make_opening) {
        TRY(opening, make_opening(game / 2));
    } else if (!openings.empty()) {
        opening = openings[pair % openings.size()];
    } else if (random_plies > 0) {
        opening = random_opening(*variant, random_plies, mix64(seed) + pair);
    }
    setup.start_fen = std::move(opening.fen);
    setup.opening = std::move(opening.moves);
    return setup;
}

Result<GameTask> MatchPlan::task(int game) const {
    TRY(auto own_setup, setup(game));
    GameTask task{.id = static_cast<std::uint64_t>(game),
                  .players = {},
                  .setup = std::move(own_setup),
                  .conditions = conditions};
    const int x = index(side_of_first(game));
    for (const int side : {0, 1}) {
        const int player = side == 0 ? x : 1 - x;
        task.players[side] = std::make_shared<const Entrant>(player, name(player), players[player]);
    }
    return task;
}

Result<void> play_match(const MatchPlan& plan, GameExecutor& executor, const TakeGame& take,
                        const std::atomic<int>* interrupts) {
    constexpr auto kBetweenPolls = std::chrono::milliseconds(100);
    const auto interrupted = [&] { return interrupts ? interrupts->load() : 0; };
    int next = 0, taken = 0;
    bool cancelled = false;
    std::map<std::uint64_t, PlayedGame> waiting;  // until all games before them have finished
    std::vector<FinishedGame> finished;
    for (;;) {
        if (interrupted() > 1) {
            executor.stop();
            return {};
        }
        if (interrupted() > 0 && !cancelled) {
            cancelled = true;
            (void)executor.cancel_pending();
        }
        for (std::size_t slots = executor.free_slots();
             slots > 0 && next < plan.games && !cancelled; --slots) {
            TRY(auto task, plan.task(next));
            executor.submit(std::move(task));
            ++next;
        }
        if (executor.unfinished() == 0) return {};
        TRY_VOID(executor.collect(finished, after(kBetweenPolls)));
        for (FinishedGame& done : finished) {
            TRY(auto game, std::move(done.game));
            waiting.emplace(done.id, std::move(game));
        }
        finished.clear();
        for (auto first = waiting.begin();
             first != waiting.end() && first->first == static_cast<std::uint64_t>(taken);
             first = waiting.erase(first), ++taken)
            if (auto done = take(taken, first->second); !done) {
                executor.stop();
                return done;
            }
    }
}

}  // namespace xttt
