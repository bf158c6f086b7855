#include <algorithm>

#include <nlohmann/json.hpp>

#include "record/jsonl_names.h"
#include "record/record_io.h"
#include "rules/with_variant.h"

namespace xttt {
namespace {

using Json = nlohmann::ordered_json;

Json note_json(const MoveNote& note) {
    if (note.empty()) return nullptr;
    Json json = Json::object();
    if (note.time) json["time_ms"] = note.time->count();
    if (note.clock) json["clock_ms"] = note.clock->count();
    if (note.depth) json["depth"] = *note.depth;
    if (note.seldepth) json["seldepth"] = *note.seldepth;
    if (note.nodes) json["nodes"] = *note.nodes;
    if (note.hashfull) json["hashfull"] = *note.hashfull;
    if (note.memory) json["memory_kib"] = *note.memory;
    if (note.score)
        json[note.score->kind == NoteScore::Kind::Win ? "score_win" : "score_points"] =
            note.score->value;
    if (!note.pv.empty()) json["pv"] = note.pv;
    if (!note.text.empty()) json["text"] = note.text;
    return json;
}

}  // namespace

Result<std::string> jsonl_text(const GameRecord& record) {
    return with_variant(record.variant->name, [&]<const Variant & V>() -> Result<std::string> {
        Json moves = Json::array(), notes = Json::array();
        TRY(const auto last,
            replay<V>(record, [&](const Position<V>&, const RecordedMove& recorded) {
                moves.push_back(move_text<V>(recorded.move));
                notes.push_back(note_json(recorded.note));
            }));
        const Ending ending = ending_at<V>(last, record);

        Json json;
        json["variant"] = V.name;
        if (record.seed) json["seed"] = *record.seed;
        if (!record.tags.empty())
            for (const auto& [name, value] : record.tags) json["tags"][name] = value;
        if (!record.start_fen.empty()) json["fen"] = record.start_fen;
        json["moves"] = std::move(moves);
        if (!std::ranges::all_of(notes, [](const Json& note) { return note.is_null(); }))
            json["notes"] = std::move(notes);
        json["result"] = result_name(ending.result);
        json["reason"] = ending.reason;
        json["points"] = ending.points ? Json(*ending.points) : Json(nullptr);
        if (record.forfeit && !record.forfeit->detail.empty())
            json["detail"] = record.forfeit->detail;
        if (record.drawn && !record.drawn->empty()) json["detail"] = *record.drawn;
        return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
    });
}

}  // namespace xttt
