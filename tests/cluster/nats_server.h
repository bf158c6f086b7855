#pragma once

#include <optional>
#include <string>

#include "cluster/nats/connection.h"
#include "process/child.h"
#include "support/filled_folder.h"

namespace xttt::test {

// A real nats-server on a free port of the loopback interface, with its store in a fresh folder.
// To be used by the thread that made it.
class NatsServer {
public:
    // `config`: the text of its configuration file, if it needs one.
    explicit NatsServer(std::string config = {});
    std::string url() const;
    NatsOptions options() const;
    // As this user of the configuration, "NAME:PASSWORD".
    NatsOptions options(const std::string& user) const;
    // For the next start.
    void configure(std::string config) { config_ = std::move(config); }
    // As a crash and a new start: what was stored stays.
    void restart();
    void kill();
    void start(bool jetstream = true);
    // What it stored is lost.
    void wipe();

private:
    FilledFolder folder_;
    std::string config_;
    int port_ = -1;  // any free one, the first time
    std::optional<Child> process_;
};

}  // namespace xttt::test
