#include "players/make_player.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "base/text.h"
#include "players/bot_command.h"
#include "players/human_player.h"
#include "players/random_player.h"
#include "players/ugi_player.h"
#include "process/spawn.h"

namespace xttt {
namespace {

namespace fs = std::filesystem;
using Made = Result<std::unique_ptr<Player>>;

// Creates the player of each kind.
class Maker {
public:
    Maker(const PlayerSpec& spec, const Variant& variant, const PlayerEnvironment& environment)
        : spec_(spec), variant_(variant), environment_(environment) {}

    Made operator()(const RandomSpec& spec) const {
        return std::make_unique<RandomPlayer>(spec.seed);
    }

    Made operator()(const HumanSpec&) const {
        if (environment_.in == nullptr || environment_.out == nullptr)
            return fail(Errc::Usage, "a human cannot play here");
        return std::make_unique<HumanPlayer>(*environment_.in, *environment_.out,
                                             environment_.course_prompt);
    }

    Made operator()(const EngineSetup& setup) const { return EnginePlayer::make(setup, variant_); }

    Made operator()(const UgiSpec& spec) const {
        TRY(const auto program, find_program(spec.argv[0]));
        auto argv = spec.argv;
        argv[0] = fs::absolute(program).string();
        TRY(auto options, program_command(std::move(argv), spec.sandboxed, environment_.hidden));
        if (!spec.folder.empty()) {
            std::error_code failed;
            if (!fs::is_directory(spec.folder, failed))
                return fail(Errc::Usage, fmt::format("no such folder: {}", quote(spec.folder)));
            options.cwd = spec.folder;
        }
        if (spec.sandboxed) return sandboxed(std::move(options), false, spec.options);
        return started(std::move(options),
                       spec.restart ? UgiPlayer::Lifetime::OneGame : UgiPlayer::Lifetime::ManyGames,
                       false, spec.options);
    }

    Made operator()(const CourseBot& bot) const {
        TRY(auto options, course_bot_command(bot, environment_.hidden));
        if (bot.language == CourseBot::Language::Python2 && environment_.on_note) {
            TRY(const std::string python2, find_python2());
            if (python2.empty())
                environment_.on_note(
                    spec_,
                    "there is no Python 2.7 here, so the bot is translated; --python2 "
                    "PATH names an interpreter");
        }
        return sandboxed(std::move(options), true);
    }

private:
    Made sandboxed(ChildOptions options, bool hosted, std::vector<UgiOption> settings = {}) const {
        if (environment_.trust_all) {
            options.sandbox.reset();
        } else if (!sandbox_support().complete()) {
            return fail(
                Errc::Unsupported,
                fmt::format("this host does not support the sandbox ({}); use --no-sandbox to run "
                            "bots without it",
                            fmt::join(split(sandbox_support().what_is_missing(), '\n'), "; ")));
        } else {
            options.sandbox->memory_limit = environment_.memory_limit;
        }
        return started(std::move(options), UgiPlayer::Lifetime::OneGame, hosted,
                       std::move(settings));
    }

    Made started(ChildOptions options, UgiPlayer::Lifetime lifetime, bool hosted,
                 std::vector<UgiOption> settings) const {
        auto player = std::make_unique<UgiPlayer>(std::move(options), lifetime, variant_, hosted,
                                                  std::move(settings));
        TRY(const auto notes, player->check(after(environment_.handshake_timeout)));
        if (environment_.on_note)
            for (const std::string& note : notes) environment_.on_note(spec_, note);
        return player;
    }

    const PlayerSpec& spec_;
    const Variant& variant_;
    const PlayerEnvironment& environment_;
};

}  // namespace

std::vector<std::string> files_of(const PlayerSpec& spec) {
    std::vector<std::string> files;
    const auto add = [&](const std::string& name) {
        std::error_code failed;
        const auto file = fs::canonical(name, failed);
        if (!failed && fs::is_regular_file(file, failed)) files.push_back(file.string());
    };
    if (const auto* bot = std::get_if<CourseBot>(&spec.kind)) add(bot->file);
    // The program may be an interpreter, with the script among its arguments.
    if (const auto* program = std::get_if<UgiSpec>(&spec.kind))
        for (const auto& word : program->argv) add(word);
    return files;
}

void PlayerEnvironment::hide(std::span<const std::string> files, const PlayerSpec& own) {
    const auto own_files = files_of(own);
    if (own_files.empty()) return;
    // Only files in its folder would be visible.
    const std::string folder = fs::path(own_files.front()).parent_path().string();
    for (const auto& file : files)
        if (file.starts_with(folder) && std::ranges::find(own_files, file) == own_files.end())
            hidden.push_back(file);
}

Made make_player(const PlayerSpec& spec, const Variant& variant,
                 const PlayerEnvironment& environment) {
    auto player = std::visit(Maker(spec, variant, environment), spec.kind);
    if (!player) {
        // Only bots need something of this machine that can be missing.
        const bool is_bot = std::holds_alternative<CourseBot>(spec.kind) ||
                            std::holds_alternative<UgiSpec>(spec.kind);
        return fail(
            is_bot && player.error().code == Errc::Unsupported ? Errc::Unsupported : Errc::Usage,
            fmt::format("player '{}': {}", spec.text, player.error().message));
    }
    return player;
}

Made make_player(std::string_view text, const Variant& variant,
                 const PlayerEnvironment& environment) {
    TRY(const auto spec, parse_player(text));
    return make_player(spec, variant, environment);
}

Result<PlayerPair> make_players(const std::array<PlayerSpec, 2>& specs, const Variant& variant,
                                const PlayerEnvironment& environment) {
    PlayerPair pair;
    for (const std::size_t who : {0u, 1u}) {
        PlayerEnvironment own = environment;
        for (auto& file : files_of(specs[1 - who])) own.hidden.push_back(std::move(file));
        TRY(pair[who], make_player(specs[who], variant, own));
    }
    return pair;
}

}  // namespace xttt
