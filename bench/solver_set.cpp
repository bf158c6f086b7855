// Measures the time of the solver on self-play positions with few playable cells.
//
// solver_set --make 200 --cells 24 > bench/solver-24.txt solver_set bench/solver-24.txt

#include <algorithm>
#include <fstream>
#include <iostream>
#include <numeric>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "base/random.h"
#include "program.h"
#include "rules/fen.h"
#include "search/make_searcher.h"
#include "search/solver/solver.h"

namespace xttt {
namespace {

struct Options {
    std::string file;
    int make = 0, cells = 24;
    std::uint64_t nodes = 3000, seed = 1;
    std::size_t hash_mb = 256;
    SearchOptions search{.hash_mb = 8};
};

// The first position of a game with at most this many playable cells, if there is one.
std::optional<Position<kExtreme>> late_position(Searcher<kExtreme>& searcher,
                                                const Options& options, std::uint64_t game) {
    constexpr int kRandomPlies = 10;
    Random random(mix64(options.seed * 1'000'003 + game));
    Position<kExtreme> pos;
    searcher.new_game();
    for (int ply = 0; !pos.over() && pos.playable().size() > options.cells; ++ply) {
        const auto choices = static_cast<std::uint32_t>(pos.legal_count());
        pos.play(ply < kRandomPlies
                     ? pos.nth_legal(random.below(choices))
                     : searcher.search(pos, {.nodes = options.nodes}, {}).best_move());
    }
    return pos.over() ? std::nullopt : std::optional(pos);
}

Result<void> make_set(const Options& options) {
    TRY(const auto searcher, make_searcher<kExtreme>(options.search));
    int made = 0;
    for (std::uint64_t game = 0; made < options.make; ++game) {
        const auto pos = late_position(*searcher, options, game);
        if (!pos) continue;
        std::cout << to_fen(*pos) << std::endl;
        ++made;
    }
    return {};
}

Result<void> solve_set(const Options& options) {
    if (options.file.empty())
        return fail(Errc::Usage, "give a file of positions, or --make N; see solver_set --help");
    std::ifstream file(options.file);
    std::vector<double> seconds;
    std::uint64_t nodes = 0;
    int lines = 0;
    for (std::string fen; std::getline(file, fen);) {
        TRY(const auto pos, parse_fen<kExtreme>(fen));
        // A new solver for each position, so that the results are independent.
        const Solution solution = Solver<kExtreme>({.hash_mb = options.hash_mb}).solve(pos);
        seconds.push_back(std::chrono::duration<double>(solution.proven.elapsed).count());
        nodes += solution.proven.nodes;
        if (seconds.back() > 1)
            fmt::print(stderr, "position {}: {:.1f} s, {} nodes\n", seconds.size(), seconds.back(),
                       solution.proven.nodes);
        lines += solution.by_line();
    }
    if (seconds.empty()) return fail(Errc::Io, fmt::format("no positions in '{}'", options.file));
    std::ranges::sort(seconds);
    const auto count = static_cast<double>(seconds.size());
    const double total = std::accumulate(seconds.begin(), seconds.end(), 0.0);
    fmt::print(
        "{} positions ({} won with a line): mean {:.4f} s, median {:.4f} s, longest {:.2f} s; "
        "{:.0f} nodes per position, {:.2f} M nodes/s\n",
        seconds.size(), lines, total / count, seconds[seconds.size() / 2], seconds.back(),
        static_cast<double>(nodes) / count, static_cast<double>(nodes) / total / 1e6);
    return {};
}

int run(int argc, char** argv) {
    CLI::App app{"Measure the solver on late positions of self-play", "solver_set"};
    Options options;
    app.add_option("file", options.file, "Positions to solve, one FEN per line");
    app.add_option("--make", options.make, "Write this many positions instead")
        ->check(CLI::Range(0, 1'000'000));
    app.add_option("--cells", options.cells, "Maximum number of playable cells in a position")
        ->check(CLI::Range(1, kExtreme.cells()));
    app.add_option("--nodes", options.nodes, "Nodes per move of the self-play")
        ->check(node_range());
    app.add_option("--seed", options.seed);
    app.add_option("--hash", options.hash_mb, "Table size of the solver in MiB")
        ->check(CLI::Range(1, 1 << 20));
    app.add_option("--algorithm", options.search.algorithm);
    app.add_option("--evaluation", options.search.evaluation);
    if (const auto status = read_command_line(app, argc, argv)) return *status;
    return exit_code(app, options.make > 0 ? make_set(options) : solve_set(options));
}

}  // namespace
}  // namespace xttt

int main(int argc, char** argv) {
    return xttt::run(argc, argv);
}
