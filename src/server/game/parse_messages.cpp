#include <fmt/format.h>

#include "base/text.h"
#include "rules/with_variant.h"
#include "server/game/json_fields.h"
#include "server/game/messages.h"

namespace xttt {
namespace {

// No game has more events than this, takebacks and all.
constexpr std::int64_t kMostEvents = 1'000'000;
constexpr std::size_t kLongestName = 60;
constexpr std::int64_t kLongestClock = 24 * 60 * 60 * 1000;  // a day, in milliseconds
constexpr std::int64_t kLongestIncrement = 10 * 60 * 1000;   // ten minutes
constexpr std::int64_t kShortestClock = 1000;

// Names are shown to others: no control characters, and no bytes that are no text.
std::string name_field(JsonFields& fields) {
    std::string name = fields.text("name", kLongestName, "");
    for (const char c : name)
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
            fields.fail_with("the field 'name' must not hold control characters");
    if (!is_utf8(name)) fields.fail_with("the field 'name' must be UTF-8");
    return name;
}

std::optional<Token> token_field(JsonFields& fields, const char* name, bool required) {
    const std::string text = required ? fields.text(name, 64) : fields.text(name, 64, "");
    if (text.empty() && !required) return std::nullopt;
    const auto token = Token::parse(text);
    if (!token) fields.fail_with(fmt::format("the field '{}' is no token", name));
    return token;
}

}  // namespace

Result<ClientMessage> parse_client_message(std::string_view text) {
    JsonFields fields(text);
    const std::string type = fields.text("type", 32);
    ClientMessage message;
    if (type == "hello") {
        ClientHello hello;
        hello.seen = static_cast<int>(fields.integer("seen", 0, kMostEvents, 0));
        hello.seat = token_field(fields, "seat", false);
        message = hello;
    } else if (type == "move") {
        PlayMove move;
        move.ply = static_cast<int>(fields.integer("ply", 0, kMostEvents));
        move.move = fields.text("move", 16);
        message = std::move(move);
    } else if (type == "ask-takeback") {
        message = AskTakeback{};
    } else if (type == "accept-takeback") {
        message = AnswerTakeback{true};
    } else if (type == "decline-takeback") {
        message = AnswerTakeback{false};
    } else if (type == "ask-rematch") {
        message = AskRematch{};
    } else if (type == "resign") {
        message = ResignGame{};
    } else if (type == "ping") {
        message = Ping{};
    } else {
        fields.fail_with(fmt::format("there is no message of type {}", quote(type)));
    }
    if (auto finished = fields.finish(); !finished) return std::unexpected(finished.error());
    return message;
}

Result<CreateRequest> parse_create_request(std::string_view body) {
    JsonFields fields(body);
    CreateRequest request;
    const std::string variant = fields.text("variant", 32, std::string(kVariants.front()->name));
    if (const auto found = find_variant(variant))
        request.terms.variant = *found;
    else
        fields.fail_with(found.error().message);
    const std::string side = fields.text("side", 16, "random");
    if (side == "x") request.side = Side::X;
    if (side == "o") request.side = Side::O;
    if (!request.side && side != "random")
        fields.fail_with("the field 'side' must be \"x\", \"o\" or \"random\"");
    request.terms.names[0] = name_field(fields);
    if (auto clock = fields.object("clock")) {
        request.terms.time = TimeControl{
            std::chrono::milliseconds(clock->integer("initial_ms", kShortestClock, kLongestClock)),
            std::chrono::milliseconds(clock->integer("increment_ms", 0, kLongestIncrement, 0))};
        if (auto finished = clock->finish(); !finished)
            fields.fail_with("clock: " + finished.error().message);
    }
    if (auto finished = fields.finish(); !finished) return std::unexpected(finished.error());
    return request;
}

Result<JoinRequest> parse_join_request(std::string_view body) {
    JsonFields fields(body);
    JoinRequest request;
    request.invitation = token_field(fields, "invitation", true).value_or(Token());
    request.name = name_field(fields);
    if (auto finished = fields.finish(); !finished) return std::unexpected(finished.error());
    return request;
}

}  // namespace xttt
