// Compares the order of the arena's ladder with that of a full round robin between the same
// players, which has ten times as many games: prints Kendall's tau between the two. All games are
// really played.
//
// ladder_order --games 40 --players random engine:skill=0 engine:skill=1

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "arena/ladder.h"
#include "base/random.h"
#include "players/make_player.h"
#include "program.h"
#include "referee/opening.h"
#include "rules/with_variant.h"
#include "stats/rank_correlation.h"
#include "tournament/runner/local_executor.h"

namespace xttt {
namespace {

constexpr int kOpeningPlies = 4;
constexpr int kTenth = 10;

struct Options {
    std::string variant{kVariants[0]->name};
    std::vector<std::string> players;
    int games = 40;  // of each pair in the round robin
    int jobs = 1;
    std::uint64_t seed = 1;
    int move_time = 1000;  // milliseconds
};

// Plays games one after another or several at a time, and reports their scores.
class Board {
public:
    Board(const Options& options, const Variant& variant)
        : options_(options), variant_(variant), executor_(unpinned(options.jobs)) {
        int id = 0;
        for (const std::string& text : options.players)
            players_.push_back(std::make_shared<const Entrant>(Entrant{id++, text, text}));
    }
    int players() const { return static_cast<int>(players_.size()); }
    const std::string& name(int player) const {
        return players_[static_cast<std::size_t>(player)]->name;
    }
    bool has_room() const {
        return executor_.unfinished() < static_cast<std::size_t>(options_.jobs);
    }
    std::size_t running() const { return executor_.unfinished(); }

    void start(int x, int o) {
        const std::uint64_t id = next_++;
        GameTask task{.id = id,
                      .players = {players_[static_cast<std::size_t>(x)],
                                  players_[static_cast<std::size_t>(o)]},
                      .setup = {.variant = &variant_}};
        const std::uint64_t seed = mix64(options_.seed + id);
        task.setup.opening = random_opening(variant_, kOpeningPlies, seed).moves;
        task.setup.seed = seed >> 1;
        task.setup.limits.fill({.move_time = std::chrono::milliseconds(options_.move_time)});
        executor_.submit(std::move(task));
        running_[id] = {x, o};
    }

    struct Score {
        int x, o;
        double x_score;
    };
    // Waits for at least one game.
    Result<std::vector<Score>> collect() {
        std::vector<FinishedGame> finished;
        while (finished.empty())
            TRY_VOID(executor_.collect(finished, after(std::chrono::seconds(1))));
        std::vector<Score> scores;
        for (FinishedGame& done : finished) {
            TRY(const auto game, std::move(done.game));
            const auto points = game.ending.points.value_or(std::array{0, 0});
            const auto [x, o] = running_.extract(done.id).mapped();
            scores.push_back({x, o,
                              points[0] == points[1]  ? 0.5
                              : points[0] > points[1] ? 1.0
                                                      : 0.0});
        }
        return scores;
    }

private:
    const Options& options_;
    const Variant& variant_;
    LocalExecutor executor_;
    std::vector<std::shared_ptr<const Entrant>> players_;
    std::map<std::uint64_t, std::pair<int, int>> running_;
    std::uint64_t next_ = 1;
};

// The points of each player when all pairs have played.
Result<std::vector<double>> round_robin(Board& board, int games) {
    std::vector<std::pair<int, int>> left;
    for (int a = 0; a < board.players(); ++a)
        for (int b = a + 1; b < board.players(); ++b)
            for (int i = 0; i < games; ++i)
                left.push_back(i % 2 == 0 ? std::pair(a, b) : std::pair(b, a));
    std::vector<double> points(static_cast<std::size_t>(board.players()));
    while (!left.empty() || board.running() > 0) {
        for (; board.has_room() && !left.empty(); left.pop_back())
            board.start(left.back().first, left.back().second);
        TRY(const auto scores, board.collect());
        for (const Board::Score& score : scores) {
            points[static_cast<std::size_t>(score.x)] += score.x_score;
            points[static_cast<std::size_t>(score.o)] += 1 - score.x_score;
        }
    }
    return points;
}

// The ratings of a ladder after that number of games.
Result<std::vector<double>> ladder_ratings(Board& board, long games, std::uint64_t seed) {
    Ladder ladder(seed);
    std::vector<Ladder::Member> members;
    for (int i = 0; i < board.players(); ++i) members.push_back({.version = i});
    ladder.set_members(members);
    for (long started = 0; started < games || board.running() > 0;) {
        for (; board.has_room() && started < games; ++started) {
            const auto pairing = ladder.next();
            board.start(pairing->x, pairing->o);
        }
        TRY(const auto scores, board.collect());
        for (const Board::Score& score : scores) {
            ladder.record(score.x, score.o, score.x_score);
            ladder.finish({score.x, score.o});
        }
    }
    std::vector<double> ratings(static_cast<std::size_t>(board.players()));
    for (const auto& row : ladder.standings())
        ratings[static_cast<std::size_t>(row.version)] = row.elo.value;
    return ratings;
}

Result<void> run(const Options& options) {
    TRY(const Variant* variant, find_variant(options.variant));
    if (options.players.size() < 2) return fail(Errc::Usage, "--players: at least two are needed");
    for (const std::string& text : options.players) TRY_VOID(make_player(text, *variant));
    Board board(options, *variant);
    const long all = static_cast<long>(board.players()) * (board.players() - 1) / 2 * options.games;
    if (all < kTenth)
        return fail(Errc::Usage,
                    fmt::format("--games: a ladder has a tenth of the games of the round "
                                "robin, which has {}",
                                all));
    TRY(const auto points, round_robin(board, options.games));
    TRY(const auto ratings, ladder_ratings(board, all / kTenth, options.seed));
    fmt::print("{:<40} {:>8} {:>8}\n", "player", "points", "ladder");
    for (int i = 0; i < board.players(); ++i)
        fmt::print("{:<40} {:>8.1f} {:>8.0f}\n", board.name(i), points[static_cast<std::size_t>(i)],
                   ratings[static_cast<std::size_t>(i)]);
    fmt::print("round robin of {} games, ladder of {}: Kendall's tau {:.3f}\n", all, all / kTenth,
               kendall_tau(points, ratings));
    return {};
}

}  // namespace
}  // namespace xttt

int main(int argc, char** argv) {
    xttt::Options options;
    CLI::App program("Compares the ladder's order with that of a full round robin", "ladder_order");
    program.add_option("--variant", options.variant, "Variant");
    program.add_option("--players", options.players, "Two player strings or more");
    program.add_option("--games", options.games, "Games of each pair in the round robin")
        ->check(CLI::Range(1, 100'000));
    program.add_option("--jobs", options.jobs, "Games at the same time")
        ->check(CLI::Range(1, 1024));
    program.add_option("--seed", options.seed, "Random seed");
    program.add_option("--move-time", options.move_time, "Time per move in ms")
        ->check(CLI::Range(1, 3'600'000));
    if (const auto status = xttt::read_command_line(program, argc, argv)) return *status;
    return xttt::exit_code(program, xttt::run(options));
}
