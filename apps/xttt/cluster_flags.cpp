#include "cluster_flags.h"

namespace xttt {

Argument& add_cluster_options(Command& command, NatsOptions& options) {
    command.group("Cluster");
    auto& cluster = command.option("--cluster URL", options.url,
                                   "Server of the cluster, nats://HOST:PORT or tls://HOST:PORT");
    const auto add = [&](const char* spelling, std::string& file, const char* help) {
        command.option(spelling, file, help).existing_file().needs(cluster);
    };
    add("--credentials FILE", options.credentials, "NATS credentials");
    add("--tls-ca FILE", options.authority,
        "Certificates of the authority that signed the server's");
    add("--tls-cert FILE", options.certificate, "Client certificate");
    add("--tls-key FILE", options.key, "Key of the client certificate");
    command
        .flag("--insecure", options.insecure,
              "Allow a remote server without credentials and encryption")
        .needs(cluster);
    return cluster;
}

}  // namespace xttt
