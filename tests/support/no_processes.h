#pragma once

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <string>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace xttt::test {

// While it lives, this process can start no process and no thread: a real limit, RLIMIT_NPROC, or
// as root, which that does not limit, a control group of its own.
class NoProcesses {
public:
    NoProcesses() {
        if (::getuid() == 0) {
            join_group();
        } else if (::getrlimit(RLIMIT_NPROC, &before_) == 0) {
            const rlimit none{.rlim_cur = 0, .rlim_max = before_.rlim_max};
            is_limited_ = ::setrlimit(RLIMIT_NPROC, &none) == 0;
        }
    }
    ~NoProcesses() {
        if (is_limited_) ::setrlimit(RLIMIT_NPROC, &before_);
        if (group_.empty()) return;
        write(own_ + "/cgroup.procs", std::to_string(::getpid()));
        std::error_code ignored;
        std::filesystem::remove(group_, ignored);
    }
    NoProcesses(const NoProcesses&) = delete;
    NoProcesses& operator=(const NoProcesses&) = delete;

    // False where there is neither; asks the kernel.
    bool is_on() const {
        const pid_t child = ::fork();
        if (child == 0) ::_exit(0);
        if (child > 0) ::waitpid(child, nullptr, 0);
        return child < 0 && errno == EAGAIN;
    }

private:
    static bool write(const std::string& path, const std::string& text) {
        std::ofstream file(path);
        file << text << std::flush;
        return file.good();
    }
    void join_group() {
        std::ifstream groups("/proc/self/cgroup");
        for (std::string text; std::getline(groups, text);) {
            const auto path = text.substr(text.rfind(':') + 1);
            if (text.find(":pids:") != text.npos)
                own_ = "/sys/fs/cgroup/pids" + path;
            else if (text.starts_with("0::") && own_.empty())
                own_ = "/sys/fs/cgroup" + path;
        }
        const std::string group = own_ + "/xttt-test-" + std::to_string(::getpid());
        std::error_code failed;
        if (own_.empty() || !std::filesystem::create_directory(group, failed)) return;
        group_ = group;
        write(group_ + "/pids.max", "0");
        write(group_ + "/cgroup.procs", std::to_string(::getpid()));
    }

    rlimit before_{};
    bool is_limited_ = false;
    std::string own_, group_;  // folders of the group before, and of the one without processes
};

}  // namespace xttt::test
