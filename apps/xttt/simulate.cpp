#include <array>
#include <istream>
#include <ostream>
#include <random>

#include "commands.h"
#include "common_options.h"
#include "game_files.h"
#include "game_printer.h"
#include "referee/referee.h"

namespace xttt {
namespace {

struct SimulateOptions {
    int pairing = 0;  // as the course simulator numbers them
    std::vector<std::string> bots;
    std::string variant = std::string(kVariants.front()->name);
    std::optional<std::uint64_t> seed;  // empty: a new one each time
    LimitOptions limits;
    SandboxOptions sandbox;
    RecordOptions record;
    StyleOptions style;
};

enum class SeatKind { Random, Human, Bot };

// The six pairings of the course simulator, x first.
constexpr std::array<std::array<SeatKind, 2>, 6> kPairings{{{SeatKind::Random, SeatKind::Random},
                                                            {SeatKind::Random, SeatKind::Human},
                                                            {SeatKind::Human, SeatKind::Human},
                                                            {SeatKind::Bot, SeatKind::Human},
                                                            {SeatKind::Bot, SeatKind::Random},
                                                            {SeatKind::Bot, SeatKind::Bot}}};
// The default player in place of a bot.
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
        return fail(Errc::Usage, fmt::format("pairing {} takes fewer bots: remove '{}'",
                                             options.pairing, options.bots[used]));
    return names;
}

// Plays one game and writes its final board, winner, message and points.
Result<void> run_simulate(const SimulateOptions& options, std::istream& in, std::ostream& out) {
    TRY(const auto variant, find_variant(options.variant));
    TRY(const auto names, players_of(options));
    TRY(const auto limits, limits_of(options.limits, *variant));
    TRY(auto files, RecordFiles::open(options.record));

    GameSetup setup{.variant = variant,
                    .margin = options.limits.margin,
                    .seed = options.seed.value_or(std::random_device{}()),
                    .tags = {{"Date", today()}, {"X", names[0]}, {"O", names[1]}}};
    PlayerEnvironment environment = player_environment(options.sandbox);
    environment.in = &in;
    environment.out = &out;
    environment.course_prompt = true;
    std::array<PlayerSpec, 2> specs;
    bool human = false;
    for (const std::size_t side : {0u, 1u}) {
        TRY(specs[side], parse_player(names[side]));
        const bool is_human = std::holds_alternative<HumanSpec>(specs[side].kind);
        human = human || is_human;
        // A person has unlimited time unless there is a clock.
        if (!is_human || options.limits.timed()) setup.limits[side] = limits;
    }
    TRY(const auto players, make_players(specs, *variant, environment));

    const DrawingStyle style = style_of(options.style);
    BoardPrinter board(out, style);
    ResultPrinter report(out, style);
    std::vector<GameListener*> listeners{&report};
    if (human) listeners.insert(listeners.begin(), &board);
    TRY(const auto game, play_game(setup, {players[0].get(), players[1].get()}, listeners));
    out << fmt::format("seed:    {} (--seed repeats the game)\n", setup.seed);
    TRY_VOID(files.add(game.record));
    return check_written(out, "standard output");
}

}  // namespace

void add_simulate(Command& app) {
    auto& command =
        app.add("simulate", "Play one game, as the course simulator did.",
                {"xttt simulate 1", "xttt simulate 5 python:team33.py --variant double"});
    auto options = std::make_shared<SimulateOptions>();
    command
        .option("PAIRING", options->pairing,
                "x against o: 1 random, random; 2 random, human; 3 human, human; 4 bot, human; "
                "5 bot, random; 6 bot, bot")
        .range(1, 6)
        .required()
        .default_text("");
    command.option("PLAYER", options->bots, "The bots of the pairing")
        .default_text(std::string(kDefaultBot));
    command.group("Game");
    add_variant_option(command, options->variant);
    add_seed_option(command, options->seed);
    add_record_options(command, options->record);
    add_limit_options(command, options->limits);
    add_sandbox_options(command, options->sandbox);
    add_style_options(command, options->style);
    add_player_note(command);
    command.run([options](Streams io) { return run_simulate(*options, io.in, io.out); });
}

}  // namespace xttt
