#include "coordinator_flags.h"

#include <filesystem>
#include <fstream>

#include "base/text.h"
#include "cluster/cluster_executor.h"
#include "cluster/layout.h"

namespace xttt {

Argument& add_cluster_options(Command& command, NatsOptions& options) {
    command.group("Cluster");
    auto& cluster = command.option("--cluster URL", options.url,
                                   "Server of the cluster, nats://HOST:PORT or tls://HOST:PORT");
    const auto add = [&](const char* spelling, std::string& file, const char* help) {
        command.option(spelling, file, help).existing_file().needs(cluster);
    };
    add("--credentials FILE", options.credentials, "NATS credentials");
    add("--tls-ca FILE", options.authority, "CA certificates to verify the server, PEM file");
    add("--tls-cert FILE", options.certificate, "Client certificate");
    add("--tls-key FILE", options.key, "Key of the client certificate");
    command
        .flag("--insecure", options.insecure,
              "Allow a remote server without credentials and encryption")
        .needs(cluster);
    return cluster;
}

Argument& add_coordinator_options(Command& command, CoordinatorFlags& flags,
                                  const std::vector<const Argument*>& of_one_machine) {
    auto& cluster = add_cluster_options(command, flags.server);
    for (const Argument* option : of_one_machine) cluster.excludes(*option);
    command
        .option("--run NAME", flags.run, "Name of the run on the cluster; a random id follows it")
        .needs(cluster)
        .default_text("name of the tournament, sprt or selfplay");
    command.option("--attempts N", flags.attempts, "Failed attempts before a game is set aside")
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
                               const std::string& id,
                               std::function<void(const std::string&)> warn) {
    ClusterOptions options;
    options.server = flags.server;
    options.server.name = "xttt coordinator";
    options.server.connect_timeout = std::chrono::seconds(30);  // a server may be about to start
    options.run = run_name(flags.run.empty() ? name : flags.run, id);
    options.attempts = flags.attempts;
    options.scale_time = flags.scale_time;
    options.ephemeral = flags.ephemeral;
    options.log = std::move(warn);
    return options;
}

Result<std::string> run_id_beside(const std::string& file) {
    const std::string beside = file + ".run";
    std::error_code failed;
    if (std::filesystem::exists(file, failed)) {
        std::ifstream in(beside);
        if (std::string id; in >> id && is_cluster_name(id) && id.size() <= 20) return id;
    }
    const auto id = random_id();
    std::ofstream out(beside);
    out << id << '\n';
    out.close();
    if (!out) return fail(Errc::Io, fmt::format("cannot write {}", quote(beside)));
    return id;
}

Result<RunExecutor> cluster_executor(ClusterOptions options) {
    TRY(auto opened, ClusterExecutor::open(std::move(options)));
    ClusterExecutor* const executor = opened.get();
    return RunExecutor{std::move(opened), [executor] { executor->conclude(); }};
}

}  // namespace xttt
