#include "cluster/order_player.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "referee/referee.h"

namespace xttt {
namespace {

Milliseconds scaled(Milliseconds time, double scale) {
    return Milliseconds(std::max<std::int64_t>(1, std::llround(time.count() * scale)));
}

void scale_limits(PlayLimits& limits, double scale) {
    if (limits.move_time) limits.move_time = scaled(*limits.move_time, scale);
    if (limits.clock)
        limits.clock =
            GameClock{scaled(limits.clock->remaining, scale),
                      Milliseconds(std::llround(limits.clock->increment.count() * scale))};
}

}  // namespace

Result<PlayerSpec> OrderPlayer::spec_of(const OrderedPlayer& player) const {
    auto spec = parse_player(player.text);
    if (!spec) return spec;
    if (auto* bot = std::get_if<CourseBot>(&spec->kind)) {
        const auto file = bots_.fetch(*player.bot);
        if (!file) return std::unexpected(file.error());
        bot->file = *file;
    }
    const auto* program = std::get_if<UgiSpec>(&spec->kind);
    if (program != nullptr && !program->jailed && !leave_.allow_programs)
        return fail(Errc::Unsupported,
                    fmt::format("player {}: this worker runs no programs; --allow-programs lets it",
                                quote(player.text)));
    return spec;
}

Result<void> OrderPlayer::play(const GameOrder& order, GameReport& report) {
    if (variant_ != order.setup.variant || wanted_ != order.players ||
        memory_limit_ != order.memory_limit) {
        variant_ = nullptr;
        players_ = {};
        auto x = spec_of(order.players[0]);
        if (!x) return std::unexpected(x.error());
        auto o = spec_of(order.players[1]);
        if (!o) return std::unexpected(o.error());
        PlayerSurroundings surroundings;
        surroundings.trust_all = leave_.trust_bots;
        surroundings.memory_limit = order.memory_limit;
        auto made =
            make_players({std::move(*x), std::move(*o)}, *order.setup.variant, surroundings);
        if (!made) return std::unexpected(made.error());
        players_ = std::move(*made);
        wanted_ = order.players;
        memory_limit_ = order.memory_limit;
        variant_ = order.setup.variant;
    }
    GameSetup setup = order.setup;
    if (order.reference_speed) {
        report.time_scale = std::clamp(*order.reference_speed / leave_.speed, 0.25, 4.0);
        for (auto& limits : setup.limits) scale_limits(limits, report.time_scale);
    }
    auto played = play_game(setup, {players_[0].get(), players_[1].get()});
    if (!played) return std::unexpected(played.error());
    report.outcome = std::move(*played);
    return {};
}

}  // namespace xttt
