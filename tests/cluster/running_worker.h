#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <thread>

#include "cluster/nats_server.h"
#include "cluster/worker.h"

namespace xttt::test {

// A worker in its own thread.
class RunningWorker {
public:
    RunningWorker(const NatsServer& server, std::string name, std::string cache)
        : RunningWorker(options_for(server.options(), std::move(name), std::move(cache))) {}
    explicit RunningWorker(WorkerOptions options) {
        auto opened = Worker::open(std::move(options));
        if (!opened) throw std::runtime_error(opened.error().message);
        worker_ = std::move(*opened);
        thread_ = std::jthread([this](std::stop_token stop) { (void)worker_->run(stop); });
    }
    static WorkerOptions options_for(NatsOptions server, std::string name, std::string cache) {
        WorkerOptions options;
        options.server = std::move(server);
        options.jobs = 2;
        options.name = std::move(name);
        options.cache = std::move(cache);
        options.lease = std::chrono::seconds(3);
        return options;
    }
    WorkerStatus status() const { return worker_->status(); }

private:
    std::unique_ptr<Worker> worker_;
    std::jthread thread_;
};

}  // namespace xttt::test
