#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>

#include "engine/core.h"
#include "engine/options.h"
#include "engine/search_session.h"

namespace xttt {

// Called from the engine's own thread; they must not call the engine.
struct EngineEvents {
    std::function<void(const EngineReport&)> on_report;
    std::function<void(const BestMove&)> on_best_move;
};

// One playing engine for all variants: options, a game, and at most one search at a time in a
// thread of its own. Knows no protocol: whoever drives it hears of results through callbacks.
// All functions are for one driving thread; none of them waits for a running search except
// wait() and the destructor. What is set while a search runs counts from the next one on.
class Engine {
public:
    explicit Engine(CoreFactory factory = make_core);
    ~Engine();
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;

    const EngineOptions& options() const { return options_; }
    Result<void> set_option(std::string_view name, std::string_view value);
    Result<void> set_options(const EngineOptions& options);
    // Does what takes long before the first search: memory for the tables. Nothing while busy.
    Result<void> get_ready();
    // Forgets what earlier games taught.
    void new_game();

    Result<void> set_position(const std::optional<std::string>& fen,
                              std::span<const std::string> moves);
    // The game as it stands.
    const EngineCore& game() const { return *core_; }

    // Starts a search of the present position. Exactly one on_best_move follows.
    Result<void> go(GoRequest request, EngineEvents events);
    // The opponent played the move that go() with GoMode::Ponder expected. False if none ponders.
    bool ponder_hit();

    // Runs anything else that takes long in the engine's thread, in place of a search. The core
    // given is the present one, with a snapshot of the present position. What the task returns is
    // called when the engine is free again: the moment to tell the result.
    using Deliver = std::function<void()>;
    using Task = std::function<Deliver(const EngineCore&, const std::stop_token&)>;
    Result<void> run(Task task);

    // Ends the search or task, which still delivers its result.
    void stop() { thread_.request_stop(); }
    // Until the search or task has delivered its result.
    void wait();
    bool busy() const;

private:
    Result<void> refuse_if_busy() const;
    void start(std::function<Deliver(const std::stop_token&)> body);

    CoreFactory factory_;
    EngineOptions options_;
    std::shared_ptr<EngineCore> core_;
    std::optional<EngineOptions> configured_;  // what core_'s searcher was built from
    bool forget_ = false;                      // new_game() came while busy
    std::uint64_t games_ = 0;

    std::shared_ptr<SearchSession> session_;  // the latest
    mutable std::mutex mutex_;                // guards busy_
    bool busy_ = false;
    std::jthread thread_;  // last, so that it ends before what it uses
};

}  // namespace xttt
