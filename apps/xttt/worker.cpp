#include "cluster/worker.h"

#include <cstdlib>
#include <mutex>
#include <ostream>
#include <thread>

#include <fmt/chrono.h>

#include "base/count_text.h"
#include "cluster/nats/connection.h"
#include "commands.h"
#include "common_options.h"
#include "coordinator_flags.h"
#include "interrupts.h"

namespace xttt {
namespace {

struct WorkerCommand {
    NatsOptions server;
    int jobs = 0;  // 0: one for each core
    std::string name;
    std::string cache;
    std::chrono::duration<double> lease{30};
    std::chrono::duration<double> grace{30};
    bool allow_programs = false;
    bool any_build = false;
    bool no_sandbox = false;
};

std::string default_cache() {
    return (user_folder("XDG_CACHE_HOME", ".cache").value_or("/var/tmp") / "xttt/bots").string();
}

// Works until SIGINT or SIGTERM.
Result<void> run_worker(const WorkerCommand& command, std::ostream& log) {
    std::mutex writing;
    const auto say = [&](const std::string& text) {
        const std::lock_guard lock(writing);
        log << fmt::format("{:%H:%M:%S} {}\n", fmt::localtime(std::time(nullptr)),
                           terminal_safe(text))
            << std::flush;
    };
    WorkerOptions options;
    options.server = command.server;
    options.server.name = "xttt worker";
    options.server.connect_timeout = std::chrono::seconds(30);  // a server may be about to start
    options.jobs = command.jobs > 0
                       ? command.jobs
                       : static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
    options.name = command.name;
    options.cache = command.cache.empty() ? default_cache() : command.cache;
    options.lease = std::chrono::duration_cast<std::chrono::milliseconds>(command.lease);
    options.grace = std::chrono::duration_cast<std::chrono::milliseconds>(command.grace);
    options.allow_programs = command.allow_programs;
    options.any_build = command.any_build;
    options.trust_bots = command.no_sandbox;
    options.log = say;
    // Threads in a running game cannot be ended in another way; their orders have been returned.
    options.on_grace_over = [&] {
        say("some games did not finish in time; other workers will play them");
        std::_Exit(0);
    };
    TRY(const auto worker, Worker::open(std::move(options)));
    const auto status = worker->status();
    say(fmt::format("worker {}: {} at a time, {:.0f} million random moves per second and core",
                    status.worker, count_text(status.jobs, "game"), status.host.speed / 1e6));

    const InterruptGuard guard;
    std::stop_source stop;
    const auto watch = watch_interrupts(
        guard,
        [&] {
            say("Finishing running games. Press Ctrl-C again to stop now.");
            stop.request_stop();
        },
        [] { std::_Exit(0); });
    auto result = worker->run(stop.get_token());
    const auto final_status = worker->status();
    say(fmt::format("{} played, {} returned to the queue", count_text(final_status.games, "game"),
                    final_status.given_back));
    return result;
}

}  // namespace

void add_worker(Command& app) {
    auto& command = app.add(
        "worker", "Play games for a cluster.",
        {"xttt worker --cluster nats://localhost:4222",
         "xttt worker --cluster tls://lab.example.org --credentials worker.creds --jobs 4"});
    auto options = std::make_shared<WorkerCommand>();
    add_cluster_options(command, options->server).required();
    command.group("Worker");
    command.option("--jobs N", options->jobs, "Games to play at the same time")
        .range(1, 1024)
        .default_text("one per core");
    command.option("--name NAME", options->name, "Name of this worker in reports")
        .default_text("from the host name");
    command.option("--cache FOLDER", options->cache, "Folder for received bots")
        .default_text("xttt/bots in the user's cache folder");
    command
        .option("--lease SECONDS", options->lease,
                "Time without a heartbeat before other workers take over its games, in seconds; "
                "the first worker of a cluster sets it")
        .range(0.5, 3600);
    command
        .option("--grace SECONDS", options->grace,
                "Time for running games to finish after a stop request, in seconds")
        .range(0, 86400);
    command.group("Trust");
    command.flag("--allow-programs", options->allow_programs,
                 "Run ugi: players, with your own permissions");
    command.flag("--any-build", options->any_build,
                 "Run ugi: players even if their files differ from the coordinator's");
    add_no_sandbox_flag(command, options->no_sandbox);
    command.run([options](Streams io) { return run_worker(*options, io.err); });
}

}  // namespace xttt
