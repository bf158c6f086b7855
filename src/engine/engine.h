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

// Callbacks, called from the engine's thread. They must not call the engine.
struct EngineEvents {
    std::function<void(const EngineReport&)> on_report;
    std::function<void(const BestMove&)> on_best_move;
};

// A playing engine for all variants: options, a position, and at most one search at a time in its
// own thread. Independent of any protocol; results are delivered by callbacks. Not thread-safe.
// Only wait() and the destructor block until a running search ends. Options set during a search
// apply to the next one.
class Engine {
public:
    explicit Engine(CoreFactory factory = make_core);
    ~Engine();
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;

    const EngineOptions& options() const { return options_; }
    Result<void> set_option(std::string_view name, std::string_view value);
    Result<void> set_options(const EngineOptions& options);
    // Allocates the tables, which may take long. Does nothing during a search.
    Result<void> get_ready();
    // Clears the tables and statistics of the searcher.
    void new_game();

    Result<void> set_position(const std::optional<std::string>& fen,
                              std::span<const std::string> moves);
    const AnyPosition& position() const { return position_; }
    // The static evaluation of the position. Requires a game that is not over.
    Result<Score> evaluate() const { return xttt::evaluate(options_.search(), position_); }

    // Starts a search of the current position. Calls on_best_move exactly once.
    Result<void> go(GoRequest request, EngineEvents events);
    // The opponent has played the move that go() with GoMode::Ponder expected. Returns false if no
    // search is pondering.
    bool ponder_hit();

    // Runs another long task in the thread of the engine, with a copy of the current position. The
    // function that the task returns is called when the engine is free again, to deliver the
    // result.
    using Deliver = std::function<void()>;
    using Task = std::function<Deliver(const AnyPosition&, const std::stop_token&)>;
    Result<void> run(Task task);

    // Ends the search or task, which still delivers its result.
    void stop() { thread_.request_stop(); }
    // Blocks until the search or task has delivered its result.
    void wait();
    bool busy() const;

private:
    Result<void> refuse_if_busy() const;
    void start(std::function<Deliver(const std::stop_token&)> body);

    CoreFactory factory_;
    EngineOptions options_;
    std::shared_ptr<EngineCore> core_;
    AnyPosition position_{*kVariants[0]};
    std::optional<EngineOptions> configured_;  // the options that core_ was configured with
    bool forget_ = false;                      // new_game() was called during a search
    std::uint64_t games_ = 0;

    std::shared_ptr<SearchSession> session_;  // the latest
    mutable std::mutex mutex_;                // guards busy_
    bool busy_ = false;
    std::jthread thread_;  // last, so that it ends before the members it uses
};

}  // namespace xttt
