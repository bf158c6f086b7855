// The WebAssembly module of game records: converts .xgn files to and from JSON Lines.
#include <sstream>

#include "base/text.h"
#include "record/record_io.h"
#include "rules/with_variant.h"
#include "wasm/boundary.h"

namespace xttt::wasm {
namespace {

// The record that the host builds step by step.
GameRecord& draft() {
    static GameRecord the_draft;
    return the_draft;
}

Result<std::string> begin(std::string_view variant) {
    draft() = {};
    return find_variant(variant).transform([](const Variant* found) {
        draft().variant = found;
        return std::string();
    });
}

// Parses the move in the current position, so that an illegal move is reported at once.
Result<std::string> add_move(std::string_view text, std::string_view note) {
    GameRecord& game = draft();
    return with_variant(game.variant->name, [&]<const Variant & V>() -> Result<std::string> {
        TRY(auto pos, replay<V>(game, [](const Position<V>&, const RecordedMove&) {}));
        TRY(const auto move, parse_move<V>(pos, text));
        game.moves.push_back({move, {.text = std::string(note)}});
        return std::string();
    });
}

Result<std::string> forfeit(std::string_view who, std::string_view reason) {
    const auto known = find_forfeit_reason(reason);
    if (!known)
        return fail(Errc::BadRecord, fmt::format("unknown forfeit reason {}", quote(reason)));
    draft().forfeit = Forfeit{who == "x" ? Side::X : Side::O, *known, {}};
    return std::string();
}

// All games of a text as JSON Lines, one object per game; a bad game as {"error": message}.
std::string read_games(std::string_view text) {
    std::istringstream in{std::string(text)};
    const auto reader = make_xgn_reader(in);
    std::string out;
    while (auto game = reader->next()) {
        const auto text_line =
            game->and_then([](const GameRecord& record) { return jsonl_text(record); });
        out +=
            text_line ? *text_line : "{\"error\":" + json_string(text_line.error().message) + "}\n";
    }
    return out;
}

}  // namespace
}  // namespace xttt::wasm

using namespace xttt;
using namespace xttt::wasm;

XTTT_EXPORT(xttt_read_games) int xttt_read_games(int length) {
    return answer(read_games(host_text(length)));
}

// Starts a record. The text is the name of the variant.
XTTT_EXPORT(xttt_record_begin) int xttt_record_begin(int length) {
    return answer(begin(host_text(length)));
}
XTTT_EXPORT(xttt_record_fen) void xttt_record_fen(int length) {
    draft().start_fen = host_text(length);
}
// Sets a tag. The text is a name, a line break and a value.
XTTT_EXPORT(xttt_record_tag) void xttt_record_tag(int length) {
    const std::string_view text = host_text(length);
    const auto end = std::min(text.find('\n'), text.size());
    const auto name = text.substr(0, end);
    if (is_tag_name(name))
        draft().tags[std::string(name)] = text.substr(std::min(end + 1, text.size()));
}
// Adds a move. The text is a move, a line break and a comment.
XTTT_EXPORT(xttt_record_move) int xttt_record_move(int length) {
    const std::string_view text = host_text(length);
    const auto end = std::min(text.find('\n'), text.size());
    return answer(add_move(text.substr(0, end), text.substr(std::min(end + 1, text.size()))));
}
// Ends the game by forfeit. The text is the loser, a space and the name of the reason.
XTTT_EXPORT(xttt_record_forfeit) int xttt_record_forfeit(int length) {
    const std::string_view text = host_text(length);
    return answer(forfeit(text.substr(0, 1), text.substr(std::min<std::size_t>(2, text.size()))));
}
// The finished record as .xgn.
XTTT_EXPORT(xttt_record_text) int xttt_record_text() {
    return answer(xgn_text(draft()));
}
