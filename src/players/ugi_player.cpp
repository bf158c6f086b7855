#include "players/ugi_player.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "players/python_package.h"

namespace xttt {

UgiPlayer::~UgiPlayer() {
    if (process_ && lifetime_ == Lifetime::ManyGames) process_->quit();
}

Result<std::vector<std::string>> UgiPlayer::check(Deadline until) {
    if (process_) return process_->notes();
    options_.error_sink = nullptr;
    auto started = UgiProcess::start(options_, variant_, until, hosted_, settings_);
    if (!started && started.error().of_host)
        return fail(Errc::Unsupported, fmt::format("this machine cannot run it, which is not the "
                                                   "bot's fault: {}",
                                                   started.error().evidence));
    if (!started)
        return fail(Errc::Process,
                    fmt::format("it does not start: {}: {}{}", name(started.error().reason),
                                started.error().evidence,
                                hosted_ ? "" : missing_module_hint(started.error().evidence)));
    auto notes = started->notes();
    if (lifetime_ == Lifetime::ManyGames) process_ = std::move(*started);
    return notes;
}

std::optional<Failure> UgiPlayer::start_game(const GameInfo& game, Deadline until) {
    ended_.reset();
    options_.error_sink = nullptr;
    log_.reset();
    if (game.log.wanted()) log_ = std::make_shared<BotLog>(game.log);
    const ProtocolSide protocol{game.protocol, game.side};
    if (log_ || protocol.log)
        options_.error_sink = [log = log_, protocol](std::string_view text) {
            if (log) log->add(text);
            if (protocol.log) protocol.log->error(protocol.side, text);
        };
    if (process_) {
        process_->child().set_error_sink(options_.error_sink);
        process_->set_protocol(protocol);
    } else {
        auto started = UgiProcess::start(options_, variant_, until, hosted_, settings_, protocol);
        if (!started) {
            log_failure(started.error());
            return started.error();
        }
        process_ = std::move(*started);
    }
    process_->set_notes_memory(game.notes_memory);
    auto failure = process_->new_game(until);
    if (failure) {
        ended_ = process_->child().usage();
        process_.reset();
        log_failure(*failure);
    }
    return failure;
}

void UgiPlayer::log_failure(const Failure& failure) {
    if (log_) log_->add(fmt::format("xttt: {}: {}\n", name(failure.reason), failure.evidence));
}

Reply UgiPlayer::choose(const Turn& turn, Deadline until) {
    if (!process_) return {Failure{ForfeitReason::Crash, "it has ended already"}};
    write_position(turn);
    write_go(turn);
    Reply reply = process_->ask(text_, until);
    if (const auto* failure = std::get_if<Failure>(&reply.answer)) {
        ended_ = process_->child().usage();
        process_.reset();
        log_failure(*failure);
    }
    return reply;
}

std::optional<Usage> UgiPlayer::usage() {
    if (!process_) return ended_;
    return process_->child().usage();
}

void UgiPlayer::end_game() {
    if (lifetime_ == Lifetime::OneGame) process_.reset();
    if (process_) {
        process_->child().set_error_sink(nullptr);
        process_->set_protocol({});
    }
    options_.error_sink = nullptr;
    log_.reset();
}

void UgiPlayer::write_position(const Turn& turn) {
    const auto played = [](const RecordedMove& recorded) { return recorded.move; };
    const bool goes_on =
        !text_.empty() && known_fen_ == turn.start_fen && known_.size() <= turn.moves.size() &&
        std::ranges::equal(known_, turn.moves.first(known_.size()), {}, {}, played);
    text_.resize(position_length_);
    if (!goes_on) {
        known_.clear();
        known_fen_ = turn.start_fen;
        text_ = known_fen_.empty() ? "position startpos" : "position fen " + known_fen_;
    }
    turn.position.visit([&] < const Variant& V > (const Position<V>&) {
        for (const RecordedMove& recorded : turn.moves.subspan(known_.size())) {
            text_ += known_.empty() ? " moves " : " ";
            text_ += move_text<V>(recorded.move);
            known_.push_back(recorded.move);
        }
    });
    position_length_ = text_.size();
}

void UgiPlayer::write_go(const Turn& turn) {
    const auto out = std::back_inserter(text_);
    const PlayLimits& limits = turn.limits;
    text_ += "\ngo";
    if (limits.depth) fmt::format_to(out, " depth {}", *limits.depth);
    if (limits.nodes) fmt::format_to(out, " nodes {}", *limits.nodes);
    if (limits.clock) {
        const auto& [x, o] = turn.clocks;
        fmt::format_to(out, " p1time {} p2time {} p1inc {} p2inc {}", x.remaining.count(),
                       o.remaining.count(), x.increment.count(), o.increment.count());
    }
    const bool unlimited = !limits.depth && !limits.nodes && !limits.clock;
    if (limits.move_time || unlimited)
        fmt::format_to(out, " movetime {}", limits.move_time.value_or(kUnlimitedMoveTime).count());
    text_ += '\n';
}

}  // namespace xttt
