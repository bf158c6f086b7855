#pragma once

#include <optional>
#include <string>

#include "cluster/nats/connection.h"
#include "cluster/small_disk.h"
#include "process/child.h"
#include "support/filled_folder.h"

namespace xttt::test {

// A real nats-server, the first in PATH, on a free port of the loopback interface, with its store
// in a fresh folder. To be used by the thread that made it.
class NatsServer {
public:
    // `config`: the text of its configuration file, if it needs one. `disk`: where its store is;
    // must outlive the server.
    explicit NatsServer(std::string config = {}, const SmallDisk* disk = nullptr);
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
    // It does not run, as if its machine were frozen or the network cut.
    void freeze() const;
    void thaw() const;

private:
    FilledFolder folder_;
    const SmallDisk* disk_;
    std::string config_;
    int port_ = -1;  // any free one, the first time
    std::optional<Child> process_;
};

}  // namespace xttt::test
