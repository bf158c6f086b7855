#include "arena/durable_folder.h"

#include <cerrno>
#include <cstring>
#include <fstream>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "process/unique_fd.h"

namespace xttt {
namespace {

namespace fs = std::filesystem;

Result<void> sync_one(const fs::path& path) {
    const UniqueFd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
    if (!file || ::fsync(file.get()) != 0)
        return fail(Errc::Io,
                    fmt::format("cannot store '{}': {}", path.string(), std::strerror(errno)));
    return {};
}

}  // namespace

Result<void> create_arena_folder(const fs::path& folder) {
    std::error_code failed;
    if (!fs::create_directories(folder, failed))
        return fail(Errc::Usage, fmt::format("cannot create the folder '{}': {}", folder.string(),
                                             failed ? failed.message() : "it already exists"));
    fs::permissions(folder, fs::perms::owner_all, failed);
    for (const char* part : {"uploads", "bots"}) fs::create_directory(folder / part, failed);
    if (failed)
        return fail(Errc::Io, fmt::format("cannot create folders in '{}': {}", folder.string(),
                                          failed.message()));
    return {};
}

Result<void> sync_folder(const std::string& folder) {
    std::error_code failed;
    for (fs::recursive_directory_iterator it(folder, failed), end; !failed && it != end;
         it.increment(failed))
        if (!it->is_symlink() && (it->is_regular_file() || it->is_directory()))
            TRY_VOID(sync_one(it->path()));
    if (failed)
        return fail(Errc::Io, fmt::format("cannot read '{}': {}", folder, failed.message()));
    return sync_one(folder);
}

Result<void> install_folder(const std::string& from, const std::string& to) {
    TRY_VOID(sync_folder(from));
    std::error_code failed;
    fs::remove_all(to, failed);
    if (!failed) fs::rename(from, to, failed);
    if (failed) return fail(Errc::Io, fmt::format("cannot create '{}': {}", to, failed.message()));
    return sync_one(fs::absolute(to).parent_path());
}

Result<void> write_durable_file(const std::string& path, std::string_view content) {
    const std::string part = path + ".part";
    std::ofstream out(part, std::ios::binary);
    out.write(content.data(), static_cast<std::streamsize>(content.size()));
    out.close();
    std::error_code failed;
    const auto written = [&]() -> Result<void> {
        if (!out) return fail(Errc::Io, fmt::format("cannot write '{}'", path));
        TRY_VOID(sync_one(part));
        fs::rename(part, path, failed);
        if (failed)
            return fail(Errc::Io, fmt::format("cannot write '{}': {}", path, failed.message()));
        return sync_one(fs::absolute(path).parent_path());
    }();
    if (!written) fs::remove(part, failed);
    return written;
}

}  // namespace xttt
