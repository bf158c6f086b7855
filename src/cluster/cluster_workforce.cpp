#include "cluster/cluster_workforce.h"

#include <fmt/format.h>

#include "cluster/host_report.h"
#include "cluster/travel.h"

namespace xttt {
namespace {

Result<void> judge(const Order& order, const Report& report) {
    return check_answer(std::get<GameOrder>(order), report);
}

}  // namespace

Result<std::unique_ptr<ClusterWorkforce>> ClusterWorkforce::open(ClusterOptions options) {
    const auto run = options.run;
    const auto speed =
        options.scale_time ? std::optional<double>(measure_core_speed()) : std::nullopt;
    auto exchange = Exchange::open(std::move(options), judge);
    if (!exchange) return std::unexpected(exchange.error());
    return std::unique_ptr<ClusterWorkforce>(
        new ClusterWorkforce(run, speed, std::move(*exchange)));
}

ClusterWorkforce::~ClusterWorkforce() = default;

Result<OrderedPlayer> ClusterWorkforce::ordered(const std::string& player, const Variant& variant,
                                                const ObjectStore& store,
                                                const std::stop_token& stop) {
    const auto key = fmt::format("{} {}", variant.name, player);
    if (const auto known = known_players_.find(key); known != known_players_.end())
        return known->second;
    const auto spec = parse_player(player);
    if (!spec) return std::unexpected(spec.error());
    if (std::holds_alternative<HumanSpec>(spec->kind))
        return fail(Errc::Usage, "a human cannot play on a cluster");
    const auto stopped = [&] { return stop.stop_requested(); };
    OrderedPlayer ordered{.text = player, .bot = {}};
    if (const auto* bot = std::get_if<CourseBot>(&spec->kind)) {
        auto sent = persist([&] { return send_bot(store, bot->file); }, stopped);
        if (!sent) return std::unexpected(sent.error());
        ordered.bot = std::move(*sent);
    }
    if (const auto* engine = std::get_if<EngineSetup>(&spec->kind)) {
        auto sent = persist([&] { return send_engine_files(store, *engine, variant); }, stopped);
        if (!sent) return std::unexpected(sent.error());
        ordered.files = std::move(*sent);
    }
    known_players_[key] = ordered;
    return ordered;
}

Result<Order> ClusterWorkforce::order_of(const GameTask& task, const ObjectStore& store,
                                         const std::stop_token& stop) {
    if (task.conditions.trust_all)
        return fail(Errc::Usage,
                    "on a cluster each worker decides whether it trusts bots: give "
                    "--no-sandbox to the workers instead");
    GameOrder order{.run = {},
                    .item = {},
                    .players = {},
                    .setup = task.setup,
                    .memory_limit = task.conditions.memory_limit,
                    .reference_speed = speed_};
    for (const std::size_t side : {0u, 1u}) {
        auto player = ordered(task.players[side]->player, *task.setup.variant, store, stop);
        if (!player) return std::unexpected(player.error());
        order.players[side] = std::move(*player);
    }
    return order;
}

void ClusterWorkforce::submit(GameTask task) {
    const auto id = task.id;
    exchange_->submit(
        id, [this, task = std::move(task)](const ObjectStore& store, const std::stop_token& stop) {
            return order_of(task, store, stop);
        });
}

Result<void> ClusterWorkforce::collect(std::vector<FinishedGame>& finished, Deadline until) {
    std::vector<Exchange::Returned> returned;
    if (auto collected = exchange_->collect(returned, until); !collected) return collected;
    for (auto& each : returned) {
        if (!each.report) {
            finished.push_back({each.task, fail(Errc::Process, std::move(each.trouble))});
            continue;
        }
        auto game = std::get<PlayedGame>(std::move(each.report->outcome));
        game.host = each.report->host;
        game.worker = std::move(each.report->worker);
        finished.push_back({each.task, std::move(game)});
    }
    return {};
}

std::string ClusterWorkforce::description() const {
    return fmt::format("the workers of the cluster, as run {}", run_);
}

}  // namespace xttt
