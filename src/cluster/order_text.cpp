#include <fmt/format.h>

#include "base/sha256.h"
#include "base/text.h"
#include "cluster/layout.h"
#include "cluster/order.h"
#include "cluster/player_files.h"
#include "cluster/wire.h"
#include "players/player_spec.h"
#include "record/json_fields.h"
#include "record/record_io.h"
#include "rules/with_variant.h"

namespace xttt {
namespace {

using Json = nlohmann::json;
constexpr std::int64_t kDay = 86'400'000;             // milliseconds
constexpr std::int64_t kMostSelfPlayGames = 100'000;  // in one order

Json limits_json(const PlayLimits& limits) {
    Json json = Json::object();
    if (limits.move_time) json["move_ms"] = limits.move_time->count();
    if (limits.clock) {
        json["clock_ms"] = limits.clock->remaining.count();
        json["increment_ms"] = limits.clock->increment.count();
    }
    if (limits.depth) json["depth"] = *limits.depth;
    if (limits.nodes) json["nodes"] = *limits.nodes;
    if (limits.margin) json["margin_ms"] = limits.margin->count();
    return json;
}

Result<PlayLimits> parse_limits(const Json& json) {
    JsonFields object(json, "order, limits");
    PlayLimits limits;
    if (object.has("move_ms")) limits.move_time = Milliseconds(object.integer("move_ms", 1, kDay));
    if (object.has("clock_ms"))
        limits.clock = GameClock{Milliseconds(object.integer("clock_ms", 0, kDay)),
                                 Milliseconds(object.integer("increment_ms", 0, kDay))};
    if (object.has("depth")) limits.depth = static_cast<int>(object.integer("depth", 1, 1 << 20));
    if (object.has("nodes")) limits.nodes = object.unsigned_integer("nodes");
    if (object.has("margin_ms")) limits.margin = Milliseconds(object.integer("margin_ms", 0, kDay));
    TRY_VOID(object.finish());
    return limits;
}

Json adjudication_json(const Adjudication& rules) {
    Json json = {{"proof_nodes", rules.proof_nodes}};
    if (rules.resign_score) {
        json["resign_score"] = *rules.resign_score;
        json["resign_moves"] = rules.resign_moves;
        json["resign_twosided"] = rules.resign_twosided;
    }
    if (rules.draw_score) {
        json["draw_score"] = *rules.draw_score;
        json["draw_moves"] = rules.draw_moves;
        json["draw_from"] = rules.draw_from;
    }
    if (rules.max_moves > 0) json["max_moves"] = rules.max_moves;
    return json;
}

Result<Adjudication> parse_adjudication(const Json& json) {
    JsonFields object(json, "order, adjudication");
    Adjudication rules;
    rules.proof_nodes = static_cast<std::uint64_t>(object.integer("proof_nodes", 0, 1'000'000'000));
    if (object.has("resign_score")) {
        rules.resign_score = static_cast<int>(object.integer("resign_score", 1, 1'000'000));
        rules.resign_moves = static_cast<int>(object.integer("resign_moves", 1, 1000));
        rules.resign_twosided = object.boolean("resign_twosided");
    }
    if (object.has("draw_score")) {
        rules.draw_score = static_cast<int>(object.integer("draw_score", 0, 1'000'000));
        rules.draw_moves = static_cast<int>(object.integer("draw_moves", 1, 1000));
        rules.draw_from = static_cast<int>(object.integer("draw_from", 0, 1000));
    }
    rules.max_moves = static_cast<int>(object.integer("max_moves", 1, 1000, 0));
    TRY_VOID(object.finish());
    return rules;
}

Json player_json(const OrderedPlayer& player) {
    Json json = {{"text", player.text}};
    if (player.bot) json["bot"] = {{"main", player.bot->main}, {"set", player.bot->set}};
    if (!player.files.empty()) json["files"] = player.files;
    if (!player.program.empty()) json["program"] = player.program;
    if (!player.executable.empty()) json["executable"] = player.executable;
    return json;
}

Result<BotPackage> parse_bot(const Json& json) {
    JsonFields object(json, "order, bot");
    BotPackage bot{.main = object.text("main", 255), .set = object.text("set", 64)};
    if (!is_portable_path(bot.main)) object.expect("main", "a file name without a folder");
    if (!is_sha256_hex(bot.set)) object.expect("set", "a SHA-256 in hexadecimal");
    TRY_VOID(object.finish());
    return bot;
}

Result<std::map<std::string, std::string>> parse_files(const Json& json) {
    JsonFields object(json, "order, files");
    std::map<std::string, std::string> files;
    for (const auto option : kFileOptions) {
        const std::string name(option);
        if (!object.has(name.c_str())) continue;
        files[name] = object.text(name.c_str(), 64);
        if (!is_sha256_hex(files[name])) object.expect(name.c_str(), "a SHA-256 in hexadecimal");
    }
    TRY_VOID(object.finish());
    return files;
}

Result<OrderedPlayer> parse_ordered_player(const Json& json) {
    JsonFields object(json, "order, player");
    OrderedPlayer player{.text = object.text("text", 4096), .bot = {}};
    player.program = object.text("program", 64, "");
    player.executable = object.text("executable", 64, "");
    if (!player.program.empty() && !is_sha256_hex(player.program))
        object.expect("program", "a SHA-256 in hexadecimal");
    if (!player.executable.empty() && !is_sha256_hex(player.executable))
        object.expect("executable", "a SHA-256 in hexadecimal");
    const bool has_bot = object.has("bot"), has_files = object.has("files");
    const Json bot = has_bot ? object.value("bot") : Json();
    const Json files = has_files ? object.value("files") : Json();
    TRY_VOID(object.finish());
    TRY(const auto spec, parse_player(player.text));
    if (has_bot) {
        TRY(player.bot, parse_bot(bot));
    }
    if (has_files) {
        TRY(player.files, parse_files(files));
    }
    const auto* program = std::get_if<UgiSpec>(&spec.kind);
    const bool may_have_bot = program != nullptr && program->sandboxed;
    if (!may_have_bot && player.bot.has_value() != std::holds_alternative<CourseBot>(spec.kind))
        return fail(Errc::BadInput,
                    fmt::format("order, player {}: 'bot' is required for course bots, allowed for "
                                "sandbox: players, and not allowed for others",
                                quote(player.text)));
    if (player.bot && !player.executable.empty())
        return fail(Errc::BadInput,
                    fmt::format("order, player {}: 'bot' and 'executable' exclude each other",
                                quote(player.text)));
    if (!player.files.empty() && !std::holds_alternative<EngineSetup>(spec.kind))
        return fail(Errc::BadInput,
                    fmt::format("order, player {}: 'files' is allowed for engines only",
                                quote(player.text)));
    if (!std::holds_alternative<UgiSpec>(spec.kind))
        for (const auto& [key, value] :
             {std::pair("program", &player.program), std::pair("executable", &player.executable)})
            if (!value->empty())
                return fail(Errc::BadInput,
                            fmt::format("order, player {}: '{}' is allowed for ugi: and sandbox: "
                                        "players only",
                                        quote(player.text), key));
    return player;
}

// The game as far as it has been decided.
GameRecord beginning(const GameSetup& setup) {
    return {.variant = setup.variant,
            .seed = setup.seed,
            .tags = setup.tags,
            .start_fen = setup.start_fen,
            .moves = setup.opening,
            .forfeit = {}};
}

template <class T, class F>
Result<std::array<T, 2>> parse_pair(const Json& json, const char* what, F&& parse) {
    if (!json.is_array() || json.size() != 2)
        return fail(Errc::BadInput,
                    fmt::format("order: field '{}' must be an array of two elements", what));
    TRY(T x, parse(json[0]));
    TRY(T o, parse(json[1]));
    return std::array<T, 2>{std::move(x), std::move(o)};
}

Result<std::string> game_order_text(const GameOrder& order) {
    const GameSetup& setup = order.setup;
    Json head = {{"xttt", kWireVersion},
                 {"run", order.run},
                 {"item", order.item},
                 {"players", {player_json(order.players[0]), player_json(order.players[1])}},
                 {"limits", {limits_json(setup.limits[0]), limits_json(setup.limits[1])}},
                 {"margin_ms", setup.margin.count()},
                 {"start_ms", setup.start_limit.count()},
                 {"memory", order.memory_limit},
                 {"attempts", order.attempts}};
    if (setup.record_pv) head["record_pv"] = true;
    if (setup.record_memory) head["record_memory"] = true;
    if (setup.adjudication.any()) head["adjudication"] = adjudication_json(setup.adjudication);
    if (order.bot_log_bytes > 0) head["bot_log_bytes"] = order.bot_log_bytes;
    if (order.reference_speed) head["reference_speed"] = *order.reference_speed;
    TRY(const auto game, jsonl_text(beginning(setup)));
    return head.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n" + game;
}

Result<Order> parse_game_order(const WireParts& parts) {
    JsonFields head(parts.head, "order");
    GameOrder order{.run = head.text("run", 64),
                    .item = head.text("item", 64),
                    .players = {},
                    .setup = {.margin = Milliseconds(head.integer("margin_ms", 0, kDay)),
                              .start_limit = Milliseconds(head.integer("start_ms", 1, kDay))},
                    .memory_limit = head.unsigned_integer("memory"),
                    .attempts = static_cast<int>(head.integer("attempts", 1, 1'000'000))};
    order.bot_log_bytes =
        static_cast<std::size_t>(head.integer("bot_log_bytes", 1, kMaxBotLogBytes, 0));
    if (head.has("reference_speed"))
        order.reference_speed = head.number("reference_speed", 1, 1e12);
    if (!is_cluster_name(order.run)) head.expect("run", "a name");
    if (!is_cluster_name(order.item)) head.expect("item", "a name");
    const Json players = head.value("players");
    const Json limits = head.value("limits");
    order.setup.record_pv = head.has("record_pv") && head.boolean("record_pv");
    order.setup.record_memory = head.has("record_memory") && head.boolean("record_memory");
    const bool adjudicated = head.has("adjudication");
    const Json adjudication = adjudicated ? head.value("adjudication") : Json();
    TRY_VOID(head.finish());
    if (adjudicated) {
        TRY(order.setup.adjudication, parse_adjudication(adjudication));
    }

    TRY(order.players, parse_pair<OrderedPlayer>(players, "players", parse_ordered_player));
    TRY(order.setup.limits, parse_pair<PlayLimits>(limits, "limits", parse_limits));
    TRY(auto game, parse_game_text_line(parts.rest, "order"));
    const auto ending = ending_of(game);
    if (!ending || ending->result != GameResult::Unfinished || !game.seed)
        return fail(Errc::BadInput, "order: the game is already over, or has no seed");
    order.setup.variant = game.variant;
    order.setup.seed = *game.seed;
    order.setup.tags = std::move(game.tags);
    order.setup.start_fen = std::move(game.start_fen);
    order.setup.opening = std::move(game.moves);
    return order;
}

// Orders for self-play.

std::string self_play_order_text(const SelfPlayOrder& order) {
    const SelfPlayRecipe& recipe = order.recipe;
    Json games = {{"variant", order.variant->name},
                  {"first", order.first},
                  {"count", order.count},
                  {"algorithm", recipe.search.algorithm},
                  {"evaluation", recipe.search.evaluation},
                  {"hash_mb", recipe.search.hash_mb},
                  {"nodes", recipe.nodes},
                  {"opening_min", recipe.opening_min},
                  {"opening_max", recipe.opening_max},
                  {"random_share", recipe.random_share},
                  {"temperature", recipe.temperature},
                  {"temperature_plies", recipe.temperature_plies},
                  {"seed", recipe.seed}};
    if (!order.network.empty()) games["network"] = order.network;
    if (!order.openings.empty()) games["openings"] = order.openings;
    const Json head = {{"xttt", kWireVersion},
                       {"run", order.run},
                       {"item", order.item},
                       {"attempts", order.attempts},
                       {"self_play", games}};
    return head.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<Order> parse_self_play_order(const WireParts& parts) {
    JsonFields head(parts.head, "order");
    SelfPlayOrder order{.run = head.text("run", 64),
                        .item = head.text("item", 64),
                        .attempts = static_cast<int>(head.integer("attempts", 1, 1'000'000)),
                        .recipe = {}};
    if (!is_cluster_name(order.run)) head.expect("run", "a name");
    if (!is_cluster_name(order.item)) head.expect("item", "a name");
    const Json member = head.value("self_play");
    TRY_VOID(head.finish());
    if (!parts.rest.empty())
        return fail(Errc::BadInput, "order: unexpected data after the first line");

    JsonFields games(member, "order, self_play");
    SelfPlayRecipe& recipe = order.recipe;
    const auto variant = games.text("variant", 64);
    order.first = static_cast<std::uint32_t>(games.integer("first", 0, INT32_MAX));
    order.count = static_cast<std::uint32_t>(games.integer("count", 1, kMostSelfPlayGames));
    recipe.search.algorithm = games.text("algorithm", 64);
    recipe.search.evaluation = games.text("evaluation", 64);
    recipe.search.hash_mb = static_cast<std::size_t>(games.integer("hash_mb", 1, 4096));
    recipe.nodes = games.unsigned_integer("nodes");
    recipe.opening_min = static_cast<int>(games.integer("opening_min", 0, 60));
    recipe.opening_max = static_cast<int>(games.integer("opening_max", 0, 60));
    recipe.random_share = games.number("random_share", 0, 1);
    recipe.temperature = games.number("temperature", 0, 1e6);
    recipe.temperature_plies = static_cast<int>(games.integer("temperature_plies", 0, 256));
    recipe.seed = games.unsigned_integer("seed");
    const auto digest = [&](const char* name) {
        if (!games.has(name)) return std::string();
        auto text = games.text(name, 64);
        if (!is_sha256_hex(text)) games.expect(name, "a SHA-256 in hexadecimal");
        return text;
    };
    order.network = digest("network");
    order.openings = digest("openings");
    TRY_VOID(games.finish());
    TRY(order.variant, find_variant(variant));
    return order;
}

}  // namespace

Result<std::string> order_text(const Order& order) {
    if (const auto* games = std::get_if<SelfPlayOrder>(&order)) return self_play_order_text(*games);
    return game_order_text(std::get<GameOrder>(order));
}

Result<Order> parse_order(std::string_view text) {
    TRY(const auto parts, split_message(text, "order"));
    return parts.head.contains("self_play") ? parse_self_play_order(parts)
                                            : parse_game_order(parts);
}

}  // namespace xttt
