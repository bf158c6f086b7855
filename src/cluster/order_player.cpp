#include "cluster/order_player.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/text.h"
#include "process/spawn.h"

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

}  // namespace

Result<std::string> OrderPlayer::player_here(const OrderedPlayer& player,
                                             const Variant& variant) const {
    const auto spec = parse_player(player.text);
    if (!spec) return std::unexpected(spec.error());
    const auto cannot = [&](std::string why) {
        return fail(Errc::Unsupported, fmt::format("player {}: {}", quote(player.text), why));
    };
    const auto* program = std::get_if<UgiSpec>(&spec->kind);
    const auto* bot = std::get_if<CourseBot>(&spec->kind);
    if (program != nullptr && !program->sandboxed && !leave_.allow_programs)
        return cannot("this worker runs no programs; --allow-programs lets it");
    if (program != nullptr && !find_program(program->argv[0]))
        return cannot("the program is not on this machine");
    const bool sandboxed = bot != nullptr || (program != nullptr && program->sandboxed);
    if (sandboxed && !leave_.trust_bots && !sandbox_support().complete())
        return cannot("this machine has no sandbox; --no-sandbox runs bots without it");
    if (std::holds_alternative<EngineSetup>(spec->kind)) return travel_.engine(player, variant);
    if (bot == nullptr) return player.text;
    const auto file = travel_.bot(*player.bot);
    if (!file) return std::unexpected(file.error());
    const auto kind = player.text.substr(0, player.text.find(':'));
    const auto class_part = bot->class_name.empty() ? "" : ":" + bot->class_name;
    return fmt::format("{}:{}{}", kind, *file, class_part);
}

Result<void> OrderPlayer::play(const GameOrder& order, Report& report) {
    GameTask task{
        .id = 0,
        .players = {},
        .setup = order.setup,
        .conditions = {.memory_limit = order.memory_limit, .trust_all = leave_.trust_bots}};
    for (const std::size_t side : {0u, 1u}) {
        auto player = player_here(order.players[side], *order.setup.variant);
        if (!player) return std::unexpected(player.error());
        task.players[side] = std::make_shared<const Entrant>(Entrant{0, "", *player});
    }
    if (order.reference_speed) {
        report.time_scale = std::clamp(*order.reference_speed / leave_.speed, 0.25, 4.0);
        for (auto& limits : task.setup.limits) scale_limits(limits, report.time_scale);
    }
    auto played = player_.play(task);
    if (!played) return fail(Errc::Process, std::move(played.error().message));
    report.host = played->host;
    report.outcome = std::move(*played);
    return {};
}

}  // namespace xttt
