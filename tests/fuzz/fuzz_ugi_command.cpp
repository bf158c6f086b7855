#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "ugi/answer.h"
#include "ugi/command.h"

// Whatever can be read can be written, and reads the same again.
template <class Parse>
void check(Parse parse, std::string_view text_line) {
    const auto message = parse(text_line);
    if (!message) return;
    if (parse(xttt::ugi::to_text(*message)) != message) std::abort();
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text_line(reinterpret_cast<const char*>(data), size);
    check(xttt::ugi::parse_command, text_line);
    check(xttt::ugi::parse_answer, text_line);
    return 0;
}
