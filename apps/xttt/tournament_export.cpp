#include <filesystem>
#include <fstream>
#include <ostream>
#include <set>

#include "base/text.h"
#include "commands.h"
#include "common_options.h"
#include "players/bot_log.h"
#include "record/record_io.h"
#include "tournament/store/store_reader.h"

namespace xttt {
namespace {

struct ExportOptions {
    std::string store;
    std::string output = "-";
    std::string format;  // xgn or jsonl; empty: by the file name
    std::string folder;  // one file per entrant instead
    std::string entrant;
    std::optional<int> stage;  // from 1
    bool forfeits = false;
    bool all = false;  // also replayed games
};

Result<RecordFormat> format_of(const ExportOptions& options) {
    const auto named =
        record_format(options.format.empty() ? options.output : "." + options.format);
    if (named) return *named;
    if (options.output == "-" || !options.folder.empty()) return RecordFormat::Xgn;
    return fail(Errc::Usage, fmt::format("--output {}: the name must end in .xgn or .jsonl, or "
                                         "give --format",
                                         options.output));
}

Result<void> write_games(const StoreReader& store, const GameFilter& filter, RecordFormat format,
                         std::ostream& out, const std::string& name) {
    auto read = store.for_each_record(
        filter, [&](const StoredGame& game, const GameRecord& record) -> Result<void> {
            const auto text = record_text(format, record);
            if (!text)
                return fail(Errc::BadRecord, fmt::format("store {}: game {}: {}", store.path(),
                                                         game.id, text.error().message));
            out << *text;
            if (!out) return check_written(out, name);
            return {};
        });
    if (!read) return read;
    return check_written(out, name);
}

}  // namespace

Result<void> run_tournament_export(const ExportOptions& options, std::ostream& out) {
    TRY(const auto format, format_of(options));
    TRY(const auto store, StoreReader::open(options.store));
    TRY(const auto entrants, store.entrants());
    GameFilter filter{.counted_only = !options.all, .forfeits_only = options.forfeits};
    if (options.stage) filter.stage = *options.stage - 1;
    if (!options.entrant.empty()) {
        const auto found = std::ranges::find(entrants, options.entrant, &Entrant::name);
        if (found == entrants.end())
            return fail(Errc::Usage, fmt::format("no such entrant: {}", quote(options.entrant)));
        filter.entrant = found->id;
    }
    if (!options.folder.empty()) {
        std::error_code failed;
        std::filesystem::create_directories(options.folder, failed);
        std::set<std::string> names;
        const char* ending = format == RecordFormat::Xgn ? "xgn" : "jsonl";
        for (const Entrant& entrant : entrants) {
            if (filter.entrant && *filter.entrant != entrant.id && !options.entrant.empty())
                continue;
            GameFilter own = filter;
            own.entrant = entrant.id;
            std::string name = file_name_part(entrant.name);
            // Different entrants may get the same file name.
            while (!names.insert(name).second) name += fmt::format("-{}", entrant.id + 1);
            const std::string path = fmt::format("{}/{}.{}", options.folder, name, ending);
            std::ofstream file(path);
            TRY_VOID(write_games(store, own, format, file, path));
        }
        return {};
    }
    if (options.output == "-") return write_games(store, filter, format, out, "standard output");
    std::error_code unequal;
    if (std::filesystem::equivalent(options.store, options.output, unequal))
        return fail(Errc::Usage, fmt::format("--output {} is the store itself", options.output));
    std::ofstream file(options.output);
    return write_games(store, filter, format, file, options.output);
}

void add_tournament_export(Command& tournament) {
    auto& command = tournament.add("export", "Write the games of a tournament to files.",
                                   {"xttt tournament export cup.db -o games.xgn --forfeits",
                                    "xttt tournament export cup.db --each teams"});
    auto options = std::make_shared<ExportOptions>();
    command.option("STORE-FILE", options->store, "Store of the tournament").required();
    command.group("Output");
    const auto& output = command.option("-o,--output FILE", options->output,
                                        "File to write, .xgn or .jsonl; - for standard output");
    command.option("--format NAME", options->format, "Format of the output")
        .choices({"xgn", "jsonl"})
        .default_text("by the file name, else xgn");
    command.option("--each FOLDER", options->folder, "Write one file per entrant to this folder")
        .excludes(output);
    command.group("Games");
    command.option("--entrant NAME", options->entrant, "Only games of this entrant");
    command.option("--stage N", options->stage, "Only games of this stage, counted from 1")
        .range(1, 1000);
    command.flag("--forfeits", options->forfeits, "Only forfeited games");
    command.flag("--all", options->all, "Include games that were replayed");
    command.run([options](Streams io) { return run_tournament_export(*options, io.out); });
}

}  // namespace xttt
