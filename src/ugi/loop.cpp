#include "ugi/loop.h"

#include <chrono>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/clock.h"
#include "draw/board_drawing.h"
#include "engine/bench.h"
#include "engine/win_probability.h"
#include "ugi/answer.h"
#include "ugi/command.h"
#include "ugi/text_input.h"

namespace xttt::ugi {
namespace {

// The engine's facts in the words of the protocol.

OptionInfo describe(const OptionSpec& spec) {
    OptionInfo info{.name = std::string(spec.name),
                    .type = {},
                    .default_value = option_value(EngineOptions{}, spec),
                    .min = {},
                    .max = {},
                    .choices = {}};
    if (const auto* spin = std::get_if<SpinOption>(&spec.kind)) {
        info.type = "spin";
        info.min = spin->min;
        info.max = spin->max;
    } else if (const auto* combo = std::get_if<ComboOption>(&spec.kind)) {
        info.type = "combo";
        info.choices.assign(combo->choices.begin(), combo->choices.end());
    } else if (std::holds_alternative<TextOption>(spec.kind)) {
        info.type = "string";
    } else {
        info.type = "check";
    }
    return info;
}

std::string_view result_word(const std::optional<Outcome>& outcome) {
    if (!outcome) return "none";
    const auto winner = outcome->rated_winner();
    if (!winner) return "draw";
    return *winner == Side::X ? "p1win" : "p2win";
}

std::vector<std::string> words_of(std::string_view text) {
    std::vector<std::string> all;
    for (Words words(text); !words.empty();) all.emplace_back(words.next());
    return all;
}

// The answer to "ugi", up to "ugiok".
std::vector<Answer> introduction() {
    std::vector<Answer> answers{Id{"name", "xttt " XTTT_VERSION},
                                Id{"author", "the xttt maintainers"}};
    for (const OptionSpec& spec : option_specs()) answers.emplace_back(describe(spec));
    answers.emplace_back(UgiOk{});
    return answers;
}

Response response_to(Question question, const AnyPosition& position) {
    const auto truth = [](bool value) { return Response{value ? "true" : "false"}; };
    switch (question) {
        case Question::P1Turn:
            return truth(position.side_to_move() == Side::X);
        case Question::GameOver:
            return truth(position.over());
        case Question::Result:
            break;
    }
    return {std::string(result_word(position.outcome()))};
}

// One info for each principal variation of a report.
std::vector<Info> infos_of(const EngineReport& report, const Variant& variant) {
    std::vector<Info> infos;
    const SearchReport& search = report.search;
    for (std::size_t i = 0; i < search.pvs.size(); ++i) {
        infos.push_back(
            {.depth = search.depth,
             .seldepth = search.seldepth,
             .multipv = static_cast<int>(i) + 1,
             .score = capped_score(search.pvs[i].score, variant),
             .nodes = search.nodes,
             .nps = per_second(search.nodes, search.elapsed),
             .hashfull = search.hashfull,
             .time = std::chrono::duration_cast<std::chrono::milliseconds>(search.elapsed),
             .pv = words_of(report.pv[i])});
    }
    return infos;
}

// The best move, with the expected reply only if requested, because some managers cannot parse it.
Chosen chosen_of(const BestMove& best, bool with_reply) {
    if (best.move.empty()) return {"none", {}};
    return {best.move, with_reply ? best.reply : ""};
}

// The board with the FEN below it.
std::string board_text(const AnyPosition& position) {
    const std::string board = position.visit([](const auto& pos) {
        return draw_board(pos, {.ascii = true, .color = false}) + describe_position(pos);
    });
    return fmt::format("{}FEN: {}", board, position.fen());
}

Result<std::string> evaluation_text(const Engine& engine) {
    const AnyPosition& position = engine.position();
    if (position.over()) return fail(Errc::Usage, "the game is over");
    TRY(const Score score, engine.evaluate());
    return fmt::format("evaluation {} {:+.2f} points for {} to move", engine.options().evaluation,
                       points_of_score(score, position.variant()), letter(position.side_to_move()));
}

std::string bench_text(const BenchOptions& options, const BenchResult& result) {
    return fmt::format(
        "bench {} {} {} depth {} positions {} nodes {} time {} nps {}", options.variant,
        options.search.algorithm, options.search.evaluation, result.depth, result.positions,
        result.nodes, std::chrono::duration_cast<std::chrono::milliseconds>(result.elapsed).count(),
        per_second(result.nodes, result.elapsed));
}

std::string perft_text(int depth, std::optional<std::uint64_t> count,
                       std::chrono::nanoseconds time) {
    if (!count) return fmt::format("perft {} stopped", depth);
    return fmt::format("perft {} nodes {} time {} nps {}", depth, *count,
                       std::chrono::duration_cast<std::chrono::milliseconds>(time).count(),
                       per_second(*count, time));
}

// Writes whole text lines and flushes them. Thread-safe.
class TextLineWriter {
public:
    explicit TextLineWriter(std::ostream& out) : out_(out) {}
    void write(std::string_view text) {
        const std::lock_guard lock(mutex_);
        out_ << text << '\n' << std::flush;
    }
    void write(const Answer& answer) { write(to_text(answer)); }
    // False once a write has failed.
    bool ok() const {
        const std::lock_guard lock(mutex_);
        return out_.good();
    }

private:
    mutable std::mutex mutex_;
    std::ostream& out_;
};

// An engine that speaks UGI. Answers every command at once; searches run in the thread of the
// engine.
class Loop {
public:
    Loop(Engine& engine, std::ostream& out) : engine_(engine), writer_(out) {}

    // Reads and answers commands until "quit", the end of the input, or a failed write. Then stops
    // a running search or task, which still delivers its result.
    void run(std::istream& in) {
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

    // Answers one command. Returns false after "quit".
    bool handle(std::string_view text_line) {
        received_ = Clock::now();
        if (Words(text_line).empty()) return true;
        const auto command = parse_command(text_line);
        if (command)
            std::visit([this](const auto& c) { answer(c); }, *command);
        else
            tell_error(command.error());
        return !quit_;
    }

private:
    void answer(const Hello&) {
        for (const Answer& text_line : introduction()) writer_.write(text_line);
    }
    void answer(const IsReady&) {
        if (auto ready = engine_.get_ready(); !ready) tell_error(ready.error());
        writer_.write(ReadyOk{});
    }
    void answer(const SetOption& option) {
        if (auto set = engine_.set_option(option.name, option.value); !set) tell_error(set.error());
    }
    void answer(const NewGame&) { engine_.new_game(); }
    void answer(const SetPosition& position) {
        if (auto set = engine_.set_position(position.fen, position.moves); !set)
            tell_error(set.error());
    }
    void answer(const Query& query) {
        writer_.write(response_to(query.question, engine_.position()));
    }
    void answer(const Go& go) {
        auto request = request_of(go);
        if (!request) return tell_error(request.error());
        const bool endless = request->mode != GoMode::Play;
        const bool with_reply = engine_.options().ponder;
        const Variant& variant = engine_.position().variant();
        const auto started = engine_.go(std::move(*request),
                                        {.on_report =
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
    void answer(const Stop&) { engine_.stop(); }
    void answer(const PonderHit&) {
        if (engine_.ponder_hit())
            endless_ = false;
        else
            tell("error not pondering");
    }
    void answer(const Wait&) {
        if (endless_ && engine_.busy())
            return tell("error cannot wait for an infinite search; send stop");
        engine_.wait();
    }
    void answer(const Quit&) { quit_ = true; }
    void answer(const Display&) { writer_.write(board_text(engine_.position())); }
    void answer(const Eval&) {
        const auto text = evaluation_text(engine_);
        if (text)
            tell(*text);
        else
            tell_error(text.error());
    }
    void answer(const Perft& perft) {
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
    void answer(const Bench& bench) {
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

    void tell(std::string text) { writer_.write(Info{.text = std::move(text)}); }
    void tell_error(const Error& error) { tell("error " + error.message); }
    Result<GoRequest> request_of(const Go& go) const {
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

    Engine& engine_;
    TextLineWriter writer_;
    Clock::time_point received_;  // of the current command
    bool endless_ = false;        // only `stop` ends the latest search
    bool quit_ = false;
};

}  // namespace

void run_loop(Engine& engine, std::istream& in, std::ostream& out) {
    Loop(engine, out).run(in);
}

}  // namespace xttt::ugi
