#include "base/file.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
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

}  // namespace xttt
