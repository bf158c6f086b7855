#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>

#include "cluster/nats/connection.h"
#include "cluster/status.h"

namespace xttt {

struct WorkerOptions {
    NatsOptions server;
    int jobs = 1;       // orders at a time
    std::string name;   // empty: the host's name and the process id
    std::string cache;  // folder for files that arrive
    // How long nothing may be heard of a worker before its games are given to others; the first
    // worker or coordinator of a cluster decides.
    std::chrono::milliseconds lease{30000};
    // Leave to run programs the orders name (ugi:COMMAND), with the worker's own rights.
    bool allow_programs = false;
    // Run bots without the sandbox, with the worker's own rights.
    bool trust_bots = false;
    // Once stopped: how long games being played may still take, and what is called when they took
    // longer. Their orders have been given back by then; run() returns when they have ended.
    std::chrono::milliseconds grace{30000};
    std::function<void()> on_grace_over = [] {};
    std::function<void(const std::string&)> log = [](const std::string&) {};
};

// Plays what the cluster orders. Nothing is lost whatever becomes of it: an order is acknowledged
// when its result is stored on the server, and what was not acknowledged is given to another.
class Worker {
public:
    // Connects, and measures the host.
    static Result<Worker> open(WorkerOptions options);
    Worker(Worker&&) noexcept;
    ~Worker();

    // Works until told to stop. Fails only where it makes no sense to go on; a server that is
    // away is waited for.
    Result<void> run(const std::stop_token& stop);
    WorkerStatus status() const;

private:
    class Impl;
    explicit Worker(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

}  // namespace xttt
