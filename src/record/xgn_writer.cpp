#include <charconv>

#include <fmt/format.h>

#include "base/text.h"
#include "record/reader_parts.h"
#include "record/record_io.h"
#include "record/xgn_parts.h"
#include "rules/with_variant.h"

namespace xttt {

std::string escaped(std::string_view text, std::string_view special) {
    std::string out;
    for (const char c : to_utf8(text)) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '\n') {
            out += "\\n";
        } else if (byte < 0x20 || byte == 0x7f) {
            out += fmt::format("\\x{:02x}", byte);
        } else {
            if (c == '\\' || special.contains(c)) out += '\\';
            out += c;
        }
    }
    return out;
}

Result<std::string> unescaped(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '\\') {
            out += text[i];
            continue;
        }
        if (++i == text.size()) return fail(Errc::BadRecord, "a backslash at the end");
        if (text[i] == 'n') {
            out += '\n';
        } else if (text[i] == 'x') {
            unsigned byte = 0;
            const auto digits = text.substr(i + 1, 2);
            const auto end = digits.data() + digits.size();
            const auto [read, error] = std::from_chars(digits.data(), end, byte, 16);
            // Only escapes that escaped() writes: a single byte above ASCII would not be UTF-8.
            if (digits.size() != 2 || error != std::errc{} || read != end || byte >= 0x80)
                return fail(Errc::BadRecord,
                            "\\x must be followed by two hexadecimal digits below 80");
            out += static_cast<char>(byte);
            i += 2;
        } else {
            out += text[i];
        }
    }
    return out;
}

namespace {

constexpr std::size_t kWidth = 80;

void add_tag(std::string& out, std::string_view name, std::string_view value) {
    out += fmt::format("[{} \"{}\"]\n", name, escaped(value, "\""));
}

void add_tags(std::string& out, const GameRecord& record, const Ending& ending) {
    for (const auto& [name, value] : record.tags) add_tag(out, name, value);
    add_tag(out, "Variant", record.variant->name);
    if (record.seed) add_tag(out, "Seed", std::to_string(*record.seed));
    if (!record.start_fen.empty()) add_tag(out, "FEN", record.start_fen);
    add_tag(out, "Result", score_text(ending.result));
    if (ending.points)
        add_tag(out, "Points", fmt::format("{}-{}", (*ending.points)[0], (*ending.points)[1]));
    add_tag(out, "Termination", ending.reason);
    if (record.forfeit && !record.forfeit->detail.empty())
        add_tag(out, "Detail", record.forfeit->detail);
    if (record.drawn && !record.drawn->empty()) add_tag(out, "Detail", *record.drawn);
}

// Joins words by spaces and wraps them at kWidth columns. A comment is not broken.
class WrappedText {
public:
    void add(std::string_view word) {
        const std::size_t length = text_.size() - text_line_start_;
        if (length > 0) {
            const bool fits = length + 1 + word.size() <= kWidth;
            text_ += fits ? ' ' : '\n';
            if (!fits) text_line_start_ = text_.size();
        }
        text_ += word;
    }
    std::string text() && { return std::move(text_); }

private:
    std::string text_;
    std::size_t text_line_start_ = 0;
};

// The moves numbered by turn, for replay().
class MoveText {
public:
    template <const Variant& V>
    void add(const Position<V>& pos, const RecordedMove& recorded) {
        // A bonus move is joined to the move before it, or separate after a comment.
        const bool first_of_record = turn_ == 0;
        if (!pos.is_bonus_move() || first_of_record) {
            flush();
            if (pos.side_to_move() == Side::X || first_of_record) ++turn_;
            if (pos.side_to_move() == Side::X) {
                text_.add(fmt::format("{}.", turn_));
            } else if (first_of_record) {
                text_.add(fmt::format("{}...", turn_));
            }
        }
        if (pos.is_bonus_move()) word_ += '+';
        word_ += move_text<V>(recorded.move);
        if (!recorded.note.empty()) {
            flush();
            text_.add("{" + note_text(recorded.note) + "}");
        }
    }
    std::string finish(std::string_view result) && {
        flush();
        text_.add(result);
        return std::move(text_).text();
    }

private:
    void flush() {
        if (!word_.empty()) text_.add(word_);
        word_.clear();
    }

    WrappedText text_;
    std::string word_;
    int turn_ = 0;
};

}  // namespace

Result<std::string> xgn_text(const GameRecord& record) {
    return with_variant(record.variant->name, [&]<const Variant & V>() -> Result<std::string> {
        MoveText moves;
        TRY(const auto last,
            replay<V>(record, [&](const Position<V>& pos, const RecordedMove& move) {
                moves.add<V>(pos, move);
            }));
        const Ending ending = ending_at<V>(last, record);
        std::string out;
        add_tags(out, record, ending);
        out += "\n" + std::move(moves).finish(score_text(ending.result)) + "\n\n";
        return out;
    });
}

}  // namespace xttt
