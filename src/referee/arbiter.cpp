#include "referee/arbiter.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "rules/variant.h"

namespace xttt {
template <const Variant& V>
Arbiter<V>::Arbiter(GameSetup setup, Position<V> start, std::span<GameListener* const> listeners)
    : setup_(std::move(setup)),
      adjudicator_(start, {setup_.limits[0].clock, setup_.limits[1].clock}),
      listeners_(listeners),
      early_ending_(setup_.adjudication) {
    GameRecord& record = game_.record;
    record.variant = &V;
    record.seed = setup_.seed;
    record.tags = setup_.tags;
    record.start_fen = setup_.start_fen;
    record.moves.reserve(static_cast<std::size_t>(V.cells()));
}

template <const Variant& V>
Result<Arbiter<V>> Arbiter<V>::begin(GameSetup setup, std::span<GameListener* const> listeners) {
    auto start = Position<V>::initial();
    if (!setup.start_fen.empty()) {
        TRY(start, parse_fen<V>(setup.start_fen));
    }
    Arbiter arbiter(std::move(setup), start, listeners);
    arbiter.tell([&](GameListener& l) { l.on_start(arbiter.setup_, start); });
    for (const RecordedMove& recorded : arbiter.setup_.opening) {
        if (!arbiter.position().is_legal(recorded.move))
            return fail(Errc::IllegalMove, fmt::format("move {} of the opening is illegal",
                                                       move_text<V>(recorded.move)));
        Reply reply{.answer = recorded.move, .note = recorded.note};
        arbiter.play(recorded.move, reply, std::nullopt);
    }
    return arbiter;
}

template <const Variant& V>
Turn Arbiter<V>::turn() const {
    const Side side = adjudicator_.side_to_move();
    return {.position = position(),
            .side = side,
            .start_fen = setup_.start_fen,
            .moves = game_.record.moves,
            .limits = setup_.limits[index(side)],
            .clocks = {clock(Side::X), clock(Side::O)}};
}

template <const Variant& V>
Deadline Arbiter<V>::deadline(Clock::time_point now) const {
    const Side side = adjudicator_.side_to_move();
    const PlayLimits& limits = setup_.limits[index(side)];
    Deadline until = adjudicator_.clocks().flag_fall(side, now);
    if (limits.move_time) until = std::min(until, now + *limits.move_time);
    return until == Deadline::max() ? until : until + limits.margin.value_or(setup_.margin);
}

template <const Variant& V>
void Arbiter<V>::judge(Reply reply, Clock::duration used) {
    const Side side = adjudicator_.side_to_move();
    const auto late = overrun(used);
    charge(used, reply);
    if (auto* failure = std::get_if<Failure>(&reply.answer))
        return forfeit(side, std::move(*failure));
    if (late)
        return forfeit(side, {ForfeitReason::TimeLimit,
                              fmt::format("answered after {:.1f} ms, {:.1f} ms over {} of {} ms",
                                          to_milliseconds(used), to_milliseconds(late->by),
                                          late->of_clock ? "its clock" : "the limit",
                                          to_milliseconds(late->limit))});
    const auto move = move_of(reply);
    if (!move) return forfeit(side, {ForfeitReason::IllegalMove, move.error().message});
    play(*move, reply, used);
}

template <const Variant& V>
Result<Move> Arbiter<V>::move_of(const Reply& reply) const {
    if (const auto* text = std::get_if<std::string>(&reply.answer))
        return parse_move(position(), *text);
    const Move move = std::get<Move>(reply.answer);
    if (position().is_legal(move)) return move;
    return fail(Errc::IllegalMove, "answered with an illegal move");
}

template <const Variant& V>
auto Arbiter<V>::overrun(Clock::duration used) const -> std::optional<Overrun> {
    const Side side = adjudicator_.side_to_move();
    const PlayLimits& limits = setup_.limits[index(side)];
    const Milliseconds margin = limits.margin.value_or(setup_.margin);
    if (limits.move_time && used > *limits.move_time + margin)
        return Overrun{used - *limits.move_time, *limits.move_time, false};
    const Clock::duration left = adjudicator_.clocks().remaining(side);
    if (limits.clock && used > left + margin) return Overrun{used - left, left, true};
    return std::nullopt;
}

template <const Variant& V>
void Arbiter<V>::charge(Clock::duration used, const Reply& reply) {
    TimeUsed& sum = game_.used[index(adjudicator_.side_to_move())];
    ++sum.moves;
    sum.total += used;
    sum.longest = std::max(sum.longest, used);
    if (reply.cpu) sum.cpu += *reply.cpu;
    adjudicator_.charge_move(used);
}

template <const Variant& V>
void Arbiter<V>::play(Move move, Reply& reply, std::optional<Clock::duration> used) {
    const Side side = adjudicator_.side_to_move();
    if (used) {
        trim(reply.note);
        reply.note.time = std::chrono::floor<Milliseconds>(*used);
        if (adjudicator_.clocks().has(side)) reply.note.clock = adjudicator_.clocks().shown(side);
        early_ending_.add(side, reply.note.score);
    }
    const BoardSet won_before = position().won(side);
    adjudicator_.play(move);
    auto& moves = game_.record.moves;
    moves.push_back({move, std::move(reply.note)});

    if (listeners_.empty()) return;
    tell([&](GameListener& l) {
        l.on_move({.side = side,
                   .number = static_cast<int>(moves.size()),
                   .move = move,
                   .used = used.value_or(Clock::duration::zero()),
                   .cpu = reply.cpu,
                   .note = moves.back().note,
                   .after = position()});
    });
    if (position().won(side) != won_before)
        tell([&](GameListener& l) { l.on_board_won(side, move.board); });
    if (position().is_bonus_move()) tell([&](GameListener& l) { l.on_bonus(side); });
}

template <const Variant& V>
void Arbiter<V>::forfeit(Side offender, Failure failure) {
    adjudicator_.end_by({offender, failure.reason, bounded_evidence(failure.evidence)});
    game_.record.forfeit = adjudicator_.forfeit();
    tell([&](GameListener& l) { l.on_forfeit(*game_.record.forfeit); });
}

template <const Variant& V>
void Arbiter<V>::adjudicate() {
    if (!setup_.adjudication.any()) return;
    if (auto why = early_ending_.loss(position()))
        return forfeit(adjudicator_.side_to_move(), {ForfeitReason::Resignation, std::move(*why)});
    if (auto why = early_ending_.draw(game_.record.moves.size())) {
        adjudicator_.end_as_draw();
        game_.record.drawn = std::move(why);
    }
}

// Removes what the record does not keep of a player's note. The principal variation is untrusted:
// it ends before its first illegal move.
template <const Variant& V>
void Arbiter<V>::trim(MoveNote& note) const {
    if (!setup_.record_memory) note.memory.reset();
    if (!setup_.record_pv) {
        note.seldepth.reset();
        note.hashfull.reset();
        note.pv.clear();
        return;
    }
    std::string legal;
    Position<V> pos = position();
    for (const std::string_view word : split(note.pv, ' ')) {
        const auto move = pos.over() ? std::nullopt : read_move<V>(word);
        if (!move || !pos.is_legal(*move) || legal.size() + word.size() >= kMaxPvBytes) break;
        legal += (legal.empty() ? "" : " ") + move_text<V>(*move);
        pos.play(*move);
    }
    note.pv = std::move(legal);
}

template <const Variant& V>
PlayedGame Arbiter<V>::finish() {
    game_.ending = adjudicator_.ending();
    tell([&](GameListener& l) { l.on_end(game_, position()); });
    return std::move(game_);
}

#define XTTT_INSTANTIATE(V) template class Arbiter<V>;
XTTT_FOR_EACH_VARIANT(XTTT_INSTANTIATE)
#undef XTTT_INSTANTIATE

}  // namespace xttt
