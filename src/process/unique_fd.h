#pragma once

#include <utility>

#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

namespace xttt {

// Owns one file descriptor, or none.
class UniqueFd {
public:
    UniqueFd() = default;
    explicit UniqueFd(int fd) : fd_(fd) {}
    UniqueFd(UniqueFd&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
    UniqueFd& operator=(UniqueFd&& other) noexcept {
        if (this != &other) reset(std::exchange(other.fd_, -1));
        return *this;
    }
    ~UniqueFd() { reset(); }

    int get() const { return fd_; }
    explicit operator bool() const { return fd_ >= 0; }
    void reset(int fd = -1) {
        if (fd_ >= 0) ::close(fd_);
        fd_ = fd;
    }

private:
    int fd_ = -1;
};

// Refers to one process, even if its id is reused. Readable (in poll) when the process has ended.
class ProcessHandle {
public:
    ProcessHandle() = default;
    explicit ProcessHandle(pid_t pid) : fd_(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0))) {}

    explicit operator bool() const { return static_cast<bool>(fd_); }
    int descriptor() const { return fd_.get(); }
    // False if the process has ended.
    bool signal(int number) const {
        return ::syscall(SYS_pidfd_send_signal, fd_.get(), number, nullptr, 0) == 0;
    }

private:
    UniqueFd fd_;
};

}  // namespace xttt
