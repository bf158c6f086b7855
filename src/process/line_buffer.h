#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace xttt {

// Bytes received, cut into lines. Holds at most one line of the limit plus what one read brought;
// a line that does not end within the limit is reported instead of stored.
class LineBuffer {
public:
    explicit LineBuffer(std::size_t line_limit);

    // Where the next read may put its bytes (never empty while too_long() is false and next() has
    // returned nothing), and how many it brought.
    std::span<char> room();
    void filled(std::size_t count) { end_ += count; }

    // The next complete line without its newline (and without a carriage return before it). The
    // view is good until the next call of room().
    std::optional<std::string_view> next();
    // Whether the line being received has outgrown the limit. Ask after next() found nothing.
    bool too_long() const { return end_ - begin_ > line_limit_; }
    // What was received of a line that is not complete.
    std::string_view partial() const { return {bytes_.data() + begin_, end_ - begin_}; }
    // Hands that out as if it were complete.
    std::string_view take_partial() {
        const auto rest = partial();
        begin_ = scanned_ = end_;
        return rest;
    }
    void clear() { begin_ = scanned_ = end_ = 0; }

private:
    std::size_t line_limit_;
    std::vector<char> bytes_;
    std::size_t begin_ = 0;    // first byte not yet handed out
    std::size_t scanned_ = 0;  // no newline in [begin_, scanned_)
    std::size_t end_ = 0;
};

}  // namespace xttt
