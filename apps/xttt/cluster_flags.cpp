#include "cluster_flags.h"

namespace xttt {

CLI::Option* add_cluster_options(CLI::App& command, NatsOptions& options) {
    auto* cluster = command.add_option("--cluster", options.url,
                                       "The cluster's server: nats://HOST:PORT or tls://HOST:PORT");
    const auto add = [&](const char* name, std::string& value, const char* help) {
        command.add_option(name, value, help)->check(CLI::ExistingFile)->needs(cluster);
    };
    add("--credentials", options.credentials, "File with the NATS credentials to use there");
    add("--tls-ca", options.authority, "File with the certificates that vouch for the server");
    add("--tls-cert", options.certificate, "File with our own certificate, if the server asks");
    add("--tls-key", options.key, "File with the key of that certificate");
    command
        .add_flag("--insecure", options.insecure,
                  "Use a server on another machine without credentials and encryption")
        ->needs(cluster);
    return cluster;
}

}  // namespace xttt
