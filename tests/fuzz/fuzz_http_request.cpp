#include "server/net/request_parser.h"
#include "server_harness.h"

namespace {

using namespace xttt;

// The result of parsing does not depend on how the bytes arrive, and nothing grows past its limit.
void check_parser(std::string_view bytes) {
    RequestParser whole, pieces;
    const auto used = whole.feed(bytes);
    std::size_t fed = 0;
    while (fed < bytes.size() && !pieces.is_complete() && !pieces.failure())
        fed += pieces.feed(bytes.substr(fed, 1));
    fuzz::require(used == fed, "pieces end where the whole does");
    fuzz::require(whole.is_complete() == pieces.is_complete(), "both complete or neither");
    fuzz::require(whole.failure().has_value() == pieces.failure().has_value(),
                  "both fail or neither");
    fuzz::require(whole.body() == pieces.body(), "both have the same body");
    fuzz::require(whole.body().size() <= RequestParser::kMaxBodyBytes, "bodies are bounded");
    if (!whole.is_head_complete() || whole.failure()) return;
    fuzz::require(whole.head().fields.size() <= RequestParser::kMaxFields, "fields are bounded");
    for (const auto& [name, value] : whole.head().fields)
        fuzz::require(value.find_first_of(std::string_view("\r\n\0", 3)) == std::string::npos,
                      "a field is one line");
}

}  // namespace

// Bytes as the requests of a connection, through the parser and through a whole server.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    check_parser(bytes);
    const std::string answer = fuzz::server_harness().round_trip(bytes);
    if (answer.empty()) return 0;
    fuzz::require(answer.starts_with("HTTP/1.1 "), "answers are HTTP");
    const std::string status = answer.substr(9, 3);
    fuzz::require(status != "500", "no request breaks the server");
    return 0;
}
