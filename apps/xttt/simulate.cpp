#include "simulate.h"

#include <iostream>
#include <random>

#include "base/random.h"
#include "commands.h"
#include "rules/with_variant.h"

namespace xttt {
namespace {

template <const Variant& V>
GameRecord play_random_game(std::uint64_t seed) {
    GameRecord record;
    record.variant = &V;
    record.seed = seed;
    record.tags = {{"X", "random"}, {"O", "random"}};
    Random random(mix64(seed));
    for (auto pos = Position<V>::initial(); !pos.over();) {
        const Move move =
            pos.nth_legal(random.below(static_cast<std::uint32_t>(pos.legal_count())));
        record.moves.push_back({move, {}});
        pos.play(move);
    }
    return record;
}

std::string_view winner_text(GameResult result) {
    switch (result) {
        case GameResult::XWins:
            return "x (player 1)";
        case GameResult::OWins:
            return "o (player 2)";
        case GameResult::Draw:
            return "none, a draw";
        case GameResult::Unfinished:
            return "none yet";
    }
    std::unreachable();
}

std::string_view message_text(const Ending& ending) {
    if (ending.reason == "line") return "a line of small boards was completed";
    if (ending.reason == "full") return "every small board is closed and there is no line";
    return ending.reason;
}

// The end of a game as the course simulator tells it.
template <const Variant& V>
Result<void> report(const GameRecord& record, const DrawingStyle& style, std::ostream& out) {
    const auto last = replay<V>(record, [](const auto&, const auto&) {});
    if (!last) return std::unexpected(last.error());
    const Ending ending = ending_at<V>(*last, record.forfeit);
    const auto points = ending.points.value_or(std::array{0, 0});
    out << draw_board<V>(*last, style) << '\n'
        << fmt::format("{} against {}, {}, {} moves\n", record.tags.at("X"), record.tags.at("O"),
                       V.name, record.moves.size())
        << fmt::format("winner:  {}\n", winner_text(ending.result))
        << fmt::format("message: {}\n", message_text(ending))
        << fmt::format("points:  x {}, o {}\n", points[0], points[1]);
    if (record.seed) out << fmt::format("seed:    {} (--seed repeats the game)\n", *record.seed);
    return {};
}

}  // namespace

Result<void> run_simulate(const SimulateOptions& options, std::ostream& out) {
    const std::uint64_t seed = options.seed.value_or(std::random_device{}());
    return with_variant(options.variant, [&]<const Variant & V>() -> Result<void> {
        return report<V>(play_random_game<V>(seed), style_of(options.style), out);
    });
}

void add_simulate(CLI::App& app, int& status) {
    auto options = std::make_shared<SimulateOptions>();
    auto* command = app.add_subcommand("simulate", "Play a game as the course simulator did");
    command->add_option("pairing", options->pairing, "Who plays: 1 random against random")
        ->required()
        ->check(CLI::Range(1, 1));
    add_variant_option(*command, options->variant);
    add_seed_option(*command, options->seed);
    add_style_options(*command, options->style);
    command->callback([=, &status] { status = exit_code(run_simulate(*options, std::cout)); });
}

}  // namespace xttt
