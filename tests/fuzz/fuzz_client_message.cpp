#include "fuzz.h"
#include "server/game/messages.h"

// Text as what a client may send: a message of its WebSocket, or the body of a request. Whatever is
// understood keeps its bounds, whatever is not has a reason.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace xttt;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    if (const auto message = parse_client_message(text)) {
        if (const auto* hello = std::get_if<ClientHello>(&*message))
            fuzz::require(hello->seen >= 0, "nobody has seen less than nothing");
        if (const auto* move = std::get_if<PlayMove>(&*message))
            fuzz::require(move->ply >= 0 && move->move.size() <= 16, "a move is short");
    } else {
        fuzz::require(!message.error().message.empty(), "an error has a message");
    }
    if (const auto create = parse_create_request(text)) {
        fuzz::require(create->settings.variant != nullptr, "a game has a variant");
        // 60 characters of at most four bytes.
        fuzz::require(create->settings.names[0].size() <= 240 && create->bot.size() <= 240,
                      "a name is short");
        const auto& time = create->settings.time;
        fuzz::require(
            !time || (time->days >= 0 && time->days <= 14 && time->initial.count() >= 1000),
            "a clock is within its limits");
    }
    if (const auto join = parse_join_request(text))
        fuzz::require(join->name.find('\n') == std::string::npos, "a name is one line");
    return 0;
}
