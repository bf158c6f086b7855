#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "base/result.h"
#include "referee/game_setup.h"
#include "selfplay/recipe.h"
#include "tournament/store/stored_game.h"

namespace xttt {

// The files of a course bot, or of a sandboxed program that does not consist of one file: its main
// file, and the SHA-256 of the list of all its files (player_files.h).
struct BotPackage {
    std::string main;
    std::string set;
    bool operator==(const BotPackage&) const = default;
};

// A player as a worker constructs it.
struct OrderedPlayer {
    std::string text;  // for parse_player
    // For a course bot: replaces the file in `text`. For a sandboxed program: replaces the command.
    std::optional<BotPackage> bot;
    // For an engine: options that name files (EvalFile, BookFile), and the SHA-256 of each file;
    // also of the built-in network, so that all workers play with the same one.
    std::map<std::string, std::string> files = {};
    // For a program (ugi:): SHA-256 of its files at the coordinator, so that a rebuilt program is
    // another player; empty if the coordinator does not have the program.
    std::string program = {};
    // For a program that the coordinator sends: SHA-256 of its file, which replaces the command.
    std::string executable = {};
    bool operator==(const OrderedPlayer&) const = default;
};

// An order for one game.
struct GameOrder {
    std::string run;
    std::string item;                      // unique within the run
    std::array<OrderedPlayer, 2> players;  // x and o
    GameSetup setup;
    std::uint64_t memory_limit = 0;  // of each sandboxed player, in bytes
    int attempts = 5;                // failed attempts after which it is set aside
    // How much of what each bot prints comes back with the result, in bytes; 0: nothing.
    std::size_t bot_log_bytes = 0;
    // Set if time limits scale with the speed of the worker: the speed they are meant for.
    std::optional<double> reference_speed = {};
};

// An order for a batch of self-play games.
struct SelfPlayOrder {
    std::string run;
    std::string item;
    int attempts = 5;
    const Variant* variant = nullptr;
    std::uint32_t first = 0;  // number of the first game
    std::uint32_t count = 1;
    SelfPlayRecipe recipe;  // without files and openings:
    std::string network;    // SHA-256 of the network to evaluate with; empty: none is used
    std::string openings;   // SHA-256 of the FENs to start from, a line each; empty: none
};

using Order = std::variant<GameOrder, SelfPlayOrder>;

// The training records of games, as in a file.
struct SelfPlayGames {
    std::string records;
};

// The result of an order: the games, or why it was set aside.
struct Report {
    std::string run;
    std::string item;
    std::string worker;
    int attempt = 1;
    double time_scale = 1;  // factor of the time limits; games only, as `host`
    HostEvidence host = {};
    std::array<std::string, 2> bot_logs = {};  // what x and o printed, if the order asks for it
    std::variant<PlayedGame, SelfPlayGames, std::string> outcome;
};

// The most a result holds of what one bot printed, so that it fits into a message of 1 MiB, the
// server's default limit, whatever the bytes are.
inline constexpr std::size_t kMaxBotLogBytes = std::size_t{48} << 10;

// The messages on the wire: a line of JSON, followed by a game as in a .jsonl file, or by training
// records. Readers accept exactly what writers write; docs/reference/cluster.md describes the
// fields.
inline constexpr int kWireVersion = 4;
Result<std::string> order_text(const Order& order);
Result<Order> parse_order(std::string_view text);
Result<std::string> report_text(const Report& report);
Result<Report> parse_report(std::string_view text);

// Checks that a report answers an order for a game: the same game from the same start under the
// same names, ended by the rules or by a forfeit of the side to move. parse_report() has checked
// the moves.
Result<void> check_answer(const GameOrder& order, const Report& report);

}  // namespace xttt
