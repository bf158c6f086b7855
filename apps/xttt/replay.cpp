#include <algorithm>
#include <istream>
#include <ostream>

#include <nlohmann/json.hpp>
#include <zlib.h>

#include "commands.h"
#include "common_options.h"
#include "game_files.h"
#include "record/game_record.h"
#include "record/jsonl_names.h"
#include "rules/with_variant.h"

namespace xttt {
namespace {

struct ReplayOptions {
    std::vector<std::string> files{"-"};  // "-": standard input
    std::string format;                   // empty: by the name, standard input as JSON Lines
};

// All moves of V with their texts, ordered by text.
template <const Variant& V>
const auto& moves_by_text() {
    static const auto moves = [] {
        std::vector<std::pair<std::string, Move>> all;
        for (int id = 0; id < V.cells(); ++id) {
            const Move move = move_from_id<V>(id);
            all.emplace_back(move_text<V>(move), move);
        }
        std::ranges::sort(all);
        return all;
    }();
    return moves;
}

// The checksum of the legal moves as text, in ASCII order, separated by spaces.
template <const Variant& V>
std::uint32_t legal_crc(const Position<V>& pos) {
    const CellSet<V> legal = pos.legal_moves();
    std::string texts;
    for (const auto& [text, move] : moves_by_text<V>()) {
        if (!legal.contains(move)) continue;
        if (!texts.empty()) texts += ' ';
        texts += text;
    }
    const auto* bytes = reinterpret_cast<const Bytef*>(texts.data());
    return static_cast<std::uint32_t>(crc32(0, bytes, static_cast<uInt>(texts.size())));
}

template <const Variant& V>
std::string board_states(const Position<V>& pos) {
    std::string states;
    for (int b = 0; b < V.small_boards(); ++b) {
        const auto winner = pos.board_winner(b);
        states += winner ? letter(*winner) : pos.is_drawn(b) ? 'd' : '-';
    }
    return states;
}

}  // namespace

Result<std::string> full_form(const GameRecord& record) {
    return with_variant(record.variant->name, [&]<const Variant & V>() -> Result<std::string> {
        using Json = nlohmann::ordered_json;
        Json moves = Json::array(), legal = Json::array(), crc = Json::array();
        std::string mover;
        TRY(const auto last,
            replay<V>(record, [&](const Position<V>& pos, const RecordedMove& played) {
                moves.push_back(move_text<V>(played.move));
                legal.push_back(pos.legal_count());
                crc.push_back(legal_crc<V>(pos));
                mover += letter(pos.side_to_move());
            }));
        const Ending ending = ending_at<V>(last, record);

        Json json;
        json["variant"] = V.name;
        if (record.seed) json["seed"] = *record.seed;
        if (!record.start_fen.empty()) json["fen"] = record.start_fen;
        json["moves"] = std::move(moves);
        json["legal"] = std::move(legal);
        json["legal_crc"] = std::move(crc);
        json["mover"] = mover;
        json["boards"] = board_states<V>(last);
        json["result"] = result_name(ending.result);
        json["reason"] = ending.reason;
        json["points"] = ending.points ? Json(*ending.points) : Json(nullptr);
        return json.dump() + "\n";
    });
}

Result<void> run_replay(const ReplayOptions& options, std::istream& in, std::ostream& out,
                        std::ostream& log) {
    std::vector<GameSource> sources;
    for (const std::string& path : options.files) {
        const bool unnamed = path == "-" && options.format.empty();
        TRY(const auto format, choose_format(unnamed ? "jsonl" : options.format, path));
        sources.push_back({path, format});
    }
    return read_games(sources, in, log, [&](const GameRecord& record) -> Result<void> {
        TRY(const auto text_line, full_form(record));
        out << text_line;
        return out ? Result<void>{} : check_written(out, "standard output");
    });
}

void add_replay(Command& app) {
    auto& command = app.add("replay", "Check recorded games and print the state after each move.",
                            {"xttt replay games.xgn", "xttt replay < games.jsonl"});
    auto options = std::make_shared<ReplayOptions>();
    command.option("FILE", options->files, "Files of games, .xgn or .jsonl")
        .default_text("standard input, as JSON Lines");
    command.group("Input");
    command.option("--format NAME", options->format, "Format of every file")
        .default_text("by the file name")
        .values = {"xgn", "jsonl"};
    command.run([options](Streams io) { return run_replay(*options, io.in, io.out, io.err); });
}

}  // namespace xttt
