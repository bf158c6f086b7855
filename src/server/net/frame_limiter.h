#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "server/net/rate_limit.h"

namespace xttt {

// Counts the WebSocket frames (RFC 6455, section 5.2) of a byte stream and limits their rate.
// Control frames and empty fragments carry no message, so a limit of messages does not see them.
class FrameLimiter {
public:
    static constexpr Rate kRate{.burst = 120, .per_second = 30};

    explicit FrameLimiter(Clock::time_point now) : bucket_(kRate, now) {}

    // Passes the next bytes of the stream; false when it has more frames than allowed.
    bool allow(std::string_view bytes, Clock::time_point now) {
        while (!bytes.empty()) {
            if (payload_ > 0) {
                const auto skipped = std::min<std::uint64_t>(payload_, bytes.size());
                bytes.remove_prefix(static_cast<std::size_t>(skipped));
                payload_ -= skipped;
                continue;
            }
            header_[size_++] = static_cast<std::uint8_t>(bytes.front());
            bytes.remove_prefix(1);
            if (size_ < 2 || size_ < header_size()) continue;
            if (!bucket_.take(kRate, now)) return false;
            payload_ = payload_size();
            size_ = 0;
        }
        return true;
    }

private:
    std::size_t length_bytes() const {
        const int length = header_[1] & 0x7f;
        return length == 127 ? 8 : length == 126 ? 2 : 0;
    }
    std::size_t header_size() const {
        return 2 + length_bytes() + ((header_[1] & 0x80) != 0 ? 4 : 0);
    }
    std::uint64_t payload_size() const {
        if (length_bytes() == 0) return header_[1] & 0x7f;
        std::uint64_t size = 0;
        for (std::size_t i = 0; i < length_bytes(); ++i) size = size << 8 | header_[2 + i];
        return size;
    }

    TokenBucket bucket_;
    std::array<std::uint8_t, 14> header_{};
    std::size_t size_ = 0;       // bytes of the header so far
    std::uint64_t payload_ = 0;  // bytes of the payload still to come
};

}  // namespace xttt
