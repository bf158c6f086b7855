#pragma once

#include <optional>
#include <string>

#include "cluster/nats/connection.h"
#include "process/child.h"
#include "support/fresh_folder.h"

namespace xttt::test {

// A real nats-server on a free port of the loopback interface, with its store in a fresh folder.
// To be used by the thread that made it.
class NatsServer {
public:
    NatsServer();
    std::string url() const;
    NatsOptions options() const;
    // As a crash and a new start: what was stored stays.
    void restart();
    void kill();
    void start();
    // What it stored is lost.
    void wipe();

private:
    FreshFolder folder_;
    int port_ = -1;  // any free one, the first time
    std::optional<Child> process_;
};

}  // namespace xttt::test
