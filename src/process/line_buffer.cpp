#include "process/line_buffer.h"

#include <cstring>

namespace xttt {
namespace {

constexpr std::size_t kReadSize = 16 * 1024;

}  // namespace

LineBuffer::LineBuffer(std::size_t line_limit)
    : line_limit_(line_limit), bytes_(line_limit + kReadSize + 1) {}

std::span<char> LineBuffer::room() {
    if (begin_ > 0) {
        std::memmove(bytes_.data(), bytes_.data() + begin_, end_ - begin_);
        end_ -= begin_;
        scanned_ -= begin_;
        begin_ = 0;
    }
    return std::span(bytes_).subspan(end_);
}

std::optional<std::string_view> LineBuffer::next() {
    const char* from = bytes_.data() + scanned_;
    const void* newline = std::memchr(from, '\n', end_ - scanned_);
    if (newline == nullptr) {
        scanned_ = end_;
        return std::nullopt;
    }
    const auto at = static_cast<std::size_t>(static_cast<const char*>(newline) - bytes_.data());
    std::string_view line(bytes_.data() + begin_, at - begin_);
    begin_ = scanned_ = at + 1;
    if (line.ends_with('\r')) line.remove_suffix(1);
    return line;
}

}  // namespace xttt
