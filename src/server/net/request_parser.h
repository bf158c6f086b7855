#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace xttt {

// The request line and the header fields, in order.
struct RequestHead {
    std::string method;
    std::string target;  // in origin form or "*"; absolute form is split into host and target
    std::string host;
    int version = 11;  // 10 or 11
    std::vector<std::pair<std::string, std::string>> fields;

    // The value of the first field of that name, which must be lower case; empty if absent.
    std::string_view field(std::string_view name) const;
    // Whether a comma-separated field contains a token; both lower case.
    bool has_token(std::string_view name, std::string_view token) const;
    // Whether the client asks to upgrade the connection to WebSocket.
    bool is_web_socket_upgrade() const;
    bool keeps_alive() const;
};

// Strict incremental parser of HTTP/1.0 and 1.1 requests (RFC 9112). Rejects what servers and
// proxies read differently: bare CR or LF, obs-fold, several Host or Content-Length fields,
// Content-Length beside Transfer-Encoding, unknown transfer codings. Everything it buffers is
// bounded. Trailer fields are checked and dropped.
class RequestParser {
public:
    static constexpr std::size_t kMaxHeadBytes = 8 * 1024;
    static constexpr std::size_t kMaxFields = 100;
    static constexpr std::size_t kMaxTargetBytes = 1024;
    static constexpr std::size_t kMaxBodyBytes = 4 * 1024;
    static constexpr std::size_t kMaxChunkLineBytes = 256;  // chunk size and extensions
    static constexpr std::size_t kMaxChunkingBytes = 32 * 1024;
    static constexpr std::size_t kMaxTrailerBytes = 2 * 1024;

    struct Failure {
        int status;
        std::string_view message;
    };

    // Called with the head of a request that has a body: the maximum size of the body.
    using BodyLimit = std::function<std::size_t(const RequestHead&)>;
    explicit RequestParser(BodyLimit limit = {}) : body_limit_(std::move(limit)) {}

    // Returns how many bytes were used: all of them, unless the request is complete or has failed.
    std::size_t feed(std::string_view bytes);

    bool is_head_complete() const { return state_ > State::Head; }
    bool is_complete() const { return state_ == State::Complete; }
    const std::optional<Failure>& failure() const { return failure_; }
    // Requires is_head_complete().
    const RequestHead& head() const { return head_; }
    std::string& body() { return body_; }

private:
    enum class State { Head, Body, ChunkSize, ChunkData, ChunkEnd, Trailer, Complete };

    void fail(int status, std::string_view message);
    void add_head_byte(char c);
    void add_line_byte(char c);
    void finish_head();
    void parse_request_line(std::string_view text);
    void parse_field(std::string_view text);
    void split_absolute_target();
    void check_host();
    void find_body_length();
    void finish_chunk_line();
    void finish_trailer_line();

    BodyLimit body_limit_;
    std::size_t max_body_ = kMaxBodyBytes;
    State state_ = State::Head;
    std::string text_line_;  // the head, a chunk-size line or a trailer line
    RequestHead head_;
    std::string body_;
    std::size_t remaining_ = 0;  // of the body or the chunk
    std::size_t chunking_bytes_ = 0;
    std::size_t trailer_bytes_ = 0;
    std::size_t empty_text_lines_ = 0;  // before the request line
    std::optional<Failure> failure_;
};

}  // namespace xttt
