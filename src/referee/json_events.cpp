#include "referee/json_events.h"

#include <nlohmann/json.hpp>

#include "base/text.h"
#include "record/jsonl_names.h"
#include "rules/with_variant.h"

namespace xttt {
namespace {

using Json = nlohmann::ordered_json;

std::string side_text(Side side) {
    return std::string(1, letter(side));
}

}  // namespace

void JsonEvents::on_start(const GameSetup& setup, const AnyPosition& position) {
    variant_ = setup.variant;
    Json json{{"event", "started"}, {"game", game_}, {"variant", variant_->name}};
    for (const char* tag : {"X", "O"})
        if (const auto found = setup.tags.find(tag); found != setup.tags.end())
            json[to_lower(tag)] = to_utf8(found->second);
    json["seed"] = setup.seed;
    json["fen"] = position.fen();
    write_(json.dump() + "\n");
}

void JsonEvents::on_move(const MovedEvent& event) {
    Json json{{"event", "moved"}, {"game", game_}, {"side", side_text(event.side)}};
    json["number"] = event.number;
    json["move"] = move_text(*variant_, event.move);
    json["ms"] = to_milliseconds(event.used);
    if (event.cpu) json["cpu_ms"] = to_milliseconds(*event.cpu);
    if (event.note.clock) json["clock_ms"] = event.note.clock->count();
    if (event.note.depth) json["depth"] = *event.note.depth;
    if (event.note.nodes) json["nodes"] = *event.note.nodes;
    if (event.note.score)
        json[event.note.score->kind == NoteScore::Kind::Win ? "win" : "score"] =
            event.note.score->value;
    if (!event.note.text.empty()) json["text"] = to_utf8(event.note.text);
    write_(json.dump() + "\n");
}

void JsonEvents::on_board_won(Side side, int board) {
    Json json{{"event", "board-won"}, {"game", game_}, {"side", side_text(side)}};
    json["board"] = with_variant(variant_->name, [&]<const Variant & V>() -> Result<std::string> {
                        return board_text<V>(board);
                    }).value();
    write_(json.dump() + "\n");
}

void JsonEvents::on_bonus(Side side) {
    write_(Json{{"event", "bonus"}, {"game", game_}, {"side", side_text(side)}}.dump() + "\n");
}

void JsonEvents::on_forfeit(const Forfeit& forfeit) {
    const Json json{{"event", "forfeit"},
                    {"game", game_},
                    {"side", side_text(forfeit.offender)},
                    {"reason", name(forfeit.reason)},
                    {"detail", forfeit.detail}};
    write_(json.dump() + "\n");
}

void JsonEvents::on_end(const PlayedGame& game, const AnyPosition& position) {
    Json json{{"event", "ended"}, {"game", game_}};
    json["result"] = result_name(game.ending.result);
    json["reason"] = game.ending.reason;
    if (game.ending.points) json["points"] = *game.ending.points;
    json["moves"] = game.record.moves.size();
    json["ms"] = {to_milliseconds(game.used[0].total), to_milliseconds(game.used[1].total)};
    json["fen"] = position.fen();
    write_(json.dump() + "\n");
}

}  // namespace xttt
