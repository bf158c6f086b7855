#include <fmt/format.h>

#include "base/text.h"
#include "record/json_fields.h"
#include "rules/with_variant.h"
#include "server/game/messages.h"

namespace xttt {
namespace {

// No game has more events.
constexpr std::int64_t kMaxEvents = 1'000'000;
constexpr std::size_t kMaxNameCharacters = 60;
constexpr std::int64_t kMaxClockMs = 24 * 60 * 60 * 1000;  // a day
constexpr std::int64_t kMaxIncrementMs = 10 * 60 * 1000;   // ten minutes
constexpr std::int64_t kMinClockMs = 1000;
constexpr std::int64_t kMaxDays = 14;  // per move of a correspondence game

std::string name_field(JsonFields& fields, const char* field = "name") {
    std::string name = fields.text(field, 4 * kMaxNameCharacters, "");
    if (const auto valid = check_player_name(name); !valid)
        fields.set_error(fmt::format("field '{}' {}", field, valid.error().message));
    return name;
}

// "clock": {"initial_ms", "increment_ms"}, or {"days"} of a correspondence game.
std::optional<TimeControl> clock_field(JsonFields& fields) {
    auto clock = fields.object("clock");
    if (!clock) return std::nullopt;
    TimeControl time;
    if (clock->has("days")) {
        time = TimeControl::correspondence(static_cast<int>(clock->integer("days", 1, kMaxDays)));
    } else {
        time.initial =
            std::chrono::milliseconds(clock->integer("initial_ms", kMinClockMs, kMaxClockMs));
        time.increment =
            std::chrono::milliseconds(clock->integer("increment_ms", 0, kMaxIncrementMs, 0));
    }
    if (auto finished = clock->finish(); !finished)
        fields.set_error("clock: " + finished.error().message);
    return time;
}

Phrase phrase_field(JsonFields& fields) {
    const std::string text = fields.text("phrase", 32);
    const auto phrase = find_phrase(text);
    if (!phrase)
        fields.set_error(fmt::format("field 'phrase': there is no phrase {}", quote(text)));
    return phrase.value_or(Phrase{});
}

std::optional<Token> token_field(JsonFields& fields, const char* name, bool required) {
    const std::string text = required ? fields.text(name, 64) : fields.text(name, 64, "");
    if (text.empty() && !required) return std::nullopt;
    const auto token = Token::parse(text);
    if (!token) fields.set_error(fmt::format("field '{}' is not a valid token", name));
    return token;
}

}  // namespace

Result<void> check_player_name(std::string_view name) {
    const auto characters = std::ranges::count_if(
        name, [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; });
    if (!is_utf8(name)) return fail(Errc::BadInput, "must be UTF-8");
    if (characters > std::ptrdiff_t{kMaxNameCharacters})
        return fail(Errc::BadInput, "is longer than 60 characters");
    if (!is_terminal_safe(name))
        return fail(Errc::BadInput, "must not contain control or formatting characters");
    return {};
}

Result<ClientMessage> parse_client_message(std::string_view text) {
    JsonFields fields(text);
    const std::string type = fields.text("type", 32);
    ClientMessage message;
    if (type == "hello") {
        ClientHello hello;
        hello.seen = static_cast<int>(fields.integer("seen", 0, kMaxEvents, 0));
        hello.seat = token_field(fields, "seat", false);
        message = hello;
    } else if (type == "move") {
        PlayMove move;
        move.ply = static_cast<int>(fields.integer("ply", 0, kMaxEvents));
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
    } else if (type == "say") {
        message = SayPhrase{phrase_field(fields)};
    } else if (type == "cancel") {
        message = CancelGame{};
    } else if (type == "ping") {
        message = Ping{};
    } else {
        fields.set_error(fmt::format("unknown message type {}", quote(type)));
    }
    TRY_VOID(fields.finish());
    return message;
}

Result<CreateRequest> parse_create_request(std::string_view body) {
    JsonFields fields(body);
    CreateRequest request;
    const std::string variant = fields.text("variant", 32, std::string(kVariants.front()->name));
    if (const auto found = find_variant(variant))
        request.settings.variant = *found;
    else
        fields.set_error(found.error().message);
    const std::string side = fields.text("side", 16, "random");
    if (side == "x") request.side = Side::X;
    if (side == "o") request.side = Side::O;
    if (!request.side && side != "random")
        fields.set_error("field 'side' must be \"x\", \"o\" or \"random\"");
    request.settings.names[0] = name_field(fields);
    request.settings.time = clock_field(fields);
    if (fields.has("public")) request.is_public = fields.boolean("public");
    request.bot = name_field(fields, "bot");
    TRY_VOID(fields.finish());
    return request;
}

Result<JoinRequest> parse_join_request(std::string_view body) {
    JsonFields fields(body);
    JoinRequest request;
    request.invitation = token_field(fields, "invitation", true).value_or(Token());
    request.name = name_field(fields);
    TRY_VOID(fields.finish());
    return request;
}

}  // namespace xttt
