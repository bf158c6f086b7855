#include "cluster/nats_server.h"

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <thread>

#include <nlohmann/json.hpp>

#include "process/spawn.h"

namespace xttt::test {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

NatsServer::NatsServer(std::string config, const SmallDisk* disk)
    : disk_(disk), config_(std::move(config)) {
    start();
}

void NatsServer::start(bool jetstream) {
    const auto found = find_program("nats-server");
    const std::string program = found ? *found : "/usr/sbin/nats-server";
    const std::string ports = folder_.path() + "/ports";
    fs::remove_all(ports);
    fs::create_directories(ports);
    std::vector<std::string> argv;
    if (disk_ != nullptr) argv = disk_->prefix();
    argv.insert(argv.end(), {program, "-a", "127.0.0.1", "-p", std::to_string(port_)});
    const auto store = (disk_ != nullptr ? disk_->folder() : folder_.path()) + "/store";
    if (jetstream) argv.insert(argv.end(), {"-js", "-sd", store});
    if (!config_.empty()) argv.insert(argv.end(), {"-c", folder_.write("server.conf", config_)});
    argv.insert(argv.end(), {"--ports_file_dir", ports, "-l", folder_.path() + "/log"});
    auto started = Child::start({.argv = std::move(argv)});
    if (!started) throw std::runtime_error(started.error().message);
    process_.emplace(std::move(*started));
    // It writes the file when it listens.
    for (int i = 0; i < 600; ++i) {
        for (const auto& entry : fs::directory_iterator(ports)) {
            std::ifstream file(entry.path());
            const auto json = nlohmann::json::parse(file, nullptr, false);
            if (!json.is_object() || json["nats"].empty()) continue;
            const auto address = json["nats"][0].get<std::string>();
            port_ = std::stoi(address.substr(address.rfind(':') + 1));
            return;
        }
        std::this_thread::sleep_for(100ms);
    }
    throw std::runtime_error("nats-server does not start");
}

void NatsServer::kill() {
    process_->kill();
    process_.reset();
}

void NatsServer::restart() {
    kill();
    start();
}

void NatsServer::wipe() {
    kill();
    fs::remove_all(folder_.path() + "/store");
    start();
}

void NatsServer::freeze() const {
    ::kill(process_->pid(), SIGSTOP);
}
void NatsServer::thaw() const {
    ::kill(process_->pid(), SIGCONT);
}

std::string NatsServer::url() const {
    return "nats://127.0.0.1:" + std::to_string(port_);
}

NatsOptions NatsServer::options() const {
    NatsOptions options;
    options.url = url();
    options.connect_timeout = 60s;
    return options;
}

NatsOptions NatsServer::options(const std::string& user) const {
    NatsOptions as_user = options();
    as_user.url.insert(std::string("nats://").size(), user + "@");
    return as_user;
}

}  // namespace xttt::test
