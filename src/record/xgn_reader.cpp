#include <map>

#include <fmt/format.h>

#include "base/text.h"
#include "record/reader_parts.h"
#include "record/record_io.h"
#include "record/xgn_parts.h"
#include "rules/with_variant.h"

namespace xttt {
namespace {

// Larger than any game with a comment on each of 256 moves.
constexpr std::size_t kLongestGame = std::size_t{4} << 20;

struct TextLine {
    std::size_t number;
    std::string text;
};

// The unparsed lines of one game.
struct Chunk {
    std::vector<TextLine> tags;
    std::vector<TextLine> moves;
};

std::unexpected<Error> at_line(std::size_t number, const Error& error) {
    return fail(error.code, fmt::format("line {}: {}", number, error.message));
}

bool is_blank(std::string_view text_line) {
    return text_line.find_first_not_of(" \t") == std::string_view::npos;
}

// All tags of the file, including those with a special meaning.
using FileTags = std::map<std::string, std::string, std::less<>>;

Result<void> read_tag(FileTags& tags, std::string_view text_line) {
    text_line.remove_suffix(text_line.size() - 1 - text_line.find_last_not_of(" \t"));
    const std::size_t space = text_line.find(' ');
    if (space == text_line.npos || text_line.size() < space + 4 || text_line[space + 1] != '"' ||
        !text_line.ends_with("\"]"))
        return bad_record(fmt::format("{} is not a tag; write [Name \"value\"]", quote(text_line)));
    const std::string name(text_line.substr(1, space - 1));
    const auto value = text_line.substr(space + 2, text_line.size() - space - 4);
    for (std::size_t i = 0; i < value.size(); ++i) {
        if (value[i] == '"') return bad_record("a quote inside a value must be written \\\"");
        if (value[i] == '\\') ++i;
    }
    TRY(auto text, unescaped(value));
    if (!tags.emplace(name, std::move(text)).second)
        return fail(Errc::BadRecord, fmt::format("the tag {} appears twice", quote(name)));
    return {};
}

// Removes a tag from the map; the remaining tags have no special meaning.
std::optional<std::string> take(FileTags& tags, std::string_view name) {
    const auto found = tags.find(name);
    if (found == tags.end()) return std::nullopt;
    auto value = std::move(found->second);
    tags.erase(found);
    return value;
}

Result<StatedEnding> take_ending(FileTags& tags) {
    StatedEnding stated;
    if (const auto result = take(tags, "Result")) {
        stated.result = read_score_text(*result);
        if (!stated.result)
            return fail(Errc::BadRecord,
                        fmt::format("Result {} must be 1-0, 0-1, 1/2-1/2 or *", quote(*result)));
    }
    if (const auto points = take(tags, "Points")) {
        const auto parts = split(*points, '-');
        const auto x = to_number<int>(parts[0]);
        const auto o = parts.size() == 2 ? to_number<int>(parts[1]) : std::nullopt;
        if (!x || !o)
            return fail(Errc::BadRecord, fmt::format("Points {} must be two numbers separated by -",
                                                     quote(*points)));
        stated.points = {*x, *o};
    }
    stated.reason = take(tags, "Termination");
    stated.detail = take(tags, "Detail").value_or("");
    return stated;
}

// Moves the tags that describe the game into the fields of the record.
Result<void> take_description(GameRecord& record, FileTags& tags) {
    const auto variant = take(tags, "Variant");
    if (!variant) return fail(Errc::BadRecord, "the tag Variant is missing");
    TRY(record.variant, find_variant(*variant));
    if (const auto seed = take(tags, "Seed")) {
        record.seed = to_number<std::uint64_t>(*seed);
        if (!record.seed)
            return fail(Errc::BadRecord,
                        fmt::format("Seed {} must be a number from 0 to 2^64-1", quote(*seed)));
    }
    record.start_fen = take(tags, "FEN").value_or("");
    return {};
}

class XgnReader : public RecordReader {
public:
    explicit XgnReader(std::istream& in) : text_lines_(in) {}

    std::optional<Result<GameRecord>> next() override {
        auto chunk = next_chunk();
        if (!chunk) return std::nullopt;
        if (!*chunk) return std::unexpected(chunk->error());
        return read(**chunk);
    }

private:
    // A game starts with a line that begins with '[' and ends with the blank line after its moves,
    // or at the next such line. So a bad game does not affect the next one.
    std::optional<Result<Chunk>> next_chunk() {
        Chunk chunk;
        std::optional<Error> error;
        std::size_t size = 0;
        enum { Before, InTags, BetweenTagsAndMoves, InMoves } at = Before;
        const auto note_error = [&](Error what) {
            if (!error) error = at_line(text_lines_.number(), what).error();
        };
        while (auto text_line = text_lines_.next()) {
            if (!*text_line) {
                note_error(text_line->error());
                if (at != Before) at = InMoves;
                continue;
            }
            std::string& text = **text_line;
            if (text.starts_with('[')) {
                if (at == BetweenTagsAndMoves || at == InMoves || (at == Before && error)) {
                    text_lines_.push_back(std::move(text));
                    break;
                }
                at = InTags;
            } else if (is_blank(text)) {
                if (at == InMoves) break;
                if (at == InTags) at = BetweenTagsAndMoves;
                continue;
            } else if (at == Before) {
                note_error({Errc::BadRecord,
                            fmt::format("{} is outside a game; a game starts with its tags",
                                        quote(text))});
            } else {
                at = InMoves;
            }
            size += text.size();
            if (!is_utf8(text)) note_error({Errc::BadRecord, "not UTF-8 text"});
            if (size > kLongestGame) note_error({Errc::BadRecord, "the game is too long"});
            if (error) continue;
            auto& part = at == InMoves ? chunk.moves : chunk.tags;
            part.push_back({text_lines_.number(), std::move(text)});
        }
        if (error) return std::unexpected(*error);
        if (chunk.tags.empty()) return std::nullopt;
        return chunk;
    }

    static Result<GameRecord> read(const Chunk& chunk) {
        const std::size_t first = chunk.tags.front().number;
        FileTags tags;
        for (const TextLine& text_line : chunk.tags)
            if (const auto tag = read_tag(tags, text_line.text); !tag)
                return at_line(text_line.number, tag.error());

        GameRecord record;
        if (const auto taken = take_description(record, tags); !taken)
            return at_line(first, taken.error());
        auto stated = take_ending(tags);
        if (!stated) return at_line(first, stated.error());
        for (auto& [name, value] : tags) {
            if (!is_tag_name(name))
                return at_line(first, {Errc::BadRecord,
                                       fmt::format("{} is not a valid tag name", quote(name))});
            record.tags.emplace(name, std::move(value));
        }
        if (chunk.moves.empty())
            return at_line(chunk.tags.back().number,
                           {Errc::BadRecord, "the game has no moves and no result"});
        return read_moves(std::move(record), chunk, *stated);
    }

    static Result<GameRecord> read_moves(GameRecord record, const Chunk& chunk,
                                         StatedEnding& stated) {
        std::vector<std::string_view> text_lines;
        for (const TextLine& text_line : chunk.moves) text_lines.push_back(text_line.text);
        std::size_t text_line = 0;
        const auto result = read_xgn_moves(record, text_lines, text_line);
        if (!result) return at_line(chunk.moves[text_line].number, result.error());
        const std::size_t last = chunk.moves.back().number;
        if (stated.result && *stated.result != *result)
            return at_line(
                last, {Errc::BadRecord,
                       fmt::format("the result after the moves is {}, but the tag Result is {}",
                                   score_text(*result), score_text(*stated.result))});
        stated.result = *result;
        if (const auto settled = settle(record, stated); !settled)
            return at_line(last, settled.error());
        return record;
    }

    TextLineSource text_lines_;
};

}  // namespace

std::unique_ptr<RecordReader> make_xgn_reader(std::istream& in) {
    return std::make_unique<XgnReader>(in);
}

}  // namespace xttt
