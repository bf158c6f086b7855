// Makes data of the page from records of engine games (`xttt selfplay`): puzzles, or statistics of
// openings.
//
//   xttt-page-data puzzles games.rec --seed 1 --threads 8 --output ultimate.json
//   xttt-page-data openings games.rec --plies 12 --positions 8000 --output ultimate.txt

#include <atomic>
#include <fstream>
#include <iostream>
#include <map>
#include <set>
#include <thread>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "base/file.h"
#include "puzzles/puzzle_finder.h"
#include "rules/fen.h"
#include "rules/notation.h"
#include "rules/with_variant.h"
#include "selfplay/opening_statistics.h"
#include "selfplay/record_file.h"

namespace xttt {
namespace {

struct Options {
    std::string in;
    std::string out;  // standard output if empty
    // Puzzles
    int per_kind = 40;
    int threads = 1;
    std::uint64_t seed = 1;
    std::size_t games = 1'000'000;
    // Openings
    int plies = 12;
    std::size_t positions = 8000;
    std::string book;  // whose scores to use; empty: none
};

template <const Variant& V>
using Game = std::vector<TrainingRecord<V>>;

template <const Variant& V>
Result<std::vector<Game<V>>> read_games(const std::string& path, std::size_t most) {
    std::vector<Game<V>> games;
    bool open = false;
    TRY_VOID(for_each_record<V>(path, [&](std::span<const TrainingRecord<V>> records) {
        for (const auto& record : records) {
            if (!open) games.emplace_back();
            games.back().push_back(record);
            open = record.ends_game == 0;
        }
    }));
    if (open) games.pop_back();  // written only in part
    if (games.size() > most) games.resize(most);
    if (games.empty()) return fail(Errc::BadInput, fmt::format("no games in '{}'", path));
    return games;
}

template <const Variant& V>
std::string puzzle_json(const Puzzle<V>& puzzle) {
    static constexpr std::array<std::string_view, 3> kGoals{"line", "board", "points"};
    return fmt::format(R"(["{}","{}","{}",{},"{}",{},{}])", to_fen<V>(puzzle.position),
                       puzzle_kind_name(puzzle.kind),
                       kGoals[static_cast<std::size_t>(puzzle.goal.kind)], puzzle.goal.amount,
                       move_text<V>(puzzle.solution), puzzle.moves, puzzle.rating);
}

// Finds puzzles in all games, on several threads; the result depends on the games and the seed
// only.
template <const Variant& V>
Result<std::vector<Puzzle<V>>> find_puzzles(const std::vector<Game<V>>& games,
                                            const Options& options) {
    std::vector<std::vector<Puzzle<V>>> found(games.size());
    std::vector<PuzzleFinder<V>> finders;
    for (int i = 0; i < options.threads; ++i) {
        TRY(auto finder, PuzzleFinder<V>::make({.hash_mb = 4}));
        finders.push_back(std::move(finder));
    }
    std::atomic<std::size_t> next{0};
    {
        std::vector<std::jthread> threads;
        for (auto& finder : finders)
            threads.emplace_back([&] {
                for (std::size_t i = next++; i < games.size(); i = next++) {
                    std::vector<Position<V>> positions;
                    for (const auto& record : games[i]) positions.push_back(record.position());
                    found[i] = finder.find(positions, options.seed + i);
                    if (i % 100 == 0) fmt::print(stderr, "game {} of {}\n", i, games.size());
                }
            });
    }
    std::vector<Puzzle<V>> all;
    std::set<Key> seen;
    for (const auto& some : found)
        for (const auto& puzzle : some)
            if (seen.insert(canonical(puzzle.position).position.key()).second)
                all.push_back(puzzle);
    return all;
}

// As many of each kind as wanted, over the whole range of ratings, easy ones first.
template <const Variant& V>
std::vector<Puzzle<V>> selected(const std::vector<Puzzle<V>>& all, int per_kind) {
    std::map<PuzzleKind, std::vector<Puzzle<V>>> kinds;
    for (const auto& puzzle : all) kinds[puzzle.kind].push_back(puzzle);
    std::vector<Puzzle<V>> chosen;
    for (auto& [kind, some] : kinds) {
        std::ranges::stable_sort(some, {}, &Puzzle<V>::rating);
        const std::size_t wanted = std::min(some.size(), static_cast<std::size_t>(per_kind));
        fmt::print(stderr, "{}: {} of {}\n", puzzle_kind_name(kind), wanted, some.size());
        for (std::size_t i = 0; i < wanted; ++i) chosen.push_back(some[i * some.size() / wanted]);
    }
    std::ranges::stable_sort(chosen, {}, &Puzzle<V>::rating);
    return chosen;
}

template <const Variant& V>
Result<std::string> puzzles_text(const Options& options) {
    TRY(const auto games, read_games<V>(options.in, options.games));
    TRY(const auto all, find_puzzles<V>(games, options));
    std::string text = "[";
    for (const auto& puzzle : selected<V>(all, options.per_kind))
        text += (text.size() > 1 ? ",\n" : "\n") + puzzle_json<V>(puzzle);
    return text + "\n]\n";
}

template <const Variant& V>
Result<std::string> openings_text(const Options& options) {
    OpeningStatistics<V> statistics(options.plies);
    TRY(const auto games, read_games<V>(options.in, options.games));
    for (const auto& game : games) statistics.add(game);
    if (!options.book.empty()) {
        TRY(const auto text, read_input_file(options.book));
        TRY(const auto book, Book<V>::parse(text));
        statistics.add(book);
    }
    fmt::print(stderr, "{} games\n", statistics.games());
    return statistics.text(options.positions);
}

Result<void> write(const Options& options, const std::string& text) {
    if (options.out.empty()) {
        std::cout << text;
        return {};
    }
    std::ofstream file(options.out, std::ios::binary);
    file << text << std::flush;
    if (!file) return fail(Errc::Io, fmt::format("cannot write '{}'", options.out));
    return {};
}

Result<void> make_data(const Options& options, bool puzzles) {
    TRY(const auto header, read_record_header(options.in));
    return with_variant(variant_of(header), [&]<const Variant & V>() -> Result<void> {
        TRY(const auto text, puzzles ? puzzles_text<V>(options) : openings_text<V>(options));
        return write(options, text);
    });
}

int run(int argc, char** argv) {
    CLI::App app{"Make data of the page from records of engine games", "xttt-page-data"};
    Options options;
    app.require_subcommand(1);
    auto* puzzles = app.add_subcommand("puzzles", "Find positions with one right move, proven");
    auto* openings = app.add_subcommand("openings", "Count the opening moves of the games");
    for (auto* command : {puzzles, openings}) {
        command->add_option("RECORD-FILE", options.in, "Games, from xttt selfplay")->required();
        command->add_option("-o,--output", options.out, "File to write (standard output)");
        command->add_option("--games", options.games, "Use only the first N games");
    }
    puzzles->add_option("--per-kind", options.per_kind, "Puzzles of each kind to keep")
        ->check(CLI::Range(1, 100'000))
        ->capture_default_str();
    puzzles->add_option("--threads", options.threads, "Threads")
        ->check(CLI::Range(1, 1024))
        ->capture_default_str();
    puzzles->add_option("--seed", options.seed, "Random seed")->capture_default_str();
    openings->add_option("--plies", options.plies, "Opening moves to count")
        ->check(CLI::Range(1, 60))
        ->capture_default_str();
    openings->add_option("--book", options.book, "Opening book with scores of its positions");
    openings
        ->add_option("--positions", options.positions,
                     "Positions to keep besides those of the book")
        ->check(CLI::Range(1, 10'000'000))
        ->capture_default_str();
    try {
        app.parse(argc, argv);
    } catch (const CLI::Success& asked) {  // --help
        return app.exit(asked);
    } catch (const CLI::ParseError& error) {
        fmt::print(stderr, "xttt-page-data: {}; see xttt-page-data --help\n", error.what());
        return 2;
    }
    const auto made = make_data(options, puzzles->parsed());
    if (made) return 0;
    fmt::print(stderr, "xttt-page-data: {}\n", made.error().message);
    return made.error().code == Errc::Usage ? 2 : 1;
}

}  // namespace
}  // namespace xttt

int main(int argc, char** argv) {
    return xttt::run(argc, argv);
}
