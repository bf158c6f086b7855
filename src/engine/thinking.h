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

#include "engine/core.h"
#include "engine/options.h"
#include "engine/skill.h"

namespace xttt {

// How a search comes to its end.
enum class GoMode {
    Play,      // by its limits, or a stop
    Infinite,  // by a stop alone, even when there is nothing left to look at
    Ponder,    // on the opponent's time: after ponder_hit() by its limits, before it by a stop
};

struct GoRequest {
    SearchLimits limits;  // multipv excepted, which is an option
    GoMode mode = GoMode::Play;
    // The moment from which the time of the limits counts.
    std::chrono::steady_clock::time_point received = std::chrono::steady_clock::now();
};

// A report of the search with its moves as text.
struct EngineReport {
    SearchReport search;
    std::vector<std::string> pv;  // of each of search.lines, moves separated by blanks
};

struct BestMove {
    std::string move;   // empty when the game is over
    std::string reply;  // the opponent's expected answer; empty if there is none
};

// One answer to "go": what is searched, for how long, and which of the moves found is played.
class Thinking {
public:
    using OnReport = std::function<void(const EngineReport&)>;

    // Looks at the core's snapshot. `seed` decides what lower skills play.
    Thinking(std::shared_ptr<EngineCore> core, const EngineOptions& options, GoRequest request,
             OnReport on_report, std::uint64_t seed);

    // Thinks until the request or `stop` ends it.
    BestMove run(const std::stop_token& stop);
    // From another thread: the expected move was played. False if the request was none to ponder,
    // or was told already.
    bool ponder_hit();

private:
    std::optional<SearchReport> from_book() const;
    SearchReport ponder(const std::stop_token& stop);
    SearchReport search(SearchLimits limits, const std::stop_token& stop);
    void report(const SearchReport& found) const;
    SearchLimits limits_left(std::chrono::steady_clock::time_point since) const;
    BestMove best_of(const SearchReport& found) const;
    void hold(const std::stop_token& stop);
    bool has_handicap() const { return options_.skill < kMaxSkill; }

    std::shared_ptr<EngineCore> core_;
    EngineOptions options_;
    GoRequest request_;
    OnReport on_report_;
    std::uint64_t seed_;

    std::mutex mutex_;  // guards hit_ and hit_at_
    std::condition_variable_any changed_;
    bool hit_ = false;
    std::chrono::steady_clock::time_point hit_at_;
    std::stop_source pondering_;
};

}  // namespace xttt
