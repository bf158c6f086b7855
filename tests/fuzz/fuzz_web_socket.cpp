#include "server_harness.h"

namespace {

using namespace xttt;

// Masked text frames, one for each line.
std::string frames_of(std::string_view text_lines) {
    std::string frames;
    while (!text_lines.empty()) {
        const auto end = std::min(text_lines.find('\n'), text_lines.size());
        const auto text = text_lines.substr(0, std::min<std::size_t>(end, 4096));
        text_lines.remove_prefix(std::min(end + 1, text_lines.size()));
        frames += '\x81';
        if (text.size() < 126) {
            frames += static_cast<char>(0x80 | text.size());
        } else {
            frames += '\xfe';
            frames += static_cast<char>(text.size() >> 8);
            frames += static_cast<char>(text.size() & 255);
        }
        frames += std::string(4, '\0');  // a mask that changes nothing
        frames += text;
    }
    return frames;
}

}  // namespace

// After the handshake: bytes as frames ('f' first) or as text messages, one for each line.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    static const std::string game = fuzz::server_harness().create_game();
    const std::string_view rest(reinterpret_cast<const char*>(data) + 1, size - 1);
    const std::string frames = data[0] == 'f' ? std::string(rest) : frames_of(rest);
    if (frames.empty()) return 0;
    const std::string answer = fuzz::server_harness().round_trip(
        "GET /api/games/" + game +
            "/socket HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        frames);
    fuzz::require(answer.starts_with("HTTP/1.1 "), "the handshake is answered");
    return 0;
}
