#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <string_view>

#include "base/clock.h"

namespace xttt {

// Kinds of problems with the server.
inline constexpr std::string_view kConnectionProblem = "connection";
inline constexpr std::string_view kPermissionProblem = "permission";
// The server does not answer requests, or refuses all of them.
inline constexpr std::string_view kJetStreamProblem = "jetstream";
// The server has no space for messages.
inline constexpr std::string_view kStorageProblem = "storage";
// Streams or consumers are missing.
inline constexpr std::string_view kStreamsProblem = "streams";

// Reports problems with the server to users: once when a problem begins and once when it ends,
// however often it is detected. A recurring problem is reported at most every kQuietTime. A server
// whose storage is full or that does not answer often seems to recover for a moment; such a
// problem ends when it was not detected for a while, longer each time that it recurs. A connection
// that such a server closes is part of the same problem and not reported. Thread-safe.
class ServerHealth {
public:
    using Report = std::function<void(const std::string&)>;
    static constexpr std::chrono::seconds kQuietTime{10};

    explicit ServerHealth(Report report) : report_(std::move(report)) {}

    // Reports that problem `key` exists; `recovery` is the message for its end.
    void raise(std::string_view key, std::string message, std::string recovery);
    void clear(std::string_view key);
    bool has(std::string_view key) const;
    // Call regularly. Reports delayed problems and delayed ends, and ends a permission problem that
    // was not detected again for a few seconds.
    void tick();
    // The server denied the creation of a stream or consumer since the last connect.
    void deny_creation(bool denied) { creation_denied_ = denied; }
    bool creation_denied() const { return creation_denied_; }
    // The connection was lost and is there again.
    void reconnected();
    // Requests from before are lost, because the connection was.
    Clock::time_point connected_since() const { return connected_since_; }
    // Stops reporting, because the receiver is about to end.
    void detach();

private:
    struct Problem {
        std::string message, recovery;
        bool active = false;
        bool reported = false;               // its beginning, but not its end
        Clock::time_point began = {};        // when it became active
        Clock::time_point detected = {};     // most recently
        Clock::time_point reported_at = {};  // when its beginning was last reported
        Clock::time_point cleared = {};      // since then it seems to be over
        Clock::time_point ended = {};        // when its end was last reported
        Clock::duration settling = {};       // how long it must seem to be over
    };
    // All with mutex_ held.
    void report_beginning(std::string_view key, Problem& problem);
    void end(Problem& problem);
    bool is_active(std::string_view key) const;

    std::atomic<bool> creation_denied_ = false;
    std::atomic<Clock::time_point> connected_since_ = Clock::time_point{};
    mutable std::mutex mutex_;
    Report report_;
    std::map<std::string, Problem, std::less<>> problems_;
};

}  // namespace xttt
