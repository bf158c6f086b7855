#include "cluster/small_disk.h"

#include <chrono>
#include <filesystem>
#include <stdexcept>

#include <fcntl.h>
#include <unistd.h>

#include "base/clock.h"
#include "process/unique_fd.h"

namespace xttt::test {

std::optional<SmallDisk> SmallDisk::mount(int mebibytes) {
    auto folder = std::make_unique<FreshFolder>();
    const auto size = "size=" + std::to_string(mebibytes) + "m";
    for (const bool own_users : {false, true}) {
        auto keeper = Child::start(
            {.argv = {"unshare", own_users ? "-rm" : "-m", "sh", "-c",
                      R"(mount -t tmpfs -o "$1" tmpfs "$0" && echo mounted && exec cat)",
                      folder->path(), size}});
        if (!keeper) continue;
        const auto said = keeper->await_text_line(after(std::chrono::seconds(30)));
        if (said.kind == OutputEvent::Kind::TextLine && said.text_line == "mounted")
            return SmallDisk(std::move(folder), std::move(*keeper), own_users);
    }
    return std::nullopt;
}

std::vector<std::string> SmallDisk::prefix() const {
    std::vector<std::string> words{"nsenter", "-t", std::to_string(keeper_.pid()), "-m"};
    if (own_users_) words.insert(words.end(), {"-U", "--preserve-credentials"});
    words.emplace_back("--");
    return words;
}

std::string SmallDisk::filler() const {
    return "/proc/" + std::to_string(keeper_.pid()) + "/root" + folder() + "/filler";
}

void SmallDisk::fill() const {
    const UniqueFd file(::open(filler().c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
    if (!file) throw std::runtime_error("cannot write " + filler());
    // To the last byte.
    for (std::string block(1 << 20, 'x'); !block.empty(); block.resize(block.size() / 2))
        while (::write(file.get(), block.data(), block.size()) > 0) {
        }
}

void SmallDisk::free() const {
    std::filesystem::remove(filler());
}

}  // namespace xttt::test
