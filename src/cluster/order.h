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

// A course bot that travels: its own file, and the SHA-256 of the listing of all files it brings
// (travel.h).
struct TravellingBot {
    std::string main;
    std::string set;
    bool operator==(const TravellingBot&) const = default;
};

// A player as a worker has to build it.
struct OrderedPlayer {
    std::string text;                  // as parse_player understands it
    std::optional<TravellingBot> bot;  // for a course bot: takes the place of the file in `text`
    // For an engine: options that name files (EvalFile, BookFile), and the SHA-256 of each file.
    // For the network that comes with the program too, so that all play with the same.
    std::map<std::string, std::string> files = {};
    bool operator==(const OrderedPlayer&) const = default;
};

// One game that a worker shall play.
struct GameOrder {
    std::string run;  // whose game it is, and which
    std::string item;
    std::array<OrderedPlayer, 2> players;  // x and o
    GameSetup setup;
    std::uint64_t memory_limit = 0;  // of each sandboxed player
    int attempts = 5;                // so many workers may fail to finish it before it is set aside
    // Set where limits of time shall stretch with the speed of a core: the speed they are meant
    // for.
    std::optional<double> reference_speed = {};
};

// Some games of the engine against itself.
struct SelfPlayOrder {
    std::string run;
    std::string item;
    int attempts = 5;
    const Variant* variant = nullptr;
    std::uint32_t first = 0;  // number of the first game
    std::uint32_t count = 1;
    SelfPlayRecipe recipe;  // without files and openings, which travel:
    std::string network;    // SHA-256 of the network to evaluate with; empty: none is used
    std::string openings;   // SHA-256 of the FENs to start from, a line each; empty: none
};

using Order = std::variant<GameOrder, SelfPlayOrder>;

// The records of games, one after the other, as they lie in a file.
struct SelfPlayGames {
    std::string records;
};

// What a worker says about an order: what was played, or why that was not and never will be.
struct Report {
    std::string run;
    std::string item;
    std::string worker;
    int attempt = 1;
    double time_scale = 1;  // what limits of time were multiplied with; of a game, as the next
    HostEvidence host = {};
    std::variant<PlayedGame, SelfPlayGames, std::string> outcome;
};

// The messages on the wire: a line of JSON, and what a game or its records look like in a file.
// Readers take exactly what writers write, and nothing else; docs/reference/cluster.md describes
// the fields.
inline constexpr int kWireVersion = 2;
Result<std::string> order_text(const Order& order);
Result<Order> parse_order(std::string_view text);
Result<std::string> report_text(const Report& report);
Result<Report> parse_report(std::string_view text);

// Whether a report can be the answer to an order for a game: the same game from the same beginning
// under the same names, ended by the rules or by a forfeit of somebody whose turn it was. The moves
// were checked when the report was parsed.
Result<void> check_answer(const GameOrder& order, const Report& report);

}  // namespace xttt
