#include <filesystem>
#include <map>
#include <mutex>
#include <ostream>
#include <set>
#include <thread>

#include <fmt/chrono.h>

#include "base/count_text.h"
#include "base/text.h"
#include "cluster/cluster_workers.h"
#include "commands.h"
#include "common_options.h"
#include "coordinator_flags.h"
#include "interrupts.h"
#include "testing/run_test.h"
#include "testing/shared_executor.h"
#include "testing/test_folder.h"
#include "tournament/output/standings_text.h"
#include "tournament/store/store.h"
#include "tournament/store/store_lock.h"

namespace xttt {
namespace {

using namespace std::chrono_literals;

struct TestingOptions {
    std::string folder;
    std::optional<int> jobs;
    std::vector<int> cpus;
    std::optional<int> slots;
    bool until_done = false;
    CoordinatorFlags cluster;
};

// The part of this machine that plays the games.
ConcurrencyRequest machine_request(const TestingOptions& options) {
    return {.jobs = options.jobs, .cores = {}, .memory = {}, .cpus = options.cpus};
}

// Runs the unfinished tests of a folder, each in a separate thread.
class Coordinator {
public:
    Coordinator(const TestingOptions& options, std::ostream& log)
        : options_(options),
          folder_(options.folder),
          reader_(folder_),
          log_(log),
          workers_(server_of(options.cluster.server)) {
        if (!options.cluster.given()) machine_.emplace(machine_request(options));
    }

    // If an exception ends run(), the running tests return at once; their next run resumes them.
    ~Coordinator() {
        for (auto& [number, running] : running_) running->control.interrupts = 2;
    }

    // Until `interrupts`, or with --until-done until no test is left.
    Result<void> run(const std::atomic<int>& interrupts) {
        // An unreachable server can become reachable; a wrong address or password cannot succeed.
        if (!machine_)
            if (const auto connected = workers_.connect();
                !connected && connected.error().code == Errc::Usage)
                return connected;
        for (;;) {
            step(interrupts);
            const bool last =
                running_.empty() && (interrupts > 0 || (options_.until_done && !left_));
            publish(last);
            if (last) return {};
            if (interrupts > 0 && !std::exchange(stopping_, true))
                log("Finishing the running games. Press Ctrl-C again to stop now.");
            if (interrupts > 1) std::_Exit(130);
            std::this_thread::sleep_for(200ms);
        }
    }

private:
    struct Running {
        Test test;
        TestControl control;
        std::atomic<bool> ended = false;
        std::jthread thread;
    };

    // Thread-safe.
    void log(const std::string& text) {
        const std::lock_guard lock(log_mutex_);
        log_ << fmt::format("{:%H:%M:%S} {}\n", fmt::localtime(std::time(nullptr)),
                            terminal_safe(text))
             << std::flush;
    }
    // A warning of a test. All tests of a cluster report a problem with its server at the same
    // time.
    void warn(int number, const std::string& text) {
        constexpr auto kQuiet = 10s;
        constexpr std::size_t kMostKnown = 1000;
        {
            const std::lock_guard lock(log_mutex_);
            if (logged_warnings_.size() > kMostKnown) logged_warnings_.clear();
            const auto [known, is_new] = logged_warnings_.try_emplace(text, Clock::now());
            if (!is_new && Clock::now() < known->second + kQuiet) return;
            known->second = Clock::now();
        }
        log(fmt::format("test {}: {}", number, text));
    }
    // For the connection that only checks whether tests can start.
    static NatsOptions server_of(NatsOptions server) {
        server.name = "xttt testing";
        return server;
    }

    // Whether tests can start. Logs once that they cannot, and once that they can again.
    bool can_start() {
        if (machine_) return true;
        const auto connected = workers_.connect();
        const std::string error = connected ? "" : connected.error().message;
        if (error.empty() && !start_error_.empty()) {
            log("connected to the cluster");
            past_start_error_ = start_error_;
        }
        if (!error.empty() && start_error_.empty()) log("tests wait: " + error);
        start_error_ = error;
        return error.empty();
    }
    // Sets or clears the message of a test that is not running: why it waits.
    void set_waiting_reason(const TestEntry& entry) {
        const bool is_past = start_error_.empty() && entry.state.message == past_start_error_;
        if (entry.state.message == start_error_ || (start_error_.empty() && !is_past)) return;
        TestState state = entry.state;
        state.status = TestStatus::Queued;
        state.message = start_error_;
        (void)folder_.set_state(entry.test.number, state);
    }

    // Two slots per concurrent game, so that workers never run out of games.
    std::vector<std::size_t> slots(const std::vector<Test>& tests) {
        constexpr std::size_t kFewest = 4, kGrowth = 4;
        if (!machine_) (void)workers_.update();  // on failure: the last count
        const std::size_t games =
            machine_ ? machine_->jobs() : static_cast<std::size_t>(workers_.count().games);
        const std::size_t wanted = std::max(kFewest, 2 * games);
        if (!options_.slots) return slots_by_share(tests, wanted, kGrowth * wanted);
        const auto chosen = static_cast<std::size_t>(*options_.slots);
        return slots_by_share(tests, chosen, chosen);
    }

    Result<RunExecutor> local_executor(const Test& test,
                                       const std::function<void(const std::string&)>& warn) {
        std::vector<PlayerSpec> players;
        for (const EntrantConfig& entrant : test.config.entrants) {
            TRY(auto player, parse_player(entrant.player));
            players.push_back(std::move(player));
        }
        TRY(auto opened,
            machine_->open(test.share, game_requirements(players, test.config.machine.bot_memory)));
        if (!opened.warning.empty()) warn(opened.warning);
        return RunExecutor{.executor = std::move(opened.executor)};
    }
    Result<RunExecutor> executor(const Test& test, std::function<void(const std::string&)> warn) {
        if (machine_) return local_executor(test, warn);
        const auto name = fmt::format("test-{}", test.number);
        TRY(const auto id, test.is_tuning() ? run_id_beside(folder_.file(test.number, "test.json"))
                                            : run_id_of(test.config.store));
        auto options = cluster_options(options_.cluster, name, id, std::move(warn));
        options.send_programs = true;
        return cluster_executor(std::move(options));
    }

    void start(const Test& test) {
        log(fmt::format("test {} starts: {}", test.number, test.name));
        auto& running = running_[test.number] = std::make_unique<Running>();
        running->test = test;
        running->thread = std::jthread([this, own = running.get()] {
            run_test(
                own->test, folder_,
                [this](const Test& each, auto warn) { return executor(each, std::move(warn)); },
                own->control,
                [this, number = own->test.number](const std::string& text) { warn(number, text); });
            own->ended = true;
        });
    }

    // Of a test that has just ended. More games may have been added after its last one started.
    TestState state_after(const Test& ended) const {
        TestState state = folder_.state(ended.number);
        const auto now = folder_.test(ended.number);
        if (now && is_undecided(*now, state) && is_changed(ended, *now)) {
            state.status = TestStatus::Queued;
            (void)folder_.set_state(ended.number, state);
        }
        return state;
    }
    // Whether a running test must start again to use what was changed.
    static bool is_changed(const Test& running, const Test& now) {
        return running.share != now.share ||
               running.config.stages[0].games != now.config.stages[0].games;
    }

    void step(const std::atomic<int>& interrupts) {
        std::erase_if(running_, [&](auto& each) {
            if (!each.second->ended) return false;
            each.second->thread.join();
            const TestState state = state_after(each.second->test);
            const auto& forfeits = state.forfeits;
            log(fmt::format(
                "test {} {} after {} games{}{}", each.first, name(state.status), state.games(),
                state.message.empty() ? "" : ": " + state.message,
                forfeits.by_reason.empty()
                    ? ""
                    : fmt::format("; {}, the last: {}", count_text(forfeits.total(), "forfeit"),
                                  evidence_text(forfeits.last))));
            return true;
        });
        problems_.clear();
        entries_ = reader_.read(problems_);
        for (const std::string& problem : problems_)
            if (logged_problems_.insert(problem).second) log(problem);
        std::vector<Test> tests;
        const bool start_now = can_start();
        for (const auto& entry : entries_) {
            if (entry->stop_requested || entry->state.ended()) continue;
            tests.push_back(entry->test);
            if (!running_.contains(entry->test.number)) set_waiting_reason(*entry);
        }
        left_ = !tests.empty();
        const auto shares = slots(tests);
        std::map<int, std::size_t> wanted;
        for (std::size_t i = 0; i < tests.size(); ++i) {
            wanted[tests[i].number] = shares[i];
            constexpr auto kBetweenStarts = 10s;
            auto& next = next_start_[tests[i].number];
            const auto running = running_.find(tests[i].number);
            if (running != running_.end()) {
                if (!is_changed(running->second->test, tests[i])) continue;
                running->second->control.interrupts = 1;
                next = {};
                continue;
            }
            if (shares[i] == 0 || interrupts > 0 || !start_now || Clock::now() < next) continue;
            next = Clock::now() + kBetweenStarts;
            start(tests[i]);
        }
        for (auto& [number, running] : running_) {
            const auto found = wanted.find(number);
            running->control.slots = found == wanted.end() ? 0 : found->second;
            if (interrupts > 0 || found == wanted.end()) running->control.interrupts = 1;
        }
    }

    // The page and its data, for `xttt serve --testing` or any other server of files.
    void publish(bool now) {
        if (Clock::now() < next_page_ && !now) return;
        next_page_ = Clock::now() + 1s;
        if (published_ && published_->first == entries_ && published_->second == problems_) return;
        const auto written =
            TestFolder::replace(options_.folder + "/tests.json", pages_.json(entries_, problems_));
        const auto page =
            TestFolder::replace(options_.folder + "/index.html", pages_.page(entries_, problems_));
        if (written && page) published_.emplace(entries_, problems_);
        for (const auto* each : {&written, &page})
            if (!*each && logged_problems_.insert(each->error().message).second)
                log(each->error().message);
    }

    TestingOptions options_;
    TestFolder folder_;
    TestReader reader_;
    std::ostream& log_;
    std::mutex log_mutex_;
    std::map<std::string, Clock::time_point> logged_warnings_;  // when each was logged
    ClusterWorkers workers_;
    std::string start_error_, past_start_error_;  // why tests cannot start, or could not
    std::optional<SharedExecutor> machine_;       // without a cluster; outlives the tests
    std::map<int, std::unique_ptr<Running>> running_;
    std::map<int, Clock::time_point> next_start_;  // of a test that could not start
    std::set<std::string> logged_problems_;
    TestEntries entries_;  // as last read
    std::vector<std::string> problems_;
    bool left_ = false, stopping_ = false;
    TestPages pages_;
    std::optional<std::pair<TestEntries, std::vector<std::string>>> published_;
    Clock::time_point next_page_{};
};

Result<int> run_testing(const TestingOptions& options, std::ostream& log) {
    if (!options.cluster.given())
        TRY_VOID(plan_concurrency(machine_request(options), {}, this_machine()));
    std::error_code failed;
    std::filesystem::create_directories(options.folder, failed);
    if (failed)
        return fail(Errc::Usage, fmt::format("cannot create folder {}: {}", quote(options.folder),
                                             failed.message()));
    if (has_coordinator(options.folder))
        return fail(Errc::Usage,
                    fmt::format("the tests of {} already have a coordinator; stop it first",
                                quote(options.folder)));
    const auto lock = StoreLock::take(coordinator_lock(options.folder));
    if (!lock)
        return fail(Errc::Usage, fmt::format("cannot run the tests of {}: {}",
                                             quote(options.folder), lock.error().message));
    const InterruptGuard guard;
    TRY_VOID(Coordinator(options, log).run(guard.count()));
    return guard.count() > 0 ? 130 : 0;
}

}  // namespace

void add_testing_run(Command& testing) {
    auto& command =
        testing.add("run", "Run the tests of a folder until you stop it.",
                    {"xttt testing run --folder tests --jobs 4",
                     "xttt testing run --folder tests --cluster nats://localhost:4222"});
    auto options = std::make_shared<TestingOptions>();
    command.group("Tests");
    command.option("--folder FOLDER", options->folder, "Folder of the tests").required();
    auto& jobs = command.option("--jobs N", options->jobs, "Games to play at the same time")
                     .range(1, 1024)
                     .default_text("one per core");
    auto& cpus = add_cpus_option(command, options->cpus);
    command
        .option("--slots N", options->slots,
                "Maximum number of queued and running games of all tests")
        .range(2, 100'000)
        .default_text("two per concurrent game");
    command.flag("--until-done", options->until_done, "Exit when no test is left");
    add_cluster_options(command, options->cluster.server).excludes(jobs).excludes(cpus);
    command
        .option("--attempts N", options->cluster.attempts,
                "Failed attempts before a game is set aside")
        .range(1, 1'000'000);
    command.run([options](Streams io) { return run_testing(*options, io.out); });
}

}  // namespace xttt
