#include "perft.h"

#include <chrono>
#include <iostream>

#include "commands.h"
#include "rules/perft.h"
#include "rules/with_variant.h"

namespace xttt {
namespace {

template <const Variant& V>
std::uint64_t divide(const Position<V>& pos, int depth, std::ostream& out) {
    std::uint64_t total = 0;
    pos.for_each_legal([&](Move move) {
        auto next = pos;
        next.play(move);
        const std::uint64_t nodes = perft(next, depth - 1);
        out << move_text<V>(move) << ' ' << nodes << '\n';
        total += nodes;
    });
    return total;
}

}  // namespace

Result<void> run_perft(const PerftOptions& options, std::ostream& out, std::ostream& log) {
    return with_variant(options.position.variant, [&]<const Variant & V>() -> Result<void> {
        const auto pos = position_of<V>(options.position);
        if (!pos) return std::unexpected(pos.error());
        const auto begin = std::chrono::steady_clock::now();
        const bool by_move = options.divide && options.depth > 0;
        const std::uint64_t nodes =
            by_move ? divide<V>(*pos, options.depth, out) : perft(*pos, options.depth);
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
        out << nodes << '\n';
        log << fmt::format("{:.3f} s, {:.0f} nodes/s\n", took.count(),
                           static_cast<double>(nodes) / std::max(took.count(), 1e-9));
        return {};
    });
}

void add_perft(CLI::App& app, int& status) {
    auto options = std::make_shared<PerftOptions>();
    auto* command = app.add_subcommand("perft", "Count the move sequences of a length");
    add_position_options(*command, options->position);
    command->add_option("--depth", options->depth, "Length of the sequences")
        ->required()
        ->check(CLI::Range(0, 20));
    command->add_flag("--divide", options->divide, "Also the count below each first move");
    command->callback(
        [=, &status] { status = exit_code(run_perft(*options, std::cout, std::cerr)); });
}

}  // namespace xttt
