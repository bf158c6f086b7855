#pragma once

#include <string>

#include "base/result.h"
#include "process/unique_fd.h"

namespace xttt {

// Reserves a store for one process: a lock on the file STORE.lock, which the kernel releases
// however the process ends. A separate file, because SQLite's locks on the store itself are lost
// when any descriptor of it is closed.
class StoreLock {
public:
    static Result<StoreLock> take(const std::string& store);
    // Whether a process holds the lock.
    static bool is_taken(const std::string& store);

    StoreLock(StoreLock&&) = default;
    StoreLock& operator=(StoreLock&&) = delete;
    ~StoreLock();

private:
    StoreLock(std::string path, UniqueFd file) : path_(std::move(path)), file_(std::move(file)) {}
    std::string path_;
    UniqueFd file_;
};

}  // namespace xttt
