#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "record/jsonl_names.h"
#include "record/reader_parts.h"
#include "record/record_io.h"
#include "rules/with_variant.h"

namespace xttt {
namespace {

using Json = nlohmann::ordered_json;

// Parses one text line. Rejects duplicate keys, which JSON leaves undefined.
Result<Json> parse_text_line(const std::string& text_line) {
    std::vector<std::set<std::string>> keys;
    std::optional<std::string> repeated;
    const auto watch = [&](int, Json::parse_event_t event, Json& value) {
        if (event == Json::parse_event_t::object_start) keys.emplace_back();
        if (event == Json::parse_event_t::object_end) keys.pop_back();
        if (event == Json::parse_event_t::key) {
            auto key = value.get<std::string>();
            if (!keys.back().insert(key).second) repeated = std::move(key);
        }
        return true;
    };
    try {
        auto json = Json::parse(text_line, watch);
        if (repeated) return bad_record(fmt::format("the key {} appears twice", quote(*repeated)));
        if (!json.is_object()) return bad_record("not a JSON object");
        return json;
    } catch (const Json::parse_error& error) {
        if (error.byte > text_line.size()) return bad_record("not JSON: the line ends too early");
        return bad_record(fmt::format("not JSON at column {}", error.byte));
    } catch (const Json::exception&) {
        return bad_record("not JSON: a number is out of range");
    }
}

// Reads the members of an object with type checks; keeps the first error.
class Members {
public:
    Members(const Json& object, std::string_view where) : object_(object), where_(where) {}

    const Json* find(const char* key) const {
        const auto found = object_.find(key);
        return found == object_.end() || found->is_null() ? nullptr : &*found;
    }
    std::optional<std::string> text(const char* key) {
        const Json* value = find(key);
        if (!value) return std::nullopt;
        if (value->is_string()) return value->get<std::string>();
        error_at(key, "is not a string");
        return std::nullopt;
    }
    // A whole number in the range of T.
    template <class T>
    std::optional<T> number(const char* key) {
        const Json* value = find(key);
        if (!value) return std::nullopt;
        const auto number = value->is_number_integer() ? to_number<T>(value->dump()) : std::nullopt;
        if (!number) error_at(key, "is not a whole number in range");
        return number;
    }
    void error_at(std::string_view key, std::string_view what) {
        if (!fault_) fault_ = fmt::format("{}'{}' {}", where_, key, what);
    }
    Result<void> check() const {
        if (fault_) return bad_record(*fault_);
        return {};
    }

private:
    const Json& object_;
    std::string_view where_;
    std::optional<std::string> fault_;
};

Result<MoveNote> read_note(const Json& json) {
    if (json.is_null()) return MoveNote{};
    if (!json.is_object()) return bad_record("'notes' must contain only objects and nulls");
    using std::chrono::milliseconds;
    Members members(json, "in 'notes': ");
    MoveNote note;
    if (const auto ms = members.number<std::int64_t>("time_ms")) note.time = milliseconds(*ms);
    if (const auto ms = members.number<std::int64_t>("clock_ms")) note.clock = milliseconds(*ms);
    note.depth = members.number<int>("depth");
    note.seldepth = members.number<int>("seldepth");
    note.nodes = members.number<std::uint64_t>("nodes");
    note.hashfull = members.number<int>("hashfull");
    note.memory = members.number<std::uint64_t>("memory_kib");
    if (const auto points = members.number<int>("score_points"))
        note.score = {NoteScore::Kind::Points, *points};
    if (const auto win = members.number<int>("score_win")) {
        if (note.score) members.error_at("score_win", "and 'score_points' cannot be used together");
        note.score = {NoteScore::Kind::Win, *win};
    }
    note.pv = members.text("pv").value_or("");
    if (!note.pv.empty() && !is_pv_text(note.pv))
        members.error_at("pv", "is not a list of moves separated by single spaces");
    note.text = members.text("text").value_or("");
    TRY_VOID(members.check());
    return note;
}

Result<void> read_notes(GameRecord& record, const Json* notes) {
    if (!notes) return {};
    if (!notes->is_array() || notes->size() != record.moves.size())
        return bad_record("'notes' is not an array with one entry for each move");
    for (std::size_t i = 0; i < notes->size(); ++i) {
        TRY(record.moves[i].note, read_note((*notes)[i]));
    }
    return {};
}

Result<void> read_tags(GameRecord& record, const Json* tags) {
    if (!tags) return {};
    if (!tags->is_object()) return bad_record("'tags' is not an object");
    for (const auto& [name, value] : tags->items()) {
        if (!is_tag_name(name))
            return bad_record(fmt::format("{} is not a valid tag name", quote(name)));
        if (!value.is_string())
            return bad_record(fmt::format("the tag {} is not a string", quote(name)));
        record.tags.emplace(name, value.get<std::string>());
    }
    return {};
}

Result<void> read_moves(GameRecord& record, const Json* moves) {
    if (!moves) return bad_record("'moves' is missing");
    if (!moves->is_array()) return bad_record("'moves' is not an array");
    return with_variant(record.variant->name, [&]<const Variant & V>() -> Result<void> {
        TRY(auto pos,
            record.start_fen.empty() ? Position<V>::initial() : parse_fen<V>(record.start_fen));
        for (const Json& text : *moves) {
            const auto number = record.moves.size() + 1;
            if (!text.is_string())
                return bad_record(fmt::format("move {} is not a string", number));
            const auto move = parse_move<V>(pos, text.get<std::string>());
            if (!move)
                return fail(move.error().code,
                            fmt::format("move {}: {}", number, move.error().message));
            record.moves.push_back({*move, {}});
            pos.play(*move);
        }
        return {};
    });
}

Result<StatedEnding> read_ending(Members& members) {
    StatedEnding stated;
    if (const auto result = members.text("result")) {
        stated.result = kResultNames.find(*result);
        if (!stated.result) members.error_at("result", "must be \"x\", \"o\", \"draw\" or \"*\"");
    }
    stated.reason = members.text("reason");
    stated.detail = members.text("detail").value_or("");
    if (const Json* points = members.find("points")) {
        const auto value = [&](std::size_t i) { return to_number<int>((*points)[i].dump()); };
        if (points->is_array() && points->size() == 2 && value(0) && value(1)) {
            stated.points = {*value(0), *value(1)};
        } else {
            members.error_at("points", "is not an array of two whole numbers");
        }
    }
    TRY_VOID(members.check());
    return stated;
}

Result<GameRecord> read_game(const std::string& text_line) {
    TRY(const auto json, parse_text_line(text_line));
    Members members(json, "");
    GameRecord record;
    const auto variant = members.text("variant");
    record.seed = members.number<std::uint64_t>("seed");
    record.start_fen = members.text("fen").value_or("");
    TRY(const auto stated, read_ending(members));

    if (!variant) return bad_record("'variant' is missing");
    TRY(record.variant, find_variant(*variant));
    Result<void> read = read_tags(record, members.find("tags"));
    if (read) read = read_moves(record, members.find("moves"));
    if (read) read = read_notes(record, members.find("notes"));
    if (read) read = settle(record, stated);
    if (!read) return std::unexpected(read.error());
    return record;
}

class JsonlReader : public RecordReader {
public:
    explicit JsonlReader(std::istream& in) : text_lines_(in) {}

    std::optional<Result<GameRecord>> next() override {
        for (;;) {
            const auto text_line = text_lines_.next();
            if (!text_line) return std::nullopt;
            if (*text_line && (*text_line)->find_first_not_of(" \t") == std::string::npos) continue;
            auto game = *text_line ? read_game(**text_line) : std::unexpected(text_line->error());
            if (game) return game;
            return fail(game.error().code,
                        fmt::format("line {}: {}", text_lines_.number(), game.error().message));
        }
    }

private:
    TextLineSource text_lines_;
};

}  // namespace

std::unique_ptr<RecordReader> make_jsonl_reader(std::istream& in) {
    return std::make_unique<JsonlReader>(in);
}

std::optional<RecordFormat> record_format(std::string_view path) {
    if (path.ends_with(".xgn")) return RecordFormat::Xgn;
    if (path.ends_with(".jsonl")) return RecordFormat::Jsonl;
    return std::nullopt;
}

std::unique_ptr<RecordReader> make_reader(RecordFormat format, std::istream& in) {
    return format == RecordFormat::Xgn ? make_xgn_reader(in) : make_jsonl_reader(in);
}

Result<std::string> record_text(RecordFormat format, const GameRecord& record) {
    return format == RecordFormat::Xgn ? xgn_text(record) : jsonl_text(record);
}

}  // namespace xttt
