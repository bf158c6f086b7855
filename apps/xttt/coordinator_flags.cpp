#include "coordinator_flags.h"

#include <filesystem>

#include "cluster/cluster_workforce.h"
#include "cluster/digest.h"
#include "cluster/host_report.h"
#include "cluster/layout.h"
#include "cluster_flags.h"

namespace xttt {
namespace {

// A name that is the same whenever the run goes on: that of what is played, and what tells the file
// of its results from all others.
std::string run_name(const std::string& name, const std::string& file) {
    std::string run;
    for (const char c : name.substr(0, 40))
        run += is_cluster_name(std::string_view(&c, 1)) ? c : '-';
    std::error_code failed;
    const auto path = std::filesystem::weakly_canonical(file, failed).string();
    return run + "-" + sha256_hex(host_name() + ":" + path).substr(0, 12);
}

}  // namespace

Argument& add_coordinator_options(Command& command, CoordinatorFlags& flags,
                                  const std::vector<const Argument*>& of_one_machine) {
    auto& cluster = add_cluster_options(command, flags.server);
    for (const Argument* option : of_one_machine) cluster.excludes(*option);
    command.option("--run NAME", flags.run, "Name of the run on the cluster")
        .needs(cluster)
        .default_text("from the name and the file");
    command
        .option("--attempts N", flags.attempts,
                "Failed attempts of workers after which a game is set aside")
        .range(1, 1'000'000)
        .needs(cluster);
    return cluster;
}

void add_scale_time_option(Command& command, CoordinatorFlags& flags, const Argument& cluster) {
    command
        .flag("--scale-time", flags.scale_time,
              "Scale time limits by the speed of each worker, relative to this machine")
        .needs(cluster);
}

ClusterOptions cluster_options(const CoordinatorFlags& flags, const std::string& name,
                               const std::string& file,
                               std::function<void(const std::string&)> warn) {
    ClusterOptions options;
    options.server = flags.server;
    options.server.name = "xttt coordinator";
    options.server.patience = std::chrono::seconds(30);  // a server may be about to start
    options.run = flags.run.empty() ? run_name(name, file) : flags.run;
    options.attempts = flags.attempts;
    options.scale_time = flags.scale_time;
    options.passing = flags.passing;
    options.log = std::move(warn);
    return options;
}

Result<RunExecutor> cluster_executor(ClusterOptions options) {
    auto opened = ClusterWorkforce::open(std::move(options));
    if (!opened) return std::unexpected(opened.error());
    ClusterWorkforce* const executor = opened->get();
    return RunExecutor{std::move(*opened), [executor] { executor->conclude(); }};
}

}  // namespace xttt
