#include <clocale>
#include <fstream>
#include <istream>
#include <ostream>
#include <random>

#include <langinfo.h>
#include <unistd.h>

#include "commands.h"
#include "common_options.h"
#include "game_printer.h"
#include "play/full_screen.h"
#include "record/record_io.h"
#include "referee/referee.h"

namespace xttt {
namespace {

struct PlayOptions {
    std::optional<std::string> x, o;
    std::string variant = std::string(kVariants.front()->name);
    std::string resume;  // a saved game to resume
    std::string save = "game.xgn";
    std::optional<std::uint64_t> seed;
    LimitOptions limits;
    SandboxOptions sandbox;
    bool plain = false;  // text mode even on a terminal
    StyleOptions style;

    bool names_player(std::size_t side) const { return (side == 0 ? x : o).has_value(); }
};

// Default time per move of the engine.
constexpr Milliseconds kEngineMoveTime{1000};

// The last game of a file; it must be unfinished.
Result<GameRecord> saved_game(const std::string& path) {
    const auto format = record_format(path);
    if (!format)
        return fail(Errc::Usage, "--resume " + path + ": the name must end in .xgn or .jsonl");
    std::ifstream file(path);
    if (!file) return fail(Errc::Usage, "cannot read the saved game " + path);
    std::optional<GameRecord> last;
    const auto reader = make_reader(*format, file);
    while (auto game = reader->next()) {
        if (!*game) return fail(Errc::BadRecord, path + ", " + game->error().message);
        last = std::move(**game);
    }
    if (!last) return fail(Errc::BadRecord, path + " has no game in it");
    TRY(const auto ending, ending_of(*last));
    if (ending.result != GameResult::Unfinished)
        return fail(Errc::BadRecord, "the game in " + path + " has ended");
    return std::move(*last);
}

// A saved game may come from someone else: it must not make this program run another one.
bool may_come_from_file(const std::string& player) {
    const auto spec = parse_player(player);
    return !spec || (!std::holds_alternative<UgiSpec>(spec->kind) &&
                     !std::holds_alternative<CourseBot>(spec->kind));
}

Result<FullScreenGame> game_of(const PlayOptions& options) {
    FullScreenGame game;
    GameSetup& setup = game.setup;
    TRY(const auto variant, find_variant(options.variant));
    setup.variant = variant;
    std::array<std::string, 2> names{options.x.value_or("human"), options.o.value_or("engine")};
    if (!options.resume.empty()) {
        TRY(auto saved, saved_game(options.resume));
        setup.variant = saved.variant;
        setup.start_fen = saved.start_fen;
        setup.opening = std::move(saved.moves);
        setup.tags = std::move(saved.tags);
        // The same players, as far as they are known.
        for (const std::size_t side : {0u, 1u}) {
            const auto saved_name = setup.tags.find(side == 0 ? "X" : "O");
            if (options.names_player(side) || saved_name == setup.tags.end()) continue;
            if (!may_come_from_file(saved_name->second))
                return fail(Errc::Usage,
                            fmt::format("--resume {}: the file names the player {}, which would "
                                        "run a program; if you trust it, name it with --{}",
                                        options.resume, quote(saved_name->second), "xo"[side]));
            names[side] = saved_name->second;
        }
    }
    for (const std::size_t side : {0u, 1u}) {
        TRY(game.players[side], parse_player(names[side]));
    }
    TRY(const auto limits, limits_of(options.limits, *setup.variant));
    const bool timed = options.limits.timed();
    for (const std::size_t side : {0u, 1u}) {
        const bool human = std::holds_alternative<HumanSpec>(game.players[side].kind);
        if (timed)
            setup.limits[side] = limits;
        else if (!human)  // a person has unlimited time
            setup.limits[side] = {.move_time = setup.variant->move_time,
                                  .depth = limits.depth,
                                  .nodes = limits.nodes};
        // Otherwise the engine would use all of it.
        auto* engine = std::get_if<EngineSetup>(&game.players[side].kind);
        if (engine != nullptr && !timed && !engine->move_time) engine->move_time = kEngineMoveTime;
    }
    setup.margin = options.limits.margin;
    setup.seed = options.seed.value_or(std::random_device{}());
    setup.tags["Date"] = today();
    setup.tags["X"] = names[0];
    setup.tags["O"] = names[1];
    game.environment = player_environment(options.sandbox);
    game.save_path = options.save;
    std::setlocale(LC_ALL, "");
    const bool unicode = std::string_view(::nl_langinfo(CODESET)) == "UTF-8";
    game.ascii = options.style.ascii || !unicode;
    return game;
}

Result<void> play_in_text_mode(FullScreenGame& game, const PlayOptions& options, std::istream& in,
                               std::ostream& out) {
    game.environment.in = &in;
    game.environment.out = &out;
    TRY(const auto players, make_players(game.players, *game.setup.variant, game.environment));
    const DrawingStyle style = style_of(options.style);
    BoardPrinter board(out, style);
    ResultPrinter report(out, style);
    const std::array<GameListener*, 2> listeners{&board, &report};
    TRY_VOID(play_game(game.setup, {players[0].get(), players[1].get()}, listeners));
    return check_written(out, "standard output");
}

// A person plays: full screen, or in text mode without a terminal.
Result<void> run_play(const PlayOptions& options, std::istream& in, std::ostream& out) {
    TRY(auto game, game_of(options));
    if (!record_format(options.save))
        return fail(Errc::Usage,
                    "--save " + options.save + ": the name must end in .xgn or .jsonl");
    if (options.plain || ::isatty(STDIN_FILENO) != 1 || ::isatty(STDOUT_FILENO) != 1)
        return play_in_text_mode(game, options, in, out);
    TRY(const auto record, play_full_screen(game));
    TRY(const auto ending, ending_of(record));
    const auto is_person = [&](std::size_t side) {
        return std::holds_alternative<HumanSpec>(game.players[side].kind);
    };
    std::optional<Side> person;
    if (is_person(0) != is_person(1)) person = is_person(0) ? Side::X : Side::O;
    out << ending_sentence(record, ending, person) << '\n';
    return check_written(out, "standard output");
}

}  // namespace

void add_play(Command& app) {
    auto& command =
        app.add("play", "Play against the engine, a bot or another person.",
                {"xttt play", "xttt play --x engine:skill=5 --o human --variant double"});
    auto options = std::make_shared<PlayOptions>();
    command.group("Game");
    command.option("--x PLAYER", options->x, "Player of x, who moves first").default_text("human");
    command.option("--o PLAYER", options->o, "Player of o").default_text("engine");
    add_variant_option(command, options->variant);
    add_seed_option(command, options->seed);
    command.group("Saved games");
    command.option("--resume FILE", options->resume, "Resume a saved game");
    command.option("--save FILE", options->save, "File for the game saved with the key s");
    add_limit_options(command, options->limits);
    add_sandbox_options(command, options->sandbox);
    add_style_options(command, options->style);
    command.flag("--plain", options->plain, "Play in text mode instead of full screen")
        .alias("--lines");
    add_player_note(command);
    command.note(
        "Without --movetime or --tc you have unlimited time, and the engine uses 1s per move.");
    command.run([options](Streams io) { return run_play(*options, io.in, io.out); });
}

}  // namespace xttt
