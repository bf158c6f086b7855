#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "process/unique_fd.h"

namespace xttt {

// Splits received bytes into text lines. Holds at most one text line of the limit plus one read. A
// longer text line is reported instead of stored.
class TextLineBuffer {
public:
    explicit TextLineBuffer(std::size_t text_line_limit);

    // The buffer for the next read (never empty while too_long() is false and next() has returned
    // nothing), and the number of bytes read.
    std::span<char> free_space();
    void filled(std::size_t count) { end_ += count; }

    // The next complete text line without its newline (and carriage return). The view is valid
    // until the next call of free_space().
    std::optional<std::string_view> next();
    // Whether the incomplete text line exceeds the limit. Call it after next() has returned
    // nothing.
    bool too_long() const { return end_ - begin_ > text_line_limit_; }
    // The incomplete text line.
    std::string_view partial() const { return {bytes_.data() + begin_, end_ - begin_}; }
    // Returns the incomplete text line as if it were complete.
    std::string_view take_partial() {
        const auto rest = partial();
        begin_ = scanned_ = end_;
        return rest;
    }
    void clear() { begin_ = scanned_ = end_ = 0; }

private:
    std::size_t text_line_limit_;
    std::vector<char> bytes_;
    std::size_t begin_ = 0;    // first byte not yet returned
    std::size_t scanned_ = 0;  // no newline in [begin_, scanned_)
    std::size_t end_ = 0;
};

// Keeps the last bytes of a stream.
class Tail {
public:
    explicit Tail(std::size_t limit) : limit_(limit) {}

    void add(std::string_view bytes) {
        text_.append(bytes);
        // Truncates only occasionally, so that appending stays cheap.
        if (text_.size() > 2 * limit_) text_.erase(0, text_.size() - limit_);
    }
    std::string text() const {
        return text_.size() > limit_ ? text_.substr(text_.size() - limit_) : text_;
    }

private:
    std::size_t limit_;
    std::string text_;
};

// The parent's end of the three pipes of a child: text lines in both directions, and the tail of
// standard error. No function blocks.
class ChildPipes {
public:
    struct Limits {
        std::size_t text_line;
        std::size_t unsent;
        std::size_t error_tail;
    };
    ChildPipes(UniqueFd input, UniqueFd output, UniqueFd error, const Limits& limits);

    // As Child::send.
    bool send(std::string_view text);
    bool has_unsent() const { return !unsent_.empty() && input_; }
    void send_more();
    void close_input();

    // Reads the available output of the child. When `ended`, no process writes to it any more, even
    // if a descriptor of it is still open.
    void receive(bool ended);
    bool output_open() const { return static_cast<bool>(output_); }
    std::optional<std::string_view> next_text_line();
    // The incomplete text line, once it exceeds the limit. Call it after next_text_line() has
    // returned nothing.
    std::optional<std::string_view> oversized() const {
        if (!text_lines_.too_long()) return std::nullopt;
        return text_lines_.partial();
    }
    void forget_received() { text_lines_.clear(); }
    // Forgets everything the child has sent until now.
    void discard_received();

    void receive_error();
    std::string error_tail() const { return error_text_.text(); }
    // Called with everything the child writes to its standard error from now on.
    void set_error_sink(std::function<void(std::string_view)> sink) { sink_ = std::move(sink); }

    // For poll; -1 when closed.
    int input() const { return input_.get(); }
    int output() const { return output_.get(); }
    int error() const { return error_.get(); }

private:
    std::size_t write_some(std::string_view text);

    UniqueFd input_, output_, error_;
    Limits limits_;
    TextLineBuffer text_lines_;
    std::string unsent_;
    Tail error_text_;
    std::function<void(std::string_view)> sink_;
};

}  // namespace xttt
