#include <charconv>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sqlite3.h>
#include <unistd.h>

#include "base/text.h"
#include "fuzz.h"
#include "record/record_io.h"
#include "rules/playout.h"
#include "tournament/output/standings_text.h"
#include "tournament/report/report_data.h"
#include "tournament/report/report_html.h"
#include "tournament/runner/tournament_plan.h"

// A store of someone else, read in every way that programs read one: report, standings, export,
// resume. Input that starts with 'p' is the rest of the file itself; other input is a list of
// changes to a good store, one a line: table, column, row and value in SQL, separated by tabs.

namespace xttt {
namespace {

constexpr const char* kConfig = R"([tournament]
name = "Cup"
variant = "ultimate"
store = "cup.db"
seed = 7
[[stage]]
name = "Pools"
format = "round-robin"
games = 2
pools = 2
promote = 1
[[stage]]
name = "Final"
format = "knockout"
games = 2
[[entrant]]
name = "a"
player = "random"
[[entrant]]
name = "b"
player = "engine"
[[entrant]]
name = "c"
player = "random:3"
[[entrant]]
name = "d"
player = "random:4"
)";

template <class T>
T needed(Result<T> result) {
    if (!result) std::fprintf(stderr, "%s\n", result.error().message.c_str());
    fuzz::require(result.has_value(), "a good store can be made");
    return std::move(*result);
}

// Plays the first games of the configuration, with small pages: less to mutate.
std::string good_store(const std::string& path) {
    sqlite3* handle = nullptr;
    fuzz::require(sqlite3_open(path.c_str(), &handle) == SQLITE_OK, "SQLite can create a file");
    sqlite3_exec(handle, "PRAGMA page_size = 512; VACUUM", nullptr, nullptr, nullptr);
    sqlite3_close(handle);
    {
        const auto config = needed(parse_config(kConfig, "cup.toml"));
        auto store = needed(Store::open(path));
        const auto seed = needed(open_tournament(store, config));
        Progress progress(config.stages, static_cast<int>(config.entrants.size()), seed);
        const auto& seats = progress.stages()[0].seats;
        StoredStage stage{0, "Pools", "round-robin", {}};
        for (const Seat& seat : seats) stage.seats.push_back({seat.entrant, seat.pool, seat.seed});
        fuzz::require(store.add_stage(stage).has_value(), "a stage can be stored");
        Random random(1);
        while (const auto scheduled = progress.next_game()) {
            PlayedGame played;
            played.record.variant = &kUltimate;
            auto pos = Position<kUltimate>::initial();
            for (int ply = 0; ply < 12 && !pos.over(); ++ply) {
                const Move move = pos.nth_legal(random.below(pos.legal_count()));
                played.record.moves.push_back({move, {.time = std::chrono::milliseconds(ply)}});
                pos.play(move);
            }
            played.record.forfeit =
                Forfeit{pos.side_to_move(), ForfeitReason::TimeLimit, "no answer after 9 ms"};
            played.ending = needed(ending_of(played.record));
            StoredGame game = summary_of(played);
            game.place = scheduled->place;
            game.pool = scheduled->pool;
            game.entrants = scheduled->entrants;
            fuzz::require(store.add({&game, 1}, {&played.record, 1}).has_value(), "games go in");
            fuzz::require(progress.record(scheduled->place, game.points), "the schedule agrees");
        }
        fuzz::require(store.add_event("started", "now").has_value(), "events go in");
    }
    sqlite3_open(path.c_str(), &handle);
    sqlite3_exec(handle, "PRAGMA journal_mode = DELETE", nullptr, nullptr, nullptr);
    sqlite3_close(handle);
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

class Files {
public:
    Files() : folder_(fmt::format("/dev/shm/xttt-fuzz-{}", ::getpid())) {
        std::filesystem::create_directories(folder_);
        good_ = good_store(folder_ + "/good.db");
    }
    Files(const Files&) = delete;
    Files& operator=(const Files&) = delete;
    ~Files() {
        std::error_code ignored;
        std::filesystem::remove_all(folder_, ignored);
    }

    const std::string& good() const { return good_; }
    // A file with these bytes, and without side files of the one before.
    std::string write(std::string_view bytes) const {
        const std::string path = folder_ + "/store.db";
        std::error_code ignored;
        for (const char* side : {"-wal", "-shm", "-journal", ".lock"})
            std::filesystem::remove(path + side, ignored);
        std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
        return path;
    }

private:
    std::string folder_;
    std::string good_;
};

// Only words of SQL's data: no statement of the fuzzer's, which could attach other files.
bool is_value(std::string_view text) {
    if (const auto number = to_number<std::int64_t>(text)) return true;
    if (text == "NULL") return true;
    const bool blob = text.starts_with("x'") && text.ends_with("'") && text.size() % 2 == 1;
    const std::string_view inside = text.substr(std::min<std::size_t>(text.size(), blob ? 2 : 1));
    if (!blob && (!text.starts_with("'") || !text.ends_with("'") || text.size() < 2)) return false;
    return inside.substr(0, inside.size() - 1).find('\'') == std::string_view::npos;
}

void change(const std::string& path, std::string_view lines) {
    sqlite3* handle = nullptr;
    if (sqlite3_open(path.c_str(), &handle) != SQLITE_OK) return;
    for (const auto line : split(lines, '\n')) {
        const auto parts = split(line, '\t');
        const auto is_name = [](std::string_view name) {
            return !name.empty() && std::ranges::all_of(name, [](char c) {
                return (c >= 'a' && c <= 'z') || c == '_';
            });
        };
        if (parts.size() != 4 || !is_name(parts[0]) || !is_name(parts[1])) continue;
        const auto row = to_number<int>(parts[2]);
        if (!row || !is_value(parts[3])) continue;
        const auto command = fmt::format("UPDATE {0} SET {1} = {3} WHERE rowid = {2} OR {2} = 0",
                                         parts[0], parts[1], *row, parts[3]);
        sqlite3_exec(handle, command.c_str(), nullptr, nullptr, nullptr);
    }
    sqlite3_close(handle);
}

void check_message(const Error& error) {
    fuzz::require(!error.message.empty(), "an error has a message");
}

void report(const StoreReader& store) {
    static const ReportBundle bundle{"", "", {{"ultimate", "rules"}}};
    const auto data = read_report(store, 100);
    if (!data) return check_message(data.error());
    fuzz::require(!report_html(*data, bundle).empty(), "a report has text");
}

void standings(const StoreReader& store) {
    const auto tournament = read_tournament(store);
    if (!tournament) return check_message(tournament.error());
    const auto& [facts, config, names, progress] = *tournament;
    for (int stage = 0; stage <= progress.stage(); ++stage) {
        fuzz::require(is_utf8(standings_text(progress, stage, terminal_safe_names(names))),
                      "standings are text");
        (void)standings_json(progress, stage, names)
            .dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    }
    (void)ratings_text(progress, names);
    fuzz::require(progress.games_left() >= 0, "games left can be counted");
}

void export_games(const StoreReader& store) {
    const auto read =
        store.for_each_record({.counted_only = false},
                              [](const StoredGame& game, const GameRecord& record) -> Result<void> {
                                  fuzz::require(game.id > 0, "a game has a number");
                                  for (const auto format : {RecordFormat::Xgn, RecordFormat::Jsonl})
                                      (void)record_text(format, record);
                                  return {};
                              });
    if (!read) check_message(read.error());
    (void)store.events();
}

void resume(const std::string& path) {
    auto store = Store::open(path);
    if (!store) return check_message(store.error());
    if (store->is_new()) return;
    const auto facts = store->read().facts();
    if (!facts) return check_message(facts.error());
    const auto config = parse_config(facts->config, "store", FileCheck::MayBeMissing);
    if (!config) return check_message(config.error());
    const auto seed = open_tournament(*store, *config, StageGames::MayGrow);
    if (!seed) return check_message(seed.error());
    Progress progress(config->stages, static_cast<int>(config->entrants.size()), *seed);
    const auto replayed = replay_stored_games(progress, store->read());
    if (!replayed) return check_message(replayed.error());
    for (int games = 0; games < 10; ++games)
        if (!progress.next_game()) break;
}

}  // namespace
}  // namespace xttt

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace xttt;
    static const Files files;
    if (size == 0) return 0;
    const std::string_view rest(reinterpret_cast<const char*>(data) + 1, size - 1);
    const bool pages = data[0] == 'p';
    const std::string path = files.write(pages ? rest : std::string_view(files.good()));
    if (!pages) change(path, rest);
    if (const auto store = StoreReader::open(path)) {
        report(*store);
        standings(*store);
        export_games(*store);
    } else {
        check_message(store.error());
    }
    resume(path);
    return 0;
}
