#include "server/net/request_parser.h"

#include <algorithm>

#include "base/text.h"

namespace xttt {
namespace {

constexpr std::size_t kMaxEmptyLines = 4;
constexpr std::size_t kMaxMethodBytes = 16;

bool is_token_char(char c) {
    constexpr std::string_view kOther = "!#$%&'*+-.^_`|~";
    return is_digit(c) || (to_lower(c) >= 'a' && to_lower(c) <= 'z') ||
           kOther.find(c) != std::string_view::npos;
}

bool is_token(std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, is_token_char);
}

// Visible characters, blanks and obs-text.
bool is_field_value(std::string_view text) {
    return std::ranges::none_of(text, [](char c) {
        return (static_cast<unsigned char>(c) < 0x20 && c != '\t') || c == 0x7f;
    });
}

std::string_view without_blanks(std::string_view text) {
    const auto first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

// uri-host [":" port] of RFC 3986, without user information.
bool is_host(std::string_view text) {
    constexpr std::string_view kInName = "-._~!$&'()*+;=%";
    std::string_view name = text;
    std::string_view port;
    const auto colon = text.rfind(':');
    if (colon != std::string_view::npos && text.find(']', colon) == std::string_view::npos) {
        name = text.substr(0, colon);
        port = text.substr(colon + 1);
    }
    if (!std::ranges::all_of(port, is_digit) || port.size() > 5) return false;
    if (name.starts_with('['))
        return name.ends_with(']') &&
               name.find_first_not_of("0123456789abcdefABCDEF:.", 1) == name.size() - 1;
    return !name.empty() && std::ranges::all_of(name, [&](char c) {
        return is_digit(c) || (to_lower(c) >= 'a' && to_lower(c) <= 'z') ||
               kInName.find(c) != std::string_view::npos;
    });
}

}  // namespace

std::string_view RequestHead::field(std::string_view name) const {
    const auto found = std::ranges::find(fields, name, [](const auto& f) { return f.first; });
    return found == fields.end() ? std::string_view{} : std::string_view(found->second);
}

bool RequestHead::has_token(std::string_view name, std::string_view token) const {
    for (const auto& [field_name, value] : fields) {
        if (field_name != name) continue;
        for (const std::string_view part : split(value, ','))
            if (to_lower(without_blanks(part)) == token) return true;
    }
    return false;
}

bool RequestHead::is_web_socket_upgrade() const {
    return version == 11 && method == "GET" && has_token("connection", "upgrade") &&
           has_token("upgrade", "websocket");
}

bool RequestHead::keeps_alive() const {
    return version == 11 ? !has_token("connection", "close")
                         : has_token("connection", "keep-alive");
}

std::size_t RequestParser::feed(std::string_view bytes) {
    std::size_t used = 0;
    while (used < bytes.size() && !failure_ && state_ != State::Complete) {
        if (state_ == State::Body || state_ == State::ChunkData) {
            const auto count = std::min(remaining_, bytes.size() - used);
            body_.append(bytes.substr(used, count));
            used += count;
            remaining_ -= count;
            if (remaining_ == 0) state_ = state_ == State::Body ? State::Complete : State::ChunkEnd;
        } else if (state_ == State::Head) {
            add_head_byte(bytes[used++]);
        } else {
            add_line_byte(bytes[used++]);
        }
    }
    return used;
}

void RequestParser::fail(int status, std::string_view message) {
    if (!failure_) failure_ = {status, message};
}

void RequestParser::add_head_byte(char c) {
    const bool after_cr = text_line_.ends_with('\r');
    if ((c == '\n') != after_cr) return fail(400, "lines must end with CR LF");
    if (c == '\0') return fail(400, "the header section contains a NUL byte");
    text_line_ += c;
    if (text_line_ == "\r\n") {
        if (++empty_text_lines_ > kMaxEmptyLines) return fail(400, "the request line is missing");
        text_line_.clear();
    } else if (text_line_.ends_with("\r\n\r\n")) {
        finish_head();
    } else if (text_line_.size() > kMaxHeadBytes) {
        // A request line that is too long has its own status code.
        if (text_line_.find('\n') == std::string::npos)
            fail(414, "the request target is too long");
        else
            fail(431, "the request headers are too large");
    }
}

void RequestParser::finish_head() {
    std::string_view text(text_line_);
    text.remove_suffix(2);
    bool first = true;
    while (!text.empty() && !failure_) {
        const auto end = text.find("\r\n");
        if (first)
            parse_request_line(text.substr(0, end));
        else
            parse_field(text.substr(0, end));
        first = false;
        text.remove_prefix(end + 2);
    }
    if (!failure_) split_absolute_target();
    if (!failure_) check_host();
    if (!failure_) find_body_length();
    text_line_.clear();
}

void RequestParser::parse_request_line(std::string_view text) {
    const auto parts = split(text, ' ');
    if (parts.size() != 3 || !is_token(parts[0]) || parts[1].empty())
        return fail(400, "malformed request line");
    const bool visible = std::ranges::all_of(parts[1], [](char c) { return c > 0x20 && c < 0x7f; });
    if (!visible) return fail(400, "the request target contains invalid characters");
    const std::string_view version = parts[2];
    if (version.size() != 8 || !version.starts_with("HTTP/") || !is_digit(version[5]) ||
        version[6] != '.' || !is_digit(version[7]))
        return fail(400, "malformed request line");
    if (version != "HTTP/1.0" && version != "HTTP/1.1")
        return fail(505, "only HTTP/1.0 and HTTP/1.1 are supported");
    if (parts[0].size() > kMaxMethodBytes) return fail(400, "the method is too long");
    if (parts[1].size() > kMaxTargetBytes) return fail(414, "the request target is too long");
    head_.method = parts[0];
    head_.target = parts[1];
    head_.version = version == "HTTP/1.1" ? 11 : 10;
}

void RequestParser::parse_field(std::string_view text) {
    if (head_.fields.size() == kMaxFields) return fail(431, "too many header fields");
    if (text.starts_with(' ') || text.starts_with('\t'))
        return fail(400, "header fields must not be folded");
    const auto colon = text.find(':');
    if (colon == std::string_view::npos || !is_token(text.substr(0, colon)))
        return fail(400, "not a valid header field");
    const auto value = without_blanks(text.substr(colon + 1));
    if (!is_field_value(value)) return fail(400, "a header field contains control characters");
    std::string name = to_lower(text.substr(0, colon));
    constexpr std::string_view kSingle[] = {
        "host",         "content-length",    "origin",
        "content-type", "authorization",     "transfer-encoding",
        "expect",       "sec-websocket-key", "sec-websocket-version"};
    if (std::ranges::find(kSingle, name) != std::end(kSingle) &&
        std::ranges::any_of(head_.fields, [&](const auto& f) { return f.first == name; }))
        return fail(400, "a header field is repeated");
    head_.fields.emplace_back(std::move(name), std::string(value));
}

// RFC 9112, section 3.2.2: the authority of an absolute-form target replaces Host.
void RequestParser::split_absolute_target() {
    head_.host = head_.field("host");
    const std::string lower = to_lower(head_.target);
    if (!lower.starts_with("http://") && !lower.starts_with("https://")) return;
    const auto begin = lower.find("//") + 2;
    const auto end = std::min(head_.target.find_first_of("/?", begin), head_.target.size());
    const std::string authority = head_.target.substr(begin, end - begin);
    if (!is_host(authority)) return fail(400, "the request target is malformed");
    head_.target.erase(0, end);
    if (!head_.target.starts_with('/')) head_.target.insert(0, "/");
    if (is_host(head_.host)) head_.host = authority;
}

void RequestParser::check_host() {
    const bool has_host =
        std::ranges::any_of(head_.fields, [](const auto& field) { return field.first == "host"; });
    if (!has_host && head_.version == 11) return fail(400, "the Host header field is missing");
    if (has_host && !is_host(head_.host)) return fail(400, "not a valid Host header field");
}

void RequestParser::find_body_length() {
    const auto has = [&](std::string_view name) {
        return std::ranges::any_of(head_.fields, [&](const auto& f) { return f.first == name; });
    };
    if (body_limit_ && (has("transfer-encoding") || has("content-length")))
        max_body_ = body_limit_(head_);
    if (has("transfer-encoding")) {
        if (has("content-length") || head_.version == 10)
            return fail(400, "Transfer-Encoding is not allowed here");
        if (to_lower(head_.field("transfer-encoding")) != "chunked")
            return fail(501, "the only supported transfer coding is chunked");
        state_ = State::ChunkSize;
        return;
    }
    state_ = State::Complete;
    if (!has("content-length")) return;
    const std::string_view text = head_.field("content-length");
    if (text.empty() || !std::ranges::all_of(text, is_digit))
        return fail(400, "not a valid Content-Length");
    remaining_ = to_number<std::size_t>(text).value_or(max_body_ + 1);
    if (remaining_ > max_body_) return fail(413, "the request body is too large");
    if (remaining_ > 0) state_ = State::Body;
}

void RequestParser::add_line_byte(char c) {
    if (state_ == State::Trailer ? ++trailer_bytes_ > kMaxTrailerBytes : false)
        return fail(431, "the trailer fields are too large");
    if (state_ != State::Trailer && ++chunking_bytes_ > kMaxChunkingBytes)
        return fail(413, "the chunks are too small");
    if ((c == '\n') != text_line_.ends_with('\r')) return fail(400, "lines must end with CR LF");
    text_line_ += c;
    if (state_ == State::ChunkEnd && text_line_.size() <= 2 && text_line_ != "\r" &&
        text_line_ != "\r\n")
        return fail(400, "a chunk is longer than its size");
    if (state_ == State::ChunkSize && text_line_.size() > kMaxChunkLineBytes)
        return fail(413, "the chunk extensions are too large");
    if (c != '\n') return;
    text_line_.resize(text_line_.size() - 2);
    if (state_ == State::ChunkEnd)
        state_ = State::ChunkSize;
    else if (state_ == State::ChunkSize)
        finish_chunk_line();
    else
        finish_trailer_line();
    text_line_.clear();
}

void RequestParser::finish_chunk_line() {
    const std::string_view text(text_line_);
    const auto digits = std::min(text.find_first_not_of("0123456789abcdefABCDEF"), text.size());
    const auto rest = without_blanks(text.substr(digits));
    // Blanks may only precede an extension: programs differ in what they make of "2 ".
    if (digits == 0 || (digits < text.size() && !rest.starts_with(';')) || !is_field_value(rest))
        return fail(400, "not a valid chunk size");
    std::size_t size = 0;
    for (const char c : text.substr(0, digits)) {
        size = size * 16 + static_cast<std::size_t>(is_digit(c) ? c - '0' : to_lower(c) - 'a' + 10);
        if (body_.size() + size > max_body_) return fail(413, "the request body is too large");
    }
    remaining_ = size;
    state_ = size == 0 ? State::Trailer : State::ChunkData;
}

void RequestParser::finish_trailer_line() {
    if (text_line_.empty()) {
        state_ = State::Complete;
        return;
    }
    const auto colon = text_line_.find(':');
    if (colon == std::string::npos || !is_token(std::string_view(text_line_).substr(0, colon)) ||
        !is_field_value(std::string_view(text_line_).substr(colon)))
        fail(400, "not a valid trailer field");
}

}  // namespace xttt
