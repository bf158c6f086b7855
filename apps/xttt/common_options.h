#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "base/result.h"
#include "command.h"
#include "draw/board_drawing.h"
#include "engine/options.h"
#include "players/make_player.h"
#include "referee/game_setup.h"
#include "referee/opening.h"
#include "rules/fen.h"
#include "rules/notation.h"
#include "rules/with_variant.h"
#include "search/limits.h"
#include "search/make_searcher.h"
#include "tournament/runner/protocol_log.h"

// Options and functions that several commands share.
namespace xttt {

// Flushes a stream; fails if not everything was written.
Result<void> check_written(std::ostream& out, const std::string& name);

// Replaces a file. `name` is for the error message; empty: the path.
Result<void> write_file(const std::string& path, std::string_view content,
                        const std::string& name = "");

// The user's folder for files of a kind (XDG Base Directory Specification): of the variable, or
// below the home folder. Empty without either.
std::optional<std::filesystem::path> user_folder(const char* variable, const char* below_home);

// Usage error unless the URL is that of an HTTP server.
Result<void> check_server_url(const std::string& url);

// Today, in the format of records.
std::string today();

Argument& add_variant_option(Command& command, std::string& variant,
                             const std::string& help = "Variant of the game");
void add_seed_option(Command& command, std::optional<std::uint64_t>& seed);
void add_jobs_option(Command& command, int& jobs);
Argument& add_cpus_option(Command& command, std::vector<int>& cpus);
// The paragraph that lists the forms of a player.
void add_player_note(Command& command);

// A position: a variant's start or a FEN, and moves from there.
struct PositionOptions {
    std::string variant = std::string(kVariants.front()->name);
    std::string fen;
    std::vector<std::string> moves;
};
void add_position_options(Command& command, PositionOptions& options);

template <const Variant& V>
Result<Position<V>> position_of(const PositionOptions& options) {
    auto pos = options.fen.empty() ? Position<V>::initial() : parse_fen<V>(options.fen);
    if (!pos) return pos;
    TRY_VOID(play_moves<V>(*pos, fmt::format("{}", fmt::join(options.moves, " "))));
    return pos;
}

// How boards are drawn: --ascii and --color.
struct StyleOptions {
    bool ascii = false;
    std::string color = "auto";
};
void add_style_options(Command& command, StyleOptions& options);
// "auto" means colour on a terminal, unless NO_COLOR is set or the terminal is a dumb one.
DrawingStyle style_of(const StyleOptions& options);

// The limits of the players of a game: --movetime, --tc, --nodes, --depth, --margin.
struct LimitOptions {
    std::optional<Milliseconds> movetime;
    std::string tc;  // "60+0.5": seconds per game, and increment per move
    std::optional<std::uint64_t> nodes;
    std::optional<int> depth;
    Milliseconds margin{0};
    Milliseconds start_time = GameSetup{}.start_limit;

    bool timed() const { return movetime || !tc.empty(); }
};
void add_limit_options(Command& command, LimitOptions& options);
// --start-time.
void add_start_time_option(Command& command, LimitOptions& options);
// Without a time limit, the default time per move of the variant applies.
Result<PlayLimits> limits_of(const LimitOptions& options, const Variant& variant);

// Limits of a search: --movetime, --depth, --nodes.
struct SearchLimitOptions {
    std::optional<Milliseconds> movetime;
    std::optional<int> depth;
    std::optional<std::uint64_t> nodes;

    // `default_time` applies if no limit is given.
    SearchLimits limits(Milliseconds default_time) const;
};
void add_search_limit_options(Command& command, SearchLimitOptions& options,
                              const std::string& default_time);
// The maximum of --nodes.
inline constexpr double kMaxNodes = 4611686018427387904.0;  // 2^62

// --algorithm, --evaluation, --eval-file, --hash, --threads.
void add_engine_options(Command& command, EngineOptions& options);
// The same for an analysis. Without --threads it uses all cores; with --depth or --nodes and
// without a time limit one, so that the same command gives the same results.
void add_analysis_engine_options(Command& command, EngineOptions& options);
// The options with the number of threads filled in.
EngineOptions with_threads(EngineOptions options, const SearchLimitOptions& limits);
// --algorithm, --evaluation, --eval-file, --hash, for searches without an engine around them.
void add_searcher_options(Command& command, SearchOptions& options);

// How untrusted players run: --no-sandbox and --memory.
struct SandboxOptions {
    bool off = false;
    int memory_mib = 1024;
};
void add_sandbox_options(Command& command, SandboxOptions& options);
Argument& add_no_sandbox_flag(Command& command, bool& off);
// --python2, for commands that run course bots.
void add_python2_option(Command& command);
PlayerEnvironment player_environment(const SandboxOptions& options);

// How games end early: --resign-..., --proof-nodes, --draw-... and --max-moves.
struct AdjudicationOptions {
    std::optional<int> resign_score, draw_score;  // points
    Adjudication rules;

    Adjudication adjudication() const;
};
void add_adjudication_options(Command& command, AdjudicationOptions& options);
Argument& add_record_pv_flag(Command& command, bool& record_pv);

// Protocol of the programs: --log and --log-games.
struct ProtocolLogOptions {
    std::string file;  // empty: not kept
    int games = 100;
};
Argument& add_protocol_log_options(Command& command, ProtocolLogOptions& options);
// Null without --log.
Result<std::unique_ptr<ProtocolLog>> open_protocol_log(const ProtocolLogOptions& options);

// Where games start: --openings, --opening-order, --opening-start and --opening-plies.
struct OpeningOptions {
    std::string file;
    std::string order = "sequential";
    int start = 1;
    std::optional<int> plies;  // of the file's openings; without a file: random moves

    // For the openings of the file.
    OpeningSelection selection() const { return {order == "random", start, plies.value_or(0)}; }
};
// Random opening moves where games would repeat without.
inline constexpr int kVariedPlies = 4;
// `default_plies` says what happens without a file.
void add_opening_options(Command& command, OpeningOptions& options,
                         const std::string& default_plies);

}  // namespace xttt
