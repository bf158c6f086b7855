#include "wasm/boundary.h"

#include <cstddef>
#include <utility>

#include <fmt/format.h>

namespace xttt::wasm {
namespace {

// Buffers for data passed between module and host. A module has one host and one thread.
struct Buffers {
    std::string in;
    std::string out;
};
Buffers& buffers() {
    static Buffers instance;
    return instance;
}

}  // namespace

std::string_view host_text(int length) {
    return std::string_view(buffers().in).substr(0, static_cast<std::size_t>(length));
}

int answer(std::string text) {
    buffers().out = std::move(text);
    return 0;
}

int answer(Result<std::string> text) {
    if (text) return answer(std::move(*text));
    buffers().out = std::move(text.error().message);
    return 1;
}

std::string json_string(std::string_view text) {
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else if (static_cast<unsigned char>(c) < 0x20) {
            out += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
        } else {
            out += c;
        }
    }
    return out + '"';
}

}  // namespace xttt::wasm

// Allocates a buffer of `bytes` bytes for text from the host, and returns it.
XTTT_EXPORT(xttt_input_buffer) char* xttt_input_buffer(int bytes) {
    auto& in = xttt::wasm::buffers().in;
    if (in.size() < static_cast<std::size_t>(bytes)) in.resize(static_cast<std::size_t>(bytes));
    return in.data();
}

XTTT_EXPORT(xttt_answer) const char* xttt_answer() {
    return xttt::wasm::buffers().out.data();
}
XTTT_EXPORT(xttt_answer_size) int xttt_answer_size() {
    return static_cast<int>(xttt::wasm::buffers().out.size());
}
