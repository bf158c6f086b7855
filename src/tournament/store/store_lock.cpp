#include "tournament/store/store_lock.h"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"

namespace xttt {
namespace {

std::string lock_path(const std::string& store) {
    return store + ".lock";
}

// Whether the locked file is still the one at its path: its last owner may have removed it while we
// waited.
bool is_current(int file, const std::string& path) {
    struct stat held{}, named{};
    return ::fstat(file, &held) == 0 && ::stat(path.c_str(), &named) == 0 &&
           held.st_ino == named.st_ino && held.st_dev == named.st_dev;
}

// An open file description lock, which is exclusive to this process and ends with it.
bool lock(int file, int command, short& kind) {
    struct flock whole{};
    whole.l_type = kind;
    whole.l_whence = SEEK_SET;
    const bool done = ::fcntl(file, command, &whole) == 0;
    kind = whole.l_type;
    return done;
}

std::string holder(int file) {
    char text[32];
    const auto got = ::pread(file, text, sizeof text, 0);
    if (got <= 0) return "another process";
    const auto pid = to_number<int>(std::string_view(text, static_cast<std::size_t>(got)));
    return pid ? fmt::format("process {}", *pid) : "another process";
}

}  // namespace

Result<StoreLock> StoreLock::take(const std::string& store) {
    const std::string path = lock_path(store);
    for (;;) {
        UniqueFd file(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644));
        if (!file)
            return fail(Errc::Io, fmt::format("store {}: cannot write to its folder: {}", store,
                                              std::strerror(errno)));
        short kind = F_WRLCK;
        if (!lock(file.get(), F_OFD_SETLK, kind))
            return fail(Errc::Io,
                        fmt::format("store {}: in use by {}; wait until it ends, or stop it", store,
                                    holder(file.get())));
        if (!is_current(file.get(), path)) continue;
        const std::string pid = std::to_string(::getpid());
        // Only for the message above; the lock does not depend on it.
        if (::ftruncate(file.get(), 0) == 0) [[maybe_unused]]
            const auto written = ::pwrite(file.get(), pid.data(), pid.size(), 0);
        return StoreLock(path, std::move(file));
    }
}

bool StoreLock::is_taken(const std::string& store) {
    const UniqueFd file(::open(lock_path(store).c_str(), O_RDONLY | O_CLOEXEC));
    short kind = F_RDLCK;
    return file && lock(file.get(), F_OFD_GETLK, kind) && kind != F_UNLCK;
}

StoreLock::~StoreLock() {
    // Removed while it is locked, so that no other process can have locked it in between.
    if (file_) ::unlink(path_.c_str());
}

}  // namespace xttt
