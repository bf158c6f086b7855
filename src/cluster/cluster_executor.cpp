#include "cluster/cluster_executor.h"

#include <algorithm>

#include <fmt/format.h>

#include "cluster/host_report.h"
#include "cluster/player_files.h"

namespace xttt {
namespace {

Result<void> check_game(const Order& order, const Report& report) {
    return check_answer(std::get<GameOrder>(order), report);
}

}  // namespace

Result<std::unique_ptr<ClusterExecutor>> ClusterExecutor::open(ClusterOptions options) {
    const auto run = options.run;
    const auto speed =
        options.scale_time ? std::optional<double>(measure_core_speed()) : std::nullopt;
    const bool send_programs = options.send_programs, send_folders = options.send_folders;
    TRY(auto client, ClusterClient::open(std::move(options), check_game));
    return std::unique_ptr<ClusterExecutor>(
        new ClusterExecutor(run, speed, send_programs, send_folders, std::move(client)));
}

ClusterExecutor::~ClusterExecutor() = default;

Result<OrderedPlayer> ClusterExecutor::ordered(const std::string& player, const Variant& variant,
                                               const ObjectStore& store,
                                               const std::stop_token& stop) {
    if (forget_players_.exchange(false)) known_players_.clear();
    const auto key = fmt::format("{} {}", variant.name, player);
    if (const auto known = known_players_.find(key); known != known_players_.end())
        return known->second;
    TRY(const auto spec, parse_player(player));
    if (std::holds_alternative<HumanSpec>(spec.kind))
        return fail(Errc::Usage, "a human cannot play on a cluster");
    const auto stopped = [&] { return stop.stop_requested(); };
    const auto files = send_folders_ ? BotFiles::All : BotFiles::Named;
    OrderedPlayer ordered{.text = player, .bot = {}};
    if (const auto* bot = std::get_if<CourseBot>(&spec.kind)) {
        TRY(ordered.bot, persist([&] { return upload_bot(store, bot->file, files); }, stopped));
    }
    if (const auto* engine = std::get_if<EngineSetup>(&spec.kind)) {
        TRY(ordered.files,
            persist([&] { return upload_engine_files(store, *engine, variant); }, stopped));
    }
    if (const auto* program = std::get_if<UgiSpec>(&spec.kind)) {
        if (send_folders_ && program->sandboxed) {
            TRY(ordered.bot,
                persist([&] { return upload_bot(store, program->argv[0], files); }, stopped));
        } else if (send_programs_) {
            TRY(ordered.executable,
                persist([&] { return upload_program(store, program->argv[0]); }, stopped));
        } else {
            TRY(ordered.program, ProgramDigests().digest(program->argv));
        }
    }
    known_players_[key] = ordered;
    return ordered;
}

Result<Order> ClusterExecutor::order_of(const GameTask& task, const ObjectStore& store,
                                        const std::stop_token& stop) {
    if (task.conditions.trust_all)
        return fail(Errc::Usage,
                    "on a cluster each worker decides whether to use the sandbox: start the "
                    "workers with --no-sandbox instead");
    GameOrder order{.run = {},
                    .item = {},
                    .players = {},
                    .setup = task.setup,
                    .memory_limit = task.conditions.memory_limit,
                    .reference_speed = speed_};
    for (const BotLogFile& log : task.setup.bot_logs)
        if (log.wanted())
            order.bot_log_bytes =
                std::max(order.bot_log_bytes, std::min(log.limit, kMaxBotLogBytes));
    for (const std::size_t side : {0u, 1u}) {
        TRY(order.players[side],
            ordered(task.players[side]->player, *task.setup.variant, store, stop));
    }
    return order;
}

void ClusterExecutor::submit(GameTask task) {
    const auto id = task.id;
    if (task.setup.bot_logs[0].wanted() || task.setup.bot_logs[1].wanted())
        bot_logs_[id] = task.setup.bot_logs;
    client_->submit(
        id, [this, task = std::move(task)](const ObjectStore& store, const std::stop_token& stop) {
            return order_of(task, store, stop);
        });
}

std::vector<std::uint64_t> ClusterExecutor::cancel_pending() {
    auto cancelled = client_->recall();
    for (const auto id : cancelled) bot_logs_.erase(id);
    return cancelled;
}

Result<void> ClusterExecutor::collect(std::vector<FinishedGame>& finished, Deadline until) {
    std::vector<ClusterClient::Returned> returned;
    TRY_VOID(client_->collect(returned, until));
    for (auto& each : returned) {
        const auto logs = bot_logs_.extract(each.task);
        if (!each.report) {
            forget_players_ = true;
            finished.push_back({each.task, fail(Errc::Process, std::move(each.error))});
            continue;
        }
        if (!logs.empty())
            for (const std::size_t side : {0u, 1u})
                BotLog(logs.mapped()[side]).add(each.report->bot_logs[side]);
        auto game = std::get<PlayedGame>(std::move(each.report->outcome));
        game.host = each.report->host;
        game.worker = std::move(each.report->worker);
        finished.push_back({each.task, std::move(game)});
    }
    return {};
}

std::string ClusterExecutor::description() const {
    return fmt::format("cluster run {}", run_);
}

}  // namespace xttt
