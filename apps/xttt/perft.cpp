#include "rules/perft.h"

#include <ostream>

#include "commands.h"
#include "common_options.h"
#include "rules/with_variant.h"

namespace xttt {
namespace {

struct PerftOptions {
    PositionOptions position;
    int depth = 0;
    bool divide = false;  // also the count below each move
};

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
        TRY(const auto pos, position_of<V>(options.position));
        const auto begin = Clock::now();
        const bool by_move = options.divide && options.depth > 0;
        const std::uint64_t nodes =
            by_move ? divide<V>(pos, options.depth, out) : perft(pos, options.depth);
        const double took = to_seconds(Clock::now() - begin);
        out << nodes << '\n';
        log << fmt::format("{:.3f} s, {:.0f} nodes/s\n", took,
                           static_cast<double>(nodes) / std::max(took, 1e-9));
        return {};
    });
}

void add_perft(Command& app) {
    auto& command = app.add(
        "perft", "Count the move sequences of a given length.",
        {"xttt perft --depth 4", "xttt perft --variant ultimate --depth 3 --moves e5 --divide"});
    auto options = std::make_shared<PerftOptions>();
    command.group("Count");
    command.option("--depth N", options->depth, "Length of the sequences in plies, 0 to 20")
        .range(0, 20)
        .required()
        .default_text("");
    command.flag("--divide", options->divide, "Also print the count below each first move");
    add_position_options(command, options->position);
    command.run([options](Streams io) { return run_perft(*options, io.out, io.err); });
}

}  // namespace xttt
