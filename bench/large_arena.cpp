// Writes an arena with many teams, versions and games, for scripts/measure-arena. Prints the links
// of staff and teams as `xttt arena new` does.
//
// large_arena arena --teams 100 --versions 5 --games 200000 > links.csv

#include <iostream>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "arena/arena_store.h"
#include "arena/game_store.h"
#include "base/random.h"
#include "players/random_player.h"
#include "program.h"
#include "referee/referee.h"
#include "stats/score.h"

namespace xttt {
namespace {

constexpr std::size_t kBatch = 2000;  // games of a transaction
constexpr int kDifferentGames = 400;
constexpr double kEloRange = 1500;

constexpr std::string_view kBot = R"(import random
class Team:
    def move(self, board, old_move, flag):
        return random.choice(board.find_valid_move_cells(old_move))
)";

struct Options {
    std::string folder;
    int teams = 100;
    int versions = 5;  // of each team
    int games = 200'000;
};

std::string link(const Token& token) {
    return fmt::format("http://127.0.0.1:8080/#/arena?token={}", token.text());
}

// Adds a team with its versions; the last one is active.
Result<std::vector<int>> add_team(ArenaStore& arena, int number, int versions) {
    TRY(const auto team, arena.add_team(fmt::format("Team of course {}", number), "", "bench"));
    std::cout << team.first.name << ',' << link(team.second) << '\n';
    std::vector<int> ids;
    for (int i = 0; i < versions; ++i) {
        TRY(auto version,
            arena.add_version(team.first.id, "team.py", fmt::format("attempt {}", i + 1),
                              fmt::format("# {} {}\n{}", number, i, kBot)));
        version.state = VersionState::Ready;
        version.player = "python:team.py";
        for (const char* check : {"handshake", "legal moves", "sandbox", "time", "memory"})
            version.checks.push_back({check, CheckedItem::Verdict::Good, "it is all right"});
        TRY_VOID(arena.finish_check(version));
        ids.push_back(version.id);
    }
    return ids;
}

Result<std::vector<PlayedGame>> different_games(const Variant& variant) {
    std::vector<PlayedGame> games;
    for (int i = 0; i < kDifferentGames; ++i) {
        RandomPlayer x, o;
        TRY(auto game,
            play_game({.variant = &variant, .seed = static_cast<std::uint64_t>(i)}, {&x, &o}));
        games.push_back(std::move(game));
    }
    return games;
}

Result<void> add_games(ArenaStore& arena, const std::vector<std::vector<int>>& teams, int count) {
    TRY(const auto settings, arena.settings());
    TRY(auto store, open_game_store(arena.games_path(), settings));
    TRY(const auto all_versions, arena.versions());
    TRY(const auto all_teams, arena.teams());
    TRY_VOID(add_entrants(store, all_versions, all_teams));
    TRY(const auto played, different_games(*settings.variant));
    Random random(1);
    const auto pick = [&](std::size_t size) {
        return static_cast<std::size_t>(random.below(static_cast<std::uint32_t>(size)));
    };
    const auto elo = [&](std::size_t team) {
        return kEloRange * static_cast<double>(team) / static_cast<double>(teams.size());
    };
    std::vector<StoredGame> games;
    std::vector<GameRecord> records;
    for (int i = 0; i < count; ++i) {
        const PlayedGame& game = played[pick(played.size())];
        std::size_t x = pick(teams.size()), o = pick(teams.size() - 1);
        o += o >= x;
        const bool x_is_better = random.unit() < expected_score(elo(x) - elo(o));
        StoredGame stored = summary_of(game);
        if (x_is_better != (stored.points[0] > stored.points[1])) std::swap(x, o);
        stored.entrants = {teams[x][pick(teams[x].size())], teams[o][pick(teams[o].size())]};
        games.push_back(std::move(stored));
        records.push_back(game.record);
        if (games.size() < kBatch && i + 1 < count) continue;
        TRY_VOID(store.add(games, records));
        games.clear();
        records.clear();
    }
    return {};
}

Result<void> run(const Options& options) {
    if (options.folder.empty()) return fail(Errc::Usage, "give a folder to create");
    TRY(const Token staff, ArenaStore::create(options.folder, {.name = "large",
                                                               .variant = &kExtreme,
                                                               .move_time = std::chrono::seconds(1),
                                                               .deadline = std::nullopt}));
    TRY(const auto arena, ArenaStore::open(options.folder));
    for (const int level : {0, 4, 8, 12, 16})
        TRY_VOID(arena->add_level(fmt::format("Level {}", level),
                                  fmt::format("engine:skill={}", level)));
    std::cout << "name,link\nstaff," << link(staff) << '\n';
    std::vector<std::vector<int>> teams;
    for (int i = 0; i < options.teams; ++i) {
        TRY(auto versions, add_team(*arena, i + 1, options.versions));
        teams.push_back(std::move(versions));
    }
    return add_games(*arena, teams, options.games);
}

}  // namespace
}  // namespace xttt

int main(int argc, char** argv) {
    xttt::Options options;
    CLI::App program("Writes an arena with many teams, versions and games", "large_arena");
    program.add_option("FOLDER", options.folder, "Folder to create");
    program.add_option("--teams", options.teams, "Number of teams")->check(CLI::Range(2, 1000));
    program.add_option("--versions", options.versions, "Versions of each team")
        ->check(CLI::Range(1, 20));
    program.add_option("--games", options.games, "Number of games")
        ->check(CLI::Range(0, 10'000'000));
    if (const auto status = xttt::read_command_line(program, argc, argv)) return *status;
    return xttt::exit_code(program, xttt::run(options));
}
