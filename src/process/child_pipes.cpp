#include "process/child_pipes.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include <unistd.h>

namespace xttt {

namespace {

constexpr std::size_t kReadSize = 16 * 1024;

}  // namespace

TextLineBuffer::TextLineBuffer(std::size_t text_line_limit)
    : text_line_limit_(text_line_limit), bytes_(text_line_limit + kReadSize + 1) {}

std::span<char> TextLineBuffer::free_space() {
    if (begin_ > 0) {
        std::memmove(bytes_.data(), bytes_.data() + begin_, end_ - begin_);
        end_ -= begin_;
        scanned_ -= begin_;
        begin_ = 0;
    }
    return std::span(bytes_).subspan(end_);
}

std::optional<std::string_view> TextLineBuffer::next() {
    const char* from = bytes_.data() + scanned_;
    const void* newline = std::memchr(from, '\n', end_ - scanned_);
    if (newline == nullptr) {
        scanned_ = end_;
        return std::nullopt;
    }
    const auto at = static_cast<std::size_t>(static_cast<const char*>(newline) - bytes_.data());
    std::string_view text_line(bytes_.data() + begin_, at - begin_);
    begin_ = scanned_ = at + 1;
    if (text_line.ends_with('\r')) text_line.remove_suffix(1);
    return text_line;
}

namespace {

bool try_later() {
    return errno == EAGAIN || errno == EINTR;
}

}  // namespace

ChildPipes::ChildPipes(UniqueFd input, UniqueFd output, UniqueFd error, const Limits& limits)
    : input_(std::move(input)),
      output_(std::move(output)),
      error_(std::move(error)),
      limits_(limits),
      text_lines_(limits.text_line),
      error_text_(limits.error_tail) {}

bool ChildPipes::send(std::string_view text) {
    if (unsent_.empty()) text.remove_prefix(write_some(text));
    if (text.empty()) return true;
    if (!input_ || unsent_.size() + text.size() > limits_.unsent) return false;
    unsent_.append(text);
    return true;
}

void ChildPipes::send_more() {
    unsent_.erase(0, write_some(unsent_));
}

void ChildPipes::close_input() {
    input_.reset();
    unsent_.clear();
}

// The number of bytes written to the pipe.
std::size_t ChildPipes::write_some(std::string_view text) {
    if (!input_) return 0;
    const auto sent = ::write(input_.get(), text.data(), text.size());
    if (sent >= 0) return static_cast<std::size_t>(sent);
    if (!try_later()) input_.reset();  // the child has closed it
    return 0;
}

void ChildPipes::receive(bool ended) {
    const auto free_space = text_lines_.free_space();
    const auto got = ::read(output_.get(), free_space.data(), free_space.size());
    if (got > 0)
        text_lines_.filled(static_cast<std::size_t>(got));
    else if (got == 0 || !try_later() || (ended && errno == EAGAIN))
        output_.reset();
}

void ChildPipes::discard_received() {
    // First, so that one read takes all that the pipe holds.
    text_lines_.clear();
    if (output_) receive(false);
    text_lines_.clear();
}

std::optional<std::string_view> ChildPipes::next_text_line() {
    if (const auto text_line = text_lines_.next()) return text_line;
    // The last text line may lack its newline.
    if (!output_ && !text_lines_.partial().empty()) return text_lines_.take_partial();
    return std::nullopt;
}

void ChildPipes::receive_error() {
    std::array<char, 4096> bytes;
    // Bounded, because a child may never stop writing.
    for (int round = 0; error_ && round < 16; ++round) {
        const auto got = ::read(error_.get(), bytes.data(), bytes.size());
        if (got > 0) {
            const std::string_view text(bytes.data(), static_cast<std::size_t>(got));
            error_text_.add(text);
            if (sink_) sink_(text);
            continue;
        }
        if (got == 0 || !try_later()) error_.reset();
        return;
    }
}

}  // namespace xttt
