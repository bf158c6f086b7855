#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "base/result.h"
#include "players/player_spec.h"
#include "referee/game_setup.h"
#include "store/stored_game.h"

namespace xttt {

// The files of a course bot that travels: names within its folder, and the SHA-256 of each.
struct BotFiles {
    std::string main;  // the bot itself
    std::map<std::string, std::string> files;
    bool operator==(const BotFiles&) const = default;
};

// A player as a worker has to build it.
struct OrderedPlayer {
    std::string text;             // as parse_player understands it
    std::optional<BotFiles> bot;  // for a course bot: takes the place of the file in `text`
    bool operator==(const OrderedPlayer&) const = default;
};

// One game that a worker shall play.
struct GameOrder {
    std::string run;  // whose game it is, and which
    std::string item;
    std::array<OrderedPlayer, 2> players;  // x and o
    GameSetup setup;
    std::uint64_t memory_limit = 0;  // of each jailed player
    int attempts = 5;                // so many workers may fail to finish it before it is set aside
    // Set where limits of time shall stretch with the speed of a core: the speed they are meant
    // for.
    std::optional<double> reference_speed = {};
};

// What a worker says about an order: the game, or why there is none and never will be.
struct GameReport {
    std::string run;
    std::string item;
    std::string worker;
    int attempt = 1;
    double time_scale = 1;  // what limits of time were multiplied with
    HostEvidence host = {};
    std::variant<PlayedGame, std::string> outcome;
};

// The messages on the wire: a line of JSON, and the game so far or the whole game as the line that
// .jsonl files have. Readers take exactly what writers write, and nothing else; docs/cluster.md
// describes the fields.
inline constexpr int kWireVersion = 1;
Result<std::string> order_text(const GameOrder& order);
Result<GameOrder> parse_order(std::string_view text);
Result<std::string> report_text(const GameReport& report);
Result<GameReport> parse_report(std::string_view text);

// Whether a report can be the answer to an order: the same game from the same beginning under the
// same names, ended by the rules or by a forfeit of somebody whose turn it was. The moves were
// checked when the report was parsed.
Result<void> check_answer(const GameOrder& order, const GameReport& report);

}  // namespace xttt
