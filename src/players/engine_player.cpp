#include "players/engine_player.h"

#include <algorithm>

#include "base/random.h"
#include "engine/search_session.h"
#include "engine/win_probability.h"

namespace xttt {
namespace {

template <class T>
std::optional<T> smaller(std::optional<T> a, std::optional<T> b) {
    if (a && b) return std::min(*a, *b);
    return a ? a : b;
}

MoveNote note_of(const SearchReport& report, const Variant& variant) {
    MoveNote note;
    note.depth = report.depth;
    note.seldepth = report.seldepth;
    note.nodes = report.nodes;
    note.hashfull = report.hashfull;
    if (!report.pvs.empty())
        for (const Move move : report.pvs[0].moves)
            note.pv += (note.pv.empty() ? "" : " ") + move_text(variant, move);
    const Score score = capped_score(report.score(), variant);
    note.score = is_line_score(score) ? NoteScore{NoteScore::Kind::Win, moves_to_line(score)}
                                      : NoteScore{NoteScore::Kind::Points, score};
    return note;
}

}  // namespace

Result<std::unique_ptr<EnginePlayer>> EnginePlayer::make(EngineSetup setup,
                                                         const Variant& variant) {
    setup.options.variant = variant.name;
    TRY(auto core, make_core(variant.name));
    TRY_VOID(core->configure(setup.options.search()));
    return std::unique_ptr<EnginePlayer>(new EnginePlayer(std::move(setup), std::move(core)));
}

std::optional<Failure> EnginePlayer::start_game(const GameInfo& game, Deadline) {
    const auto seed = setup_.own_seed ? static_cast<std::uint64_t>(*setup_.own_seed) : game.seed;
    setup_.options.seed = static_cast<int>(mix64(seed) >> 33);
    // Creates a new engine instead of resetting the old one, so that a game does not depend on
    // earlier games of the player.
    if (auto built = core_->configure(setup_.options.search()); !built)
        return Failure{ForfeitReason::Crash, built.error().message};
    return std::nullopt;
}

SearchLimits EnginePlayer::limits_of(const Turn& turn) const {
    SearchLimits limits;
    limits.depth = smaller(setup_.depth, turn.limits.depth);
    limits.nodes = smaller(setup_.nodes, turn.limits.nodes);
    limits.movetime = smaller(setup_.move_time, turn.limits.move_time);
    if (turn.limits.clock) limits.clock = turn.clocks[index(turn.side)];
    if (!limits.depth && !limits.nodes && !limits.movetime && !limits.clock)
        limits.movetime = kUnlimitedMoveTime;
    return limits;
}

// Uses the limits of the turn; the deadline may include a grace period that is not for players.
Reply EnginePlayer::choose(const Turn& turn, Deadline) {
    SearchReport last;
    SearchSession session(
        core_, turn.position, setup_.options, {.limits = limits_of(turn)},
        [&](const EngineReport& report) { last = report.search; },
        static_cast<std::uint64_t>(setup_.options.seed));
    const BestMove best = session.run({});
    return {.answer = best.move, .note = note_of(last, core_->variant())};
}

}  // namespace xttt
