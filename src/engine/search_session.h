#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "base/clock.h"
#include "engine/core.h"
#include "engine/options.h"
#include "engine/skill.h"

namespace xttt {

// What ends a search.
enum class GoMode {
    Play,      // its limits, or stop
    Infinite,  // only stop, even if the search space is exhausted
    Ponder,    // stop, or its limits after ponder_hit()
};

struct GoRequest {
    SearchLimits limits;  // except multipv, which is an option
    GoMode mode = GoMode::Play;
    // Start of the time limits.
    Clock::time_point received = Clock::now();
};

// A report of the search with its moves as text.
struct EngineReport {
    SearchReport search;
    std::vector<std::string> pv;  // of each of search.pvs, moves separated by spaces
};

struct BestMove {
    std::string move;   // empty when the game is over
    std::string reply;  // the opponent's expected answer; empty if there is none
};

// One search from "go" to "bestmove": book lookup, pondering, limits and the choice of the move.
class SearchSession {
public:
    using OnReport = std::function<void(const EngineReport&)>;

    // `seed` determines the moves of lower skill levels.
    SearchSession(std::shared_ptr<EngineCore> core, const AnyPosition& position,
                  const EngineOptions& options, GoRequest request, OnReport on_report,
                  std::uint64_t seed);

    // Searches until the request's limits or `stop` end it.
    BestMove run(const std::stop_token& stop);
    // Thread-safe: the expected move was played. False if the request does not ponder, or after
    // the first call.
    bool ponder_hit();

private:
    bool uses_book() const;
    SearchReport ponder(const std::stop_token& stop);
    SearchReport search(SearchLimits limits, const std::stop_token& stop);
    void report(const SearchReport& found) const;
    SearchLimits limits_left(Clock::time_point since) const;
    BestMove best_of(const SearchReport& found) const;
    void wait_for_stop(const std::stop_token& stop);
    double grade() const { return options_.grade(position_.variant()); }
    bool has_handicap() const { return grade() < kFullStrength; }

    std::shared_ptr<EngineCore> core_;
    AnyPosition position_;
    EngineOptions options_;
    GoRequest request_;
    OnReport on_report_;
    std::uint64_t seed_;
    std::optional<SearchReport> book_reply_;  // looked up at the start, because the book may change

    std::mutex mutex_;  // guards hit_ and hit_at_
    std::condition_variable_any changed_;
    bool hit_ = false;
    Clock::time_point hit_at_;
    std::stop_source pondering_;
};

}  // namespace xttt
