#include "base/text.h"
#include "cluster/digest.h"
#include "cluster/layout.h"
#include "cluster/strict_json.h"
#include "cluster/wire.h"
#include "rules/with_variant.h"

// What an order for self-play looks like on the wire.

namespace xttt {
namespace {

using Json = nlohmann::json;
constexpr std::int64_t kMostGames = 100'000;  // in one order

}  // namespace

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
    StrictObject head(parts.head, "order");
    SelfPlayOrder order{.run = head.text("run", 64),
                        .item = head.text("item", 64),
                        .attempts = static_cast<int>(head.whole("attempts", 1, 1'000'000)),
                        .recipe = {}};
    if (!is_cluster_name(order.run)) head.complain("run", "a name");
    if (!is_cluster_name(order.item)) head.complain("item", "a name");
    const Json& member = head.member("self_play");
    if (auto fine = head.finish(); !fine) return std::unexpected(fine.error());
    if (!parts.rest.empty()) return fail(Errc::BadInput, "order: something follows its end");

    StrictObject games(member, "self-play of the order");
    SelfPlayRecipe& recipe = order.recipe;
    const auto variant = games.text("variant", 64);
    order.first = static_cast<std::uint32_t>(games.whole("first", 0, INT32_MAX));
    order.count = static_cast<std::uint32_t>(games.whole("count", 1, kMostGames));
    recipe.search.algorithm = games.text("algorithm", 64);
    recipe.search.evaluation = games.text("evaluation", 64);
    recipe.search.hash_mb = static_cast<std::size_t>(games.whole("hash_mb", 1, 4096));
    recipe.nodes = games.unsigned_whole("nodes");
    recipe.opening_min = static_cast<int>(games.whole("opening_min", 0, 60));
    recipe.opening_max = static_cast<int>(games.whole("opening_max", 0, 60));
    recipe.random_share = games.real("random_share", 0, 1);
    recipe.temperature = games.real("temperature", 0, 1e6);
    recipe.temperature_plies = static_cast<int>(games.whole("temperature_plies", 0, 256));
    recipe.seed = games.unsigned_whole("seed");
    const auto digest = [&](const char* name) {
        if (!games.has(name)) return std::string();
        auto text = games.text(name, 64);
        if (!is_sha256_hex(text)) games.complain(name, "a SHA-256");
        return text;
    };
    order.network = digest("network");
    order.openings = digest("openings");
    if (auto fine = games.finish(); !fine) return std::unexpected(fine.error());
    const auto found = find_variant(variant);
    if (!found) return std::unexpected(found.error());
    order.variant = *found;
    return order;
}

}  // namespace xttt
