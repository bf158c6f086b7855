#include <algorithm>

#include "base/text.h"
#include "record/reader_parts.h"
#include "record/xgn_parts.h"
#include "rules/with_variant.h"

namespace xttt {
namespace {

// Plays the words and comments of the move text on a position.
template <const Variant& V>
class TurnReader {
public:
    TurnReader(GameRecord& record, const Position<V>& start) : record_(record), pos_(start) {}

    // A word is a move, the number of a turn, or several of these joined: "12.f7+h11".
    Result<void> word(std::string_view text) {
        if (const std::size_t dots = text.find('.'); dots != text.npos) {
            const std::size_t end = std::min(text.find_first_not_of('.', dots), text.size());
            TRY_VOID(number(text.substr(0, dots), text.substr(dots, end - dots)));
            text.remove_prefix(end);
        }
        while (!text.empty()) {
            if (text.starts_with('+')) {
                if (joined_) return bad_record("two + without a move between them");
                joined_ = true;
                text.remove_prefix(1);
                continue;
            }
            const std::string_view next = text.substr(0, text.find('+'));
            TRY_VOID(move(next));
            text.remove_prefix(next.size());
        }
        return {};
    }

    Result<void> comment(std::string_view text) {
        if (record_.moves.empty()) return bad_record("a comment before the first move");
        MoveNote& note = record_.moves.back().note;
        if (!note.empty()) return bad_record("a second comment on the same move");
        TRY(note, parse_note(text));
        return {};
    }

    Result<void> finish() const {
        if (joined_) return bad_record("a + without a move after it");
        return {};
    }

private:
    Result<void> number(std::string_view digits, std::string_view dots) const {
        const int turn = turn_ + (turn_ == 0 || turn_is_new() ? 1 : 0);
        const std::string_view due = pos_.side_to_move() == Side::X ? "." : "...";
        if (to_number<int>(digits) == turn && dots == due) return {};
        return bad_record(fmt::format("found move number {}, expected {}{}",
                                      quote(fmt::format("{}{}", digits, dots)), turn, due));
    }

    // Whether the next move starts a new numbered pair of turns.
    bool turn_is_new() const { return pos_.side_to_move() == Side::X && !pos_.is_bonus_move(); }

    Result<void> move(std::string_view text) {
        TRY(const auto move, parse_move<V>(pos_, text));
        if (joined_ && !pos_.is_bonus_move())
            return bad_record(
                fmt::format("{} is not a bonus move, so it must not follow a +", quote(text)));
        if (!joined_ && pos_.is_bonus_move())
            return bad_record(
                fmt::format("{} is a bonus move, so a + must precede it", quote(text)));
        if (turn_ == 0 || turn_is_new()) ++turn_;
        joined_ = false;
        record_.moves.push_back({move, {}});
        pos_.play(move);
        return {};
    }

    GameRecord& record_;
    Position<V> pos_;
    int turn_ = 0;
    bool joined_ = false;  // a + has been read and its move has not
};

// The end of a comment that begins at `from`: the first brace without a backslash before it.
std::size_t closing_brace(std::string_view text, std::size_t from) {
    for (std::size_t i = from; i < text.size(); ++i) {
        if (text[i] == '\\') {
            ++i;
        } else if (text[i] == '}') {
            return i;
        }
    }
    return text.npos;
}

template <const Variant& V>
Result<GameResult> read_text_lines(GameRecord& record, std::string_view text,
                                   std::size_t& text_line) {
    TRY(auto start,
        record.start_fen.empty() ? Position<V>::initial() : parse_fen<V>(record.start_fen));
    TurnReader<V> turns(record, start);
    for (std::size_t at = 0; at < text.size();) {
        if (text[at] == '\n') ++text_line;
        if (text[at] == ' ' || text[at] == '\t' || text[at] == '\n') {
            ++at;
            continue;
        }
        Result<void> read;
        std::size_t end = 0;
        if (text[at] == '{') {
            end = closing_brace(text, at);
            if (end == text.npos) return bad_record("a comment without a closing brace");
            read = turns.comment(text.substr(at + 1, end - at - 1));
            ++end;
        } else {
            end = std::min(text.find_first_of(" \t\n{", at), text.size());
            const auto word = text.substr(at, end - at);
            if (const auto result = read_score_text(word)) {
                if (text.find_first_not_of(" \t\n", end) != text.npos)
                    return bad_record(fmt::format("text after the result {}", word));
                TRY_VOID(turns.finish());
                return *result;
            }
            read = turns.word(word);
        }
        if (!read) return std::unexpected(read.error());
        text_line += static_cast<std::size_t>(std::ranges::count(text.substr(at, end - at), '\n'));
        at = end;
    }
    return bad_record("the game ends without its result (1-0, 0-1, 1/2-1/2 or *)");
}

}  // namespace

Result<GameResult> read_xgn_moves(GameRecord& record, std::span<const std::string_view> text_lines,
                                  std::size_t& text_line) {
    text_line = 0;
    const std::string text = fmt::format("{}", fmt::join(text_lines, "\n"));
    return with_variant(record.variant->name, [&]<const Variant & V>() -> Result<GameResult> {
        return read_text_lines<V>(record, text, text_line);
    });
}

}  // namespace xttt
