#include <nlohmann/json.hpp>

#include "base/clock.h"
#include "base/text.h"
#include "record/jsonl_names.h"
#include "tournament/output/outputs.h"
#include "tournament/output/standings_text.h"

namespace xttt {
namespace {

using Json = nlohmann::ordered_json;

void write_event(std::ostream& out, const Json& event) {
    out << event.dump() << '\n' << std::flush;
}

class JsonOutput final : public TournamentListener {
public:
    JsonOutput(std::ostream& out, std::vector<std::string> names)
        : out_(out), names_(std::move(names)) {}

    void on_begin(const Progress& progress) override {
        Json names = Json::array();
        for (const auto& name : names_) names.push_back(to_utf8(name));
        write_event(out_, Json{{"event", "begin"},
                               {"games", progress.games_recorded()},
                               {"left", progress.games_left()},
                               {"entrants", std::move(names)}});
    }
    void on_stage(const Progress& progress) override {
        const auto at = static_cast<std::size_t>(progress.stage());
        const StagePlan& plan = progress.plans()[at];
        Json seats = Json::array();
        for (const Seat& seat : progress.stages()[at].seats)
            seats.push_back({{"name", to_utf8(names_[static_cast<std::size_t>(seat.entrant)])},
                             {"pool", seat.pool + 1}});
        write_event(out_, Json{{"event", "stage"},
                               {"stage", at + 1},
                               {"name", to_utf8(plan.name)},
                               {"format", name(plan.format)},
                               {"entrants", std::move(seats)}});
    }
    void on_games(std::span<const StoredGame> games, const Progress& progress) override {
        for (const StoredGame& game : games) {
            Json json{{"event", "game"}, {"game", game.id}};
            if (game.place) {
                json["stage"] = game.place->stage + 1;
                json["round"] = game.place->round + 1;
                json["pairing"] = game.place->pairing + 1;
                json["number"] = game.place->game + 1;
                json["attempt"] = game.place->attempt + 1;
            }
            json["pool"] = game.pool + 1;
            json["x"] = to_utf8(names_[static_cast<std::size_t>(game.entrants[0])]);
            json["o"] = to_utf8(names_[static_cast<std::size_t>(game.entrants[1])]);
            json["result"] = result_name(game.result);
            json["reason"] = game.reason;
            json["points"] = game.points;
            if (game.forfeit()) json["detail"] = to_utf8(game.detail);
            json["moves"] = game.plies;
            json["ms"] = {to_milliseconds(game.used[0].total), to_milliseconds(game.used[1].total)};
            if (game.host.too_busy) json["too_busy"] = true;
            if (!game.counts) json["counts"] = false;
            if (!game.worker.empty()) json["worker"] = to_utf8(game.worker);
            out_ << json.dump() << '\n';
        }
        write_event(out_, Json{{"event", "progress"},
                               {"games", progress.games_recorded()},
                               {"left", progress.games_left()}});
    }
    void on_pause(bool paused) override {
        write_event(out_, Json{{"event", paused ? "paused" : "resumed"}});
    }
    void on_warning(const std::string& text) override {
        write_event(out_, Json{{"event", "warning"}, {"text", to_utf8(text)}});
    }
    void on_stopping(std::size_t games) override {
        write_event(out_, Json{{"event", "closing"}, {"playing", games}});
    }
    void on_end(const Progress& progress) override {
        Json stages = Json::array();
        for (int stage = 0; stage <= progress.stage(); ++stage)
            stages.push_back(
                {{"name", to_utf8(progress.plans()[static_cast<std::size_t>(stage)].name)},
                 {"pools", standings_json(progress, stage, names_)}});
        write_event(out_, Json{{"event", "end"},
                               {"finished", progress.finished()},
                               {"games", progress.games_recorded()},
                               {"left", progress.games_left()},
                               {"stages", std::move(stages)}});
    }

private:
    std::ostream& out_;
    std::vector<std::string> names_;
};

}  // namespace

std::unique_ptr<TournamentListener> json_output(std::ostream& out, std::vector<std::string> names) {
    return std::make_unique<JsonOutput>(out, std::move(names));
}

}  // namespace xttt
