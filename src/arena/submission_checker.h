#pragma once

#include <atomic>
#include <condition_variable>
#include <map>
#include <mutex>
#include <optional>
#include <semaphore>
#include <set>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "arena/arena_store.h"

namespace xttt {

struct CheckOptions {
    std::uint64_t memory_limit = std::uint64_t{1} << 30;  // bytes of a bot
    std::chrono::seconds time{8};  // of a check, for a bot that answers at once
    std::chrono::seconds build_time{120};
    // Pause after a failure of this machine; doubles with each further failure of a version.
    std::chrono::milliseconds pause{10'000};
    unsigned cores = std::thread::hardware_concurrency();
    const std::atomic<bool>* stopped = nullptr;
};

// Unpacks, builds and checks uploaded versions in separate threads, in the order of arrival. With
// several cores, a version that is built does not delay those that need no build, and with four
// cores two bots are checked at a time. A team has one check at a time, and its versions wait for
// an older one that has to be built. A version that this machine fails to check waits while others
// are checked, also those of its team. A check that a crash interrupted starts again. At the start
// it also restores missing folders of versions that have passed.
class SubmissionChecker {
public:
    // The store must outlive it.
    SubmissionChecker(ArenaStore& store, const CheckOptions& options);
    ~SubmissionChecker();

    // Call after a version was added.
    void wake();
    // Why the last version could not be checked; empty if all is well.
    std::string problem() const;

private:
    struct Retry {
        int failures = 0;
        Clock::time_point at{};
    };
    void run(const std::stop_token& stop);
    std::optional<Version> take(const std::stop_token& stop);
    Result<std::vector<Version>> waiting();
    bool begin_build(int version);
    void end_build();
    Result<void> process(const Version& before);
    void finish(const Version& version, const Result<void>& done);
    void report(const Version& version, const Error& error);

    ArenaStore& store_;
    CheckOptions options_;
    std::atomic<bool> stopped_ = false;
    std::counting_semaphore<> check_slots_;
    mutable std::mutex mutex_;  // for the members below
    std::condition_variable_any woken_;
    bool has_work_ = true;
    bool is_building_ = false;
    std::set<int> busy_teams_;
    std::set<int> builds_;   // versions known to need a build
    std::set<int> missing_;  // versions that have passed and lost their folder
    std::map<int, Retry> retries_;
    std::string problem_;
    bool is_reported_ = false;  // the audit log has an entry about the problem
    std::vector<std::jthread> threads_;
};

// Unpacks, builds and checks one version; returns it with its verdict. Fails only for a reason
// outside the upload, or when it was stopped.
Result<Version> check_version(ArenaStore& store, Version version, const CheckOptions& options);

}  // namespace xttt
