#include "base/file.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>

#include "base/text.h"

namespace xttt {

Result<std::string> read_input_file(const std::string& path, std::size_t limit) {
    constexpr std::size_t kPiece = std::size_t{1} << 20;
    errno = 0;
    std::ifstream in(path, std::ios::binary);
    std::string text;
    while (in && text.size() <= limit) {
        const std::size_t before = text.size();
        text.resize(before + std::min(kPiece, limit + 1 - before));
        in.read(text.data() + before, static_cast<std::streamsize>(text.size() - before));
        text.resize(before + static_cast<std::size_t>(in.gcount()));
    }
    if (!in.is_open() || in.bad())
        return fail(Errc::Io, fmt::format("cannot read {}: {}", quote(path), std::strerror(errno)));
    if (text.size() > limit)
        return fail(Errc::BadInput, fmt::format("{} has more than {} bytes", quote(path), limit));
    return text;
}

Result<void> replace_file(const std::string& path, const std::string& part,
                          std::string_view content, bool executable) {
    namespace fs = std::filesystem;
    errno = 0;
    std::ofstream out(part, std::ios::binary | std::ios::trunc);
    out << content;
    out.close();
    std::error_code failed =
        out ? std::error_code()
            : std::error_code(errno != 0 ? errno : EIO, std::generic_category());
    if (!failed && executable) fs::permissions(part, fs::perms(0755), failed);
    if (!failed) fs::rename(part, path, failed);
    if (!failed) return {};
    std::error_code ignored;
    fs::remove(part, ignored);
    return fail(Errc::Io, fmt::format("cannot write {}: {}", quote(path), failed.message()));
}

}  // namespace xttt
