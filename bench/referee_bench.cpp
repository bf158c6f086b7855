// The speed of the referee, and how much of its own time it charges to a player.
//
// Pin it to one core (taskset -c 0) to measure the speed per core; children inherit the affinity.
// On a busy machine, use the CPU time of all three processes instead.

#include <algorithm>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <sys/resource.h>

#include "players/make_player.h"
#include "program.h"
#include "referee/referee.h"

namespace {

using namespace xttt;

// The time charged for each move. With a player that answers at once, all of it is overhead.
class Charges final : public GameListener {
public:
    void on_move(const MovedEvent& event) override { charged_.push_back(event.used); }
    void print() {
        std::ranges::sort(charged_);
        const auto at = [&](double share) {
            const auto k =
                static_cast<std::size_t>(share * static_cast<double>(charged_.size() - 1));
            return std::chrono::duration<double, std::micro>(charged_[k]).count();
        };
        fmt::print(
            "charged per move: median {:.1f} us, p99 {:.1f} us, p99.9 {:.1f} us, maximum {:.1f} "
            "us\n",
            at(0.5), at(0.99), at(0.999), at(1));
    }

private:
    std::vector<Clock::duration> charged_;
};

// CPU time of this process and of its players' processes.
double cpu_seconds(const std::array<Player*, 2>& players) {
    rusage own{};
    ::getrusage(RUSAGE_SELF, &own);
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
    };
    double sum = seconds(own.ru_utime) + seconds(own.ru_stime);
    for (Player* player : players)
        if (const auto usage = player->usage())
            sum += std::chrono::duration<double>(usage->cpu).count();
    return sum;
}

struct Run {
    std::uint64_t plies = 0;
    int forfeits = 0;
};

Run play(int games, std::array<Player*, 2> players, std::span<GameListener* const> listeners) {
    Run run;
    for (int game = 0; game < games; ++game) {
        const GameSetup setup{.limits = {default_limits(kExtreme), default_limits(kExtreme)},
                              .seed = static_cast<std::uint64_t>(game)};
        const auto played = play_game(setup, players, listeners);
        run.plies += played->record.moves.size();
        run.forfeits += played->record.forfeit.has_value();
    }
    return run;
}

}  // namespace

int main(int argc, char** argv) {
    int games = 1000;
    std::vector<std::string> names{"random", "random"};
    CLI::App app{"Measure the speed and the clock of the referee", "xttt_bench_referee"};
    app.add_option("--games", games, "Number of games")
        ->check(CLI::Range(1, 100'000'000))
        ->capture_default_str();
    app.add_option("players", names, "Players x and o; a single player plays both sides")
        ->expected(1, 2);
    if (const auto status = read_command_line(app, argc, argv)) return *status;
    std::vector<std::unique_ptr<Player>> players;
    for (const auto& name : names) {
        auto player = make_player(name, kExtreme);
        if (!player) return exit_code(app, std::unexpected(player.error()));
        players.push_back(std::move(*player));
    }
    const std::array<Player*, 2> pair{players.front().get(), players.back().get()};
    play(std::max(games / 100, 1), pair, {});  // warms up caches and processes
    const auto start = Clock::now();
    const double cpu_before = cpu_seconds(pair);
    const Run run = play(games, pair, {});
    const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
    fmt::print("{} games, {} plies, {} forfeits in {:.3f} s: {:.0f} plies/s\n", games, run.plies,
               run.forfeits, seconds, static_cast<double>(run.plies) / seconds);
    const double cpu = cpu_seconds(pair) - cpu_before;
    fmt::print("{:.2f} us of CPU time per ply: {:.0f} plies/s on an idle core\n",
               1e6 * cpu / static_cast<double>(run.plies), static_cast<double>(run.plies) / cpu);
    Charges charges;
    GameListener* listener = &charges;
    play(std::max(games / 10, 1), pair, {&listener, 1});
    charges.print();
}
