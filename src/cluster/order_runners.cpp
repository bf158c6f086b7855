#include "cluster/order_runners.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/text.h"
#include "process/spawn.h"
#include "rules/with_variant.h"
#include "selfplay/game_maker.h"

namespace xttt {
namespace {

Milliseconds scaled(Milliseconds time, double scale) {
    return Milliseconds(std::llround(static_cast<double>(time.count()) * scale));
}

void scale_limits(PlayLimits& limits, double scale) {
    if (limits.move_time)
        limits.move_time = std::max(Milliseconds(1), scaled(*limits.move_time, scale));
    if (limits.clock)
        limits.clock = GameClock{scaled(limits.clock->remaining, scale),
                                 scaled(limits.clock->increment, scale)};
}

// A bot's output in a message: UTF-8, and no control characters, which JSON writes six times as
// long.
std::string printable(std::string text) {
    for (char& c : text)
        if (static_cast<unsigned char>(c) < ' ' && c != '\n' && c != '\t') c = '?';
    return to_utf8(text);
}

}  // namespace

Result<std::string> GameOrderRunner::player_here(const OrderedPlayer& player,
                                                 const Variant& variant) const {
    TRY(const auto spec, parse_player(player.text));
    const auto cannot = [&](std::string why) {
        return fail(Errc::Unsupported, fmt::format("player {}: {}", quote(player.text), why));
    };
    const auto* program = std::get_if<UgiSpec>(&spec.kind);
    const auto* bot = std::get_if<CourseBot>(&spec.kind);
    if (program != nullptr && !program->sandboxed && !permissions_.allow_programs)
        return cannot("this worker does not run programs; start it with --allow-programs");
    const bool sent = program != nullptr && !player.executable.empty();
    if (program != nullptr && !sent && !player.bot && !find_program(program->argv[0]))
        return cannot("the program is not installed on this machine");
    if (program != nullptr && !player.program.empty() && !permissions_.any_build) {
        TRY(const auto digest, programs_.digest(program->argv));
        if (digest != player.program)
            return cannot(
                "the program differs from the coordinator's; install the same build, or start the "
                "worker with --any-build");
    }
    const bool sandboxed = bot != nullptr || (program != nullptr && program->sandboxed);
    if (sandboxed && !permissions_.trust_bots && !sandbox_support().complete())
        return cannot(
            "this machine does not support the sandbox; start the worker with --no-sandbox to run "
            "bots without it");
    if (std::holds_alternative<EngineSetup>(spec.kind)) return files_.engine(player, variant);
    if (sent) {
        UgiSpec here = *program;
        TRY(here.argv[0], files_.program(player.executable));
        return ugi_player_text(here);
    }
    if (!player.bot) return player.text;
    TRY(const auto file, files_.bot(*player.bot));
    if (program != nullptr) {
        UgiSpec here = *program;
        here.argv[0] = file;
        return ugi_player_text(here);
    }
    const auto kind = player.text.substr(0, player.text.find(':'));
    const auto class_part = bot->class_name.empty() ? "" : ":" + bot->class_name;
    return fmt::format("{}:{}{}", kind, file, class_part);
}

Result<void> GameOrderRunner::play(const GameOrder& order, Report& report) {
    GameTask task{
        .id = 0,
        .players = {},
        .setup = order.setup,
        .conditions = {.memory_limit = order.memory_limit, .trust_all = permissions_.trust_bots}};
    for (const std::size_t side : {0u, 1u}) {
        TRY(auto player, player_here(order.players[side], *order.setup.variant));
        task.players[side] = std::make_shared<const Entrant>(Entrant{0, "", player});
    }
    for (BotLogFile& log : task.setup.bot_logs)
        if (order.bot_log_bytes > 0)
            log = {.limit = order.bot_log_bytes, .memory = std::make_shared<std::string>()};
    if (order.reference_speed) {
        report.time_scale = std::clamp(*order.reference_speed / permissions_.speed, 0.25, 4.0);
        for (auto& limits : task.setup.limits) scale_limits(limits, report.time_scale);
    }
    auto played = player_.play(task);
    if (!played) return fail(Errc::Process, std::move(played.error().message));
    report.host = played->host;
    for (const std::size_t side : {0u, 1u})
        if (const auto& log = task.setup.bot_logs[side].memory)
            report.bot_logs[side] = printable(*log);
    report.outcome = std::move(*played);
    return {};
}

Result<SelfPlayOrderRunner::Maker> SelfPlayOrderRunner::maker_for(
    const SelfPlayOrder& order) const {
    SelfPlayRecipe recipe = order.recipe;
    std::string network;
    if (!order.network.empty()) {
        TRY(network, files_.network(order.network, *order.variant));
        recipe.search.eval_data = network;
    } else if (recipe.search.evaluation == "best") {
        recipe.search.evaluation = "tuned";  // "best" without a network
    }
    if (!order.openings.empty()) {
        TRY(const auto content, files_.content(order.openings));
        for (const auto fen : split(content, '\n'))
            if (!fen.empty()) recipe.openings.emplace_back(fen);
    }
    return with_variant(order.variant->name, [&]<const Variant & V>() -> Result<Maker> {
        TRY(auto made, GameMaker<V>::make(recipe));
        // std::function requires copyable targets.
        auto maker = std::make_shared<GameMaker<V>>(std::move(made));
        return [maker, this](std::uint32_t first, std::uint32_t count) {
            std::string bytes;
            for (std::uint32_t i = 0; i < count && !stopped_; ++i) {
                const auto records = maker->play(first + i);
                bytes.append(reinterpret_cast<const char*>(records.data()),
                             records.size() * sizeof(records[0]));
            }
            return bytes;
        };
    });
}

Result<SelfPlayGames> SelfPlayOrderRunner::play(const SelfPlayOrder& order) {
    auto recipe = order;
    recipe.item = "0";
    recipe.first = 0;
    recipe.count = 1;
    TRY(const auto text, order_text(recipe));
    if (text != recipe_ || !maker_) {
        TRY(maker_, maker_for(order));
        recipe_ = text;
    }
    return SelfPlayGames{maker_(order.first, order.count)};
}

}  // namespace xttt
