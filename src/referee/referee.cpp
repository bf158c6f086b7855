#include "referee/referee.h"

#include <fmt/format.h>

#include "base/random.h"
#include "referee/arbiter.h"
#include "rules/with_variant.h"

namespace xttt {
namespace {

// Both players prepare before the first move; the first one that fails loses. Fails if this host
// cannot run one of them.
template <const Variant& V>
Result<void> start(Arbiter<V>& arbiter, const GameSetup& setup, std::array<Player*, 2> players) {
    for (const Side side : {Side::X, Side::O}) {
        if (arbiter.over()) return {};
        const GameInfo info{V,
                            side,
                            mix64(setup.seed * 2 + static_cast<std::uint64_t>(index(side))),
                            setup.bot_logs[index(side)],
                            setup.protocol,
                            setup.record_memory};
        auto failure = players[index(side)]->start_game(info, after(setup.start_limit));
        if (!failure) continue;
        if (failure->of_host)
            return fail(Errc::Unsupported,
                        fmt::format("this machine cannot run {}, which is not the bot's fault: {}",
                                    letter(side), failure->evidence));
        arbiter.forfeit(side, std::move(*failure));
    }
    return {};
}

template <const Variant& V>
void play(Arbiter<V>& arbiter, std::array<Player*, 2> players) {
    for (;;) {
        if (!arbiter.over()) arbiter.adjudicate();
        if (arbiter.over()) return;
        const Turn turn = arbiter.turn();
        const auto asked = Clock::now();
        Reply reply = players[index(turn.side)]->choose(turn, arbiter.deadline(asked));
        const auto used = reply.at.value_or(Clock::now()) - asked;
        arbiter.judge(std::move(reply), used);
    }
}

}  // namespace

Result<PlayedGame> play_game(const GameSetup& setup, std::array<Player*, 2> players,
                             std::span<GameListener* const> listeners) {
    return with_variant(setup.variant->name, [&]<const Variant & V>() -> Result<PlayedGame> {
        TRY(auto arbiter, Arbiter<V>::begin(setup, listeners));
        const auto started = start(arbiter, setup, players);
        if (started) play(arbiter, players);
        for (Player* player : players) player->end_game();
        TRY_VOID(started);
        return arbiter.finish();
    });
}

}  // namespace xttt
