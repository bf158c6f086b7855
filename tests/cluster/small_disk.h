#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "process/child.h"
#include "support/fresh_folder.h"

namespace xttt::test {

// A folder on a disk of a few MiB, which the test can fill. It is a tmpfs in a mount namespace of
// its own, which a process of the test keeps. To be used by the thread that made it.
class SmallDisk {
public:
    // Empty if this host allows neither mounts nor user namespaces.
    static std::optional<SmallDisk> mount(int mebibytes);

    // As processes in the namespace see it, and what such a process is started with.
    std::string folder() const { return folder_->path(); }
    std::vector<std::string> prefix() const;
    // Writes a file until there is no space left.
    void fill() const;
    void free() const;

private:
    SmallDisk(std::unique_ptr<FreshFolder> folder, Child keeper, bool own_users)
        : folder_(std::move(folder)), keeper_(std::move(keeper)), own_users_(own_users) {}
    std::string filler() const;

    std::unique_ptr<FreshFolder> folder_;
    Child keeper_;
    bool own_users_;  // in a user namespace too
};

}  // namespace xttt::test
