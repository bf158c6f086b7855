#include "referee/arbiter.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "rules/variant.h"

namespace xttt {
template <const Variant& V>
Arbiter<V>::Arbiter(GameSetup setup, Position<V> start, std::span<GameListener* const> listeners)
    : setup_(std::move(setup)), position_(start), listeners_(listeners) {
    for (const Side side : {Side::X, Side::O}) {
        clocks_[index(side)] = setup_.limits[index(side)].clock.value_or(GameClock{});
        remaining_[index(side)] = clocks_[index(side)].remaining;
    }
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
    arbiter.tell([&](GameListener& l) { l.on_start(arbiter.setup_, arbiter.position_); });
    for (const RecordedMove& recorded : arbiter.setup_.opening) {
        if (!arbiter.position_.is_legal(recorded.move))
            return fail(Errc::IllegalMove, fmt::format("move {} of the opening is illegal",
                                                       move_text<V>(recorded.move)));
        Reply reply{.answer = recorded.move, .note = recorded.note};
        arbiter.play(recorded.move, reply, std::nullopt);
    }
    return arbiter;
}

template <const Variant& V>
Turn Arbiter<V>::turn() const {
    const Side side = position_.side_to_move();
    return {.position = position_,
            .side = side,
            .start_fen = setup_.start_fen,
            .moves = game_.record.moves,
            .limits = setup_.limits[index(side)],
            .clocks = clocks_};
}

template <const Variant& V>
Deadline Arbiter<V>::deadline(Clock::time_point now) const {
    const int side = index(position_.side_to_move());
    const PlayLimits& limits = setup_.limits[side];
    Deadline until = Deadline::max();
    if (limits.move_time) until = now + *limits.move_time + setup_.margin;
    if (limits.clock) until = std::min(until, now + remaining_[side] + setup_.margin);
    return until;
}

template <const Variant& V>
void Arbiter<V>::judge(Reply reply, Clock::duration used) {
    const Side side = position_.side_to_move();
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
        return parse_move(position_, *text);
    const Move move = std::get<Move>(reply.answer);
    if (position_.is_legal(move)) return move;
    return fail(Errc::IllegalMove, "answered with an illegal move");
}

template <const Variant& V>
auto Arbiter<V>::overrun(Clock::duration used) const -> std::optional<Overrun> {
    const int side = index(position_.side_to_move());
    const PlayLimits& limits = setup_.limits[side];
    if (limits.move_time && used > *limits.move_time + setup_.margin)
        return Overrun{used - *limits.move_time, *limits.move_time, false};
    if (limits.clock && used > remaining_[side] + setup_.margin)
        return Overrun{used - remaining_[side], remaining_[side], true};
    return std::nullopt;
}

template <const Variant& V>
void Arbiter<V>::charge(Clock::duration used, const Reply& reply) {
    const int side = index(position_.side_to_move());
    TimeUsed& sum = game_.used[side];
    ++sum.moves;
    sum.total += used;
    sum.longest = std::max(sum.longest, used);
    if (reply.cpu) sum.cpu += *reply.cpu;
    if (!setup_.limits[side].clock) return;
    remaining_[side] =
        std::max(remaining_[side] - used, Clock::duration::zero()) + clocks_[side].increment;
    clocks_[side].remaining = std::chrono::floor<Milliseconds>(remaining_[side]);
}

template <const Variant& V>
void Arbiter<V>::play(Move move, Reply& reply, std::optional<Clock::duration> used) {
    const Side side = position_.side_to_move();
    if (used) {
        reply.note.time = std::chrono::floor<Milliseconds>(*used);
        if (setup_.limits[index(side)].clock) reply.note.clock = clocks_[index(side)].remaining;
    }
    const BoardSet won_before = position_.won(side);
    position_.play(move);
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
                   .after = position_});
    });
    if (position_.won(side) != won_before)
        tell([&](GameListener& l) { l.on_board_won(side, move.board); });
    if (position_.is_bonus_move()) tell([&](GameListener& l) { l.on_bonus(side); });
}

template <const Variant& V>
void Arbiter<V>::forfeit(Side offender, Failure failure) {
    game_.record.forfeit = Forfeit{offender, failure.reason, to_utf8(failure.evidence)};
    tell([&](GameListener& l) { l.on_forfeit(*game_.record.forfeit); });
}

template <const Variant& V>
PlayedGame Arbiter<V>::finish() {
    game_.ending = ending_at<V>(position_, game_.record.forfeit);
    tell([&](GameListener& l) { l.on_end(game_, position_); });
    return std::move(game_);
}

#define XTTT_INSTANTIATE(V) template class Arbiter<V>;
XTTT_FOR_EACH_VARIANT(XTTT_INSTANTIATE)
#undef XTTT_INSTANTIATE

}  // namespace xttt
