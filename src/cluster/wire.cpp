#include "cluster/wire.h"

#include <algorithm>
#include <sstream>

#include <fmt/format.h>

#include "record/json_fields.h"
#include "record/record_io.h"

namespace xttt {

Result<WireParts> split_message(std::string_view text, std::string_view what) {
    const auto bad = [&](std::string why) {
        return fail(Errc::BadInput, fmt::format("{}: {}", what, why));
    };
    if (text.size() > kLongestMessage)
        return bad(fmt::format("the message has {} bytes, more than the limit", text.size()));
    const auto end = text.find('\n');
    if (end == text.npos) return bad("the first line has no line end");
    if (nests_too_deeply(text.substr(0, end))) return bad("the first line is nested too deeply");
    WireParts parts{nlohmann::json::parse(text.substr(0, end), nullptr, false),
                    text.substr(end + 1)};
    if (!parts.head.is_object()) return bad("the first line is not a JSON object");
    const auto version = parts.head.find("xttt");
    if (version == parts.head.end() || !version->is_number_integer())
        return bad("field 'xttt' (the version of the format) is missing");
    if (*version != kWireVersion)
        return bad(
            fmt::format("version {} of the format is not supported; this program uses version {}",
                        version->dump(), kWireVersion));
    parts.head.erase("xttt");
    return parts;
}

Result<GameRecord> parse_game_text_line(std::string_view text_line, std::string_view what) {
    // Exactly one text line: a second game would otherwise be lost silently.
    const bool one = text_line.ends_with('\n') && std::ranges::count(text_line, '\n') == 1;
    if (!one)
        return fail(Errc::BadInput, fmt::format("{}: expected exactly one line with a game", what));
    std::istringstream in{std::string(text_line)};
    const auto reader = make_jsonl_reader(in);
    auto record = reader->next();
    if (!record) return fail(Errc::BadInput, fmt::format("{}: the game is missing", what));
    if (!*record) return fail(Errc::BadInput, fmt::format("{}: {}", what, record->error().message));
    return std::move(**record);
}

}  // namespace xttt
