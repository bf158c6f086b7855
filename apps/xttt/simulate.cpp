#include "simulate.h"

#include <array>
#include <iostream>
#include <random>

#include "commands.h"
#include "referee/referee.h"
#include "text_listeners.h"

namespace xttt {
namespace {

enum class SeatKind { Random, Human, Bot };

// The six pairings of the course simulator: who is x and who is o.
constexpr std::array<std::array<SeatKind, 2>, 6> kPairings{{{SeatKind::Random, SeatKind::Random},
                                                            {SeatKind::Human, SeatKind::Random},
                                                            {SeatKind::Human, SeatKind::Human},
                                                            {SeatKind::Bot, SeatKind::Human},
                                                            {SeatKind::Bot, SeatKind::Random},
                                                            {SeatKind::Bot, SeatKind::Bot}}};
// Who sits in a bot's place when none is named.
constexpr const char* kDefaultBot = "engine:movetime=1000";

// The two player strings of a pairing.
Result<std::array<std::string, 2>> players_of(const SimulateOptions& options) {
    const auto& seats = kPairings[static_cast<std::size_t>(options.pairing - 1)];
    std::array<std::string, 2> names;
    std::size_t used = 0;
    for (const std::size_t side : {0u, 1u}) {
        if (seats[side] == SeatKind::Random) names[side] = "random";
        if (seats[side] == SeatKind::Human) names[side] = "human";
        if (seats[side] == SeatKind::Bot)
            names[side] = used < options.bots.size() ? options.bots[used++] : kDefaultBot;
    }
    if (used < options.bots.size())
        return fail(Errc::Usage, fmt::format("pairing {} has no place for the bot '{}'",
                                             options.pairing, options.bots[used]));
    return names;
}

}  // namespace

Result<void> run_simulate(const SimulateOptions& options, std::istream& in, std::ostream& out) {
    const auto variant = find_variant(options.variant);
    if (!variant) return std::unexpected(variant.error());
    const auto names = players_of(options);
    if (!names) return std::unexpected(names.error());
    const auto limits = limits_of(options.limits, **variant);
    if (!limits) return std::unexpected(limits.error());

    GameSetup setup{.variant = *variant,
                    .margin = Milliseconds(options.limits.margin),
                    .seed = options.seed.value_or(std::random_device{}()),
                    .tags = {{"Date", today()}, {"X", (*names)[0]}, {"O", (*names)[1]}}};
    PlayerSurroundings around = surroundings_of(options.sandbox);
    around.in = &in;
    around.out = &out;
    std::array<PlayerSpec, 2> specs;
    bool human = false;
    for (const std::size_t side : {0u, 1u}) {
        auto spec = parse_player((*names)[side]);
        if (!spec) return std::unexpected(spec.error());
        specs[side] = std::move(*spec);
        const bool is_human = std::holds_alternative<HumanSpec>(specs[side].kind);
        human = human || is_human;
        // A person may take all the time in the world, unless a clock was asked for.
        const bool timed = options.limits.movetime || !options.limits.tc.empty();
        if (!is_human || timed) setup.limits[side] = *limits;
    }
    const auto players = make_players(specs, **variant, around);
    if (!players) return std::unexpected(players.error());

    const DrawingStyle style = style_of(options.style);
    BoardListener board(out, style);
    ReportListener report(out, style);
    std::vector<GameListener*> listeners{&report};
    if (human) listeners.insert(listeners.begin(), &board);
    const auto game = play_game(setup, {(*players)[0].get(), (*players)[1].get()}, listeners);
    if (!game) return std::unexpected(game.error());
    out << fmt::format("seed:    {} (--seed repeats the game)\n", setup.seed);
    if (!options.record.empty())
        if (auto saved = save_record(game->record, options.record); !saved) return saved;
    return check_written(out, "standard output");
}

void add_simulate(CLI::App& app, int& status) {
    auto options = std::make_shared<SimulateOptions>();
    auto* command = app.add_subcommand("simulate", "Play a game as the course simulator did");
    command
        ->add_option(
            "pairing", options->pairing,
            "x against o: 1 random, random; 2 human, random; 3 human, human; 4 bot, human; "
            "5 bot, random; 6 bot, bot")
        ->required()
        ->check(CLI::Range(1, 6));
    command->add_option("bots", options->bots,
                        "The bots, such as python:team33.py; without: " + std::string(kDefaultBot));
    add_variant_option(*command, options->variant);
    add_seed_option(*command, options->seed);
    add_limit_options(*command, options->limits);
    add_sandbox_options(*command, options->sandbox);
    command->add_option("--record", options->record, "Write the game to a .xgn or .jsonl file");
    add_style_options(*command, options->style);
    command->footer(fmt::format("A bot is one of {}", player_forms()));
    command->callback(
        [=, &status] { status = exit_code(run_simulate(*options, std::cin, std::cout)); });
}

}  // namespace xttt
