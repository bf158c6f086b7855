#include "ugi/loop.h"

#include <utility>

#include <fmt/format.h>

#include "ugi/describe.h"
#include "ugi/text_input.h"

namespace xttt::ugi {

void TextLineWriter::write(std::string_view text) {
    const std::lock_guard lock(mutex_);
    out_ << text << '\n' << std::flush;
}

bool TextLineWriter::ok() const {
    const std::lock_guard lock(mutex_);
    return out_.good();
}

void Loop::run(std::istream& in) {
    std::string text_line;
    while (writer_.ok()) {
        const TextLineRead read = read_text_line(in, text_line);
        if (read == TextLineRead::End) break;
        if (read == TextLineRead::TooLong)
            tell(fmt::format("error ignored a line of more than {} characters", kMaxTextLine));
        else if (!handle(text_line))
            break;
    }
    engine_.stop();
    engine_.wait();
}

bool Loop::handle(std::string_view text_line) {
    received_ = Clock::now();
    if (Words(text_line).empty()) return true;
    const auto command = parse_command(text_line);
    if (command)
        std::visit([this](const auto& c) { answer(c); }, *command);
    else
        tell_error(command.error());
    return !quit_;
}

void Loop::tell(std::string text) {
    writer_.write(Info{.text = std::move(text)});
}

void Loop::tell_error(const Error& error) {
    tell("error " + error.message);
}

void Loop::answer(const Hello&) {
    for (const Answer& text_line : introduction()) writer_.write(text_line);
}

void Loop::answer(const IsReady&) {
    if (auto ready = engine_.get_ready(); !ready) tell_error(ready.error());
    writer_.write(ReadyOk{});
}

void Loop::answer(const SetOption& option) {
    if (auto set = engine_.set_option(option.name, option.value); !set) tell_error(set.error());
}

void Loop::answer(const NewGame&) {
    engine_.new_game();
}

void Loop::answer(const SetPosition& position) {
    if (auto set = engine_.set_position(position.fen, position.moves); !set)
        tell_error(set.error());
}

void Loop::answer(const Query& query) {
    writer_.write(response_to(query.question, engine_.position()));
}

Result<GoRequest> Loop::request_of(const Go& go) const {
    GoRequest request{.received = received_};
    request.limits.movetime = go.movetime;
    request.limits.depth = go.depth;
    request.limits.nodes = go.nodes;
    if (go.clocks) {
        const bool first = engine_.position().side_to_move() == Side::X;
        request.limits.clock = first ? GameClock{go.clocks->p1time, go.clocks->p1inc}
                                     : GameClock{go.clocks->p2time, go.clocks->p2inc};
    }
    for (const std::string& text : go.searchmoves) {
        TRY(const Move move, engine_.position().parse_move(text));
        request.limits.root_moves.push_back(move);
    }
    const bool limited = go.movetime || go.clocks || go.depth || go.nodes;
    if (go.ponder)
        request.mode = GoMode::Ponder;
    else if (go.infinite || !limited)
        request.mode = GoMode::Infinite;
    return request;
}

void Loop::answer(const Go& go) {
    auto request = request_of(go);
    if (!request) return tell_error(request.error());
    const bool endless = request->mode != GoMode::Play;
    const bool with_reply = engine_.options().ponder;
    const Variant& variant = engine_.position().variant();
    const auto started =
        engine_.go(std::move(*request), {.on_report =
                                             [this, &variant](const EngineReport& report) {
                                                 for (const Info& info : infos_of(report, variant))
                                                     writer_.write(info);
                                             },
                                         .on_best_move =
                                             [this, with_reply](const BestMove& best) {
                                                 writer_.write(chosen_of(best, with_reply));
                                             }});
    if (!started) return tell_error(started.error());
    endless_ = endless;
}

void Loop::answer(const Stop&) {
    engine_.stop();
}

void Loop::answer(const PonderHit&) {
    if (engine_.ponder_hit())
        endless_ = false;
    else
        tell("error not pondering");
}

void Loop::answer(const Wait&) {
    if (endless_ && engine_.busy())
        return tell("error cannot wait for an infinite search; send stop");
    engine_.wait();
}

void Loop::answer(const Quit&) {
    quit_ = true;
}

void Loop::answer(const Display&) {
    writer_.write(board_text(engine_.position()));
}

void Loop::answer(const Eval&) {
    const auto text = evaluation_text(engine_);
    if (text)
        tell(*text);
    else
        tell_error(text.error());
}

void Loop::answer(const Perft& perft) {
    const auto started = engine_.run(
        [this, depth = perft.depth](const AnyPosition& position, const std::stop_token& stop) {
            const auto begin = Clock::now();
            const auto count = xttt::perft(position, depth, stop);
            const auto time = Clock::now() - begin;
            return [this, depth, count, time] { tell(perft_text(depth, count, time)); };
        });
    if (!started) return tell_error(started.error());
    endless_ = false;
}

void Loop::answer(const Bench& bench) {
    // Always uses the memory and threads of the bench, because its signature depends on them.
    BenchOptions options;
    options.variant = engine_.options().variant;
    options.search.algorithm = engine_.options().algorithm;
    options.search.evaluation = engine_.options().evaluation;
    options.search.hash_mb = kBenchHashMb;
    options.depth = bench.depth;
    const auto started = engine_.run(
        [this, options](const AnyPosition&, const std::stop_token& stop) -> Engine::Deliver {
            const auto result = run_bench(options, stop);
            return [this, options, result] {
                if (result)
                    tell(bench_text(options, *result));
                else
                    tell_error(result.error());
            };
        });
    if (!started) return tell_error(started.error());
    endless_ = false;
}

}  // namespace xttt::ugi
