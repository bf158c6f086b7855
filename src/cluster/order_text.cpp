#include <fmt/format.h>

#include "base/text.h"
#include "cluster/digest.h"
#include "cluster/layout.h"
#include "cluster/order.h"
#include "cluster/strict_json.h"
#include "cluster/travel.h"
#include "cluster/wire.h"
#include "players/player_spec.h"
#include "record/record_io.h"

namespace xttt {
namespace {

using Json = nlohmann::json;
constexpr std::int64_t kDay = 86'400'000;  // milliseconds

Json limits_json(const PlayLimits& limits) {
    Json json = Json::object();
    if (limits.move_time) json["move_ms"] = limits.move_time->count();
    if (limits.clock) {
        json["clock_ms"] = limits.clock->remaining.count();
        json["increment_ms"] = limits.clock->increment.count();
    }
    if (limits.depth) json["depth"] = *limits.depth;
    if (limits.nodes) json["nodes"] = *limits.nodes;
    return json;
}

Result<PlayLimits> parse_limits(const Json& json) {
    StrictObject object(json, "limits of the order");
    PlayLimits limits;
    if (object.has("move_ms")) limits.move_time = Milliseconds(object.whole("move_ms", 1, kDay));
    if (object.has("clock_ms"))
        limits.clock = GameClock{Milliseconds(object.whole("clock_ms", 0, kDay)),
                                 Milliseconds(object.whole("increment_ms", 0, kDay))};
    if (object.has("depth")) limits.depth = static_cast<int>(object.whole("depth", 1, 1 << 20));
    if (object.has("nodes")) limits.nodes = object.unsigned_whole("nodes");
    if (auto fine = object.finish(); !fine) return std::unexpected(fine.error());
    return limits;
}

Json player_json(const OrderedPlayer& player) {
    Json json = {{"text", player.text}};
    if (player.bot) json["bot"] = {{"main", player.bot->main}, {"set", player.bot->set}};
    if (!player.files.empty()) json["files"] = player.files;
    return json;
}

Result<TravellingBot> parse_bot(const Json& json) {
    StrictObject object(json, "bot of the order");
    TravellingBot bot{.main = object.text("main", 255), .set = object.text("set", 64)};
    if (!is_travelling_name(bot.main)) object.complain("main", "the name of a file in a folder");
    if (!is_sha256_hex(bot.set)) object.complain("set", "a SHA-256");
    if (auto fine = object.finish(); !fine) return std::unexpected(fine.error());
    return bot;
}

Result<std::map<std::string, std::string>> parse_files(const Json& json) {
    StrictObject object(json, "files of the order");
    std::map<std::string, std::string> files;
    for (const auto option : kFileOptions) {
        const std::string name(option);
        if (!object.has(name.c_str())) continue;
        files[name] = object.text(name.c_str(), 64);
        if (!is_sha256_hex(files[name])) object.complain(name.c_str(), "a SHA-256");
    }
    if (auto fine = object.finish(); !fine) return std::unexpected(fine.error());
    return files;
}

Result<OrderedPlayer> parse_ordered_player(const Json& json) {
    StrictObject object(json, "player of the order");
    OrderedPlayer player{.text = object.text("text", 4096), .bot = {}};
    const Json* bot = object.has("bot") ? &object.member("bot") : nullptr;
    const Json* files = object.has("files") ? &object.member("files") : nullptr;
    if (auto fine = object.finish(); !fine) return std::unexpected(fine.error());
    const auto spec = parse_player(player.text);
    if (!spec) return std::unexpected(spec.error());
    if (bot != nullptr) {
        auto travelling = parse_bot(*bot);
        if (!travelling) return std::unexpected(travelling.error());
        player.bot = std::move(*travelling);
    }
    if (files != nullptr) {
        auto named = parse_files(*files);
        if (!named) return std::unexpected(named.error());
        player.files = std::move(*named);
    }
    if (player.bot.has_value() != std::holds_alternative<CourseBot>(spec->kind))
        return fail(Errc::BadInput, fmt::format("player {} of the order: a course bot has a set "
                                                "of files, and nobody else",
                                                quote(player.text)));
    if (!player.files.empty() && !std::holds_alternative<EngineSetup>(spec->kind))
        return fail(Errc::BadInput,
                    fmt::format("player {} of the order: only an engine has options that "
                                "name files",
                                quote(player.text)));
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
        return fail(Errc::BadInput, fmt::format("order: '{}' are not two", what));
    auto x = parse(json[0]);
    if (!x) return std::unexpected(x.error());
    auto o = parse(json[1]);
    if (!o) return std::unexpected(o.error());
    return std::array<T, 2>{std::move(*x), std::move(*o)};
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
    if (order.reference_speed) head["reference_speed"] = *order.reference_speed;
    const auto game = jsonl_text(beginning(setup));
    if (!game) return std::unexpected(game.error());
    return head.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n" + *game;
}

Result<Order> parse_game_order(const WireParts& parts) {
    StrictObject head(parts.head, "order");
    GameOrder order{.run = head.text("run", 64),
                    .item = head.text("item", 64),
                    .players = {},
                    .setup = {.margin = Milliseconds(head.whole("margin_ms", 0, kDay)),
                              .start_limit = Milliseconds(head.whole("start_ms", 1, kDay))},
                    .memory_limit = head.unsigned_whole("memory"),
                    .attempts = static_cast<int>(head.whole("attempts", 1, 1'000'000))};
    if (head.has("reference_speed")) order.reference_speed = head.real("reference_speed", 1, 1e12);
    if (!is_cluster_name(order.run)) head.complain("run", "a name");
    if (!is_cluster_name(order.item)) head.complain("item", "a name");
    const Json& players = head.member("players");
    const Json& limits = head.member("limits");
    if (auto fine = head.finish(); !fine) return std::unexpected(fine.error());

    auto both = parse_pair<OrderedPlayer>(players, "players", parse_ordered_player);
    if (!both) return std::unexpected(both.error());
    order.players = std::move(*both);
    const auto both_limits = parse_pair<PlayLimits>(limits, "limits", parse_limits);
    if (!both_limits) return std::unexpected(both_limits.error());
    order.setup.limits = *both_limits;

    auto game = parse_game_line(parts.rest, "order");
    if (!game) return std::unexpected(game.error());
    const auto ending = ending_of(*game);
    if (!ending || ending->result != GameResult::Unfinished || !game->seed)
        return fail(Errc::BadInput, "order: its game is over, or has no seed");
    order.setup.variant = game->variant;
    order.setup.seed = *game->seed;
    order.setup.tags = std::move(game->tags);
    order.setup.start_fen = std::move(game->start_fen);
    order.setup.opening = std::move(game->moves);
    return order;
}

}  // namespace

Result<std::string> order_text(const Order& order) {
    if (const auto* games = std::get_if<SelfPlayOrder>(&order)) return self_play_order_text(*games);
    return game_order_text(std::get<GameOrder>(order));
}

Result<Order> parse_order(std::string_view text) {
    const auto parts = split_message(text, "order");
    if (!parts) return std::unexpected(parts.error());
    return parts->head.contains("self_play") ? parse_self_play_order(*parts)
                                             : parse_game_order(*parts);
}

}  // namespace xttt
