#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <istream>
#include <ostream>

#include "base/text.h"
#include "commands.h"
#include "common_options.h"
#include "game_files.h"
#include "players/python_package.h"
#include "process/child.h"
#include "process/spawn.h"
#include "temporary_folder.h"

namespace xttt {
namespace {

struct GameExportOptions {
    std::vector<std::string> inputs;  // files, stores, "-" for standard input
    std::string from;                 // xgn or jsonl; empty: by the ending of the path
    std::string output = "-";
    std::string format;   // xgn, jsonl, csv or parquet; empty: by the ending of the path
    std::string parquet;  // instead of output and format
    std::string rows = "games";
    std::string variant, player;  // empty: all
    bool forfeits = false;
    bool all = false;  // also replayed games
    bool force = false;

    bool selects(const GameRecord& game) const {
        const auto is_player = [&](const char* tag) {
            const auto found = game.tags.find(tag);
            return found != game.tags.end() && found->second == player;
        };
        return (variant.empty() || game.variant->name == variant) &&
               (player.empty() || is_player("X") || is_player("O")) && (!forfeits || game.forfeit);
    }
};

struct ExportTarget {
    std::string path;
    std::string format;
    bool is_table() const { return format == "csv" || format == "parquet"; }
    std::string name() const { return path == "-" ? "standard output" : path; }
};

Result<ExportTarget> target_of(const GameExportOptions& options) {
    if (!options.parquet.empty()) return ExportTarget{options.parquet, "parquet"};
    if (!options.format.empty()) return ExportTarget{options.output, options.format};
    if (options.output == "-") return ExportTarget{options.output, "jsonl"};
    for (const char* format : {"xgn", "jsonl", "csv", "parquet"})
        if (options.output.ends_with(fmt::format(".{}", format)))
            return ExportTarget{options.output, format};
    return fail(Errc::Usage, fmt::format("--output {}: the name must end in .xgn, .jsonl, .csv or "
                                         ".parquet, or give --format",
                                         options.output));
}

// A store can have any name; it is recognised by its content.
bool is_store(const std::string& path) {
    constexpr std::string_view kMagic = "SQLite format 3";
    std::ifstream file(path, std::ios::binary);
    std::string start(kMagic.size(), '\0');
    file.read(start.data(), static_cast<std::streamsize>(start.size()));
    return start == kMagic || path.ends_with(".db");
}

Result<std::vector<GameSource>> sources_of(const GameExportOptions& options,
                                           const std::string& target) {
    namespace fs = std::filesystem;
    std::vector<GameSource> sources;
    for (const std::string& path : options.inputs) {
        std::error_code failed;
        if (path == "-") {
            if (options.from.empty())
                return fail(Errc::Usage,
                            "standard input has no file name; add --from with xgn or "
                            "jsonl");
            if (std::ranges::count(options.inputs, path) > 1)
                return fail(Errc::Usage, "standard input can be read only once");
        } else if (!fs::exists(path, failed)) {
            return fail(Errc::Io, fmt::format("{} does not exist", quote(path)));
        } else if (fs::is_directory(path, failed)) {
            return fail(Errc::Io, fmt::format("{} is a folder", quote(path)));
        } else if (fs::equivalent(path, target, failed)) {
            return fail(Errc::Usage, fmt::format("{} is both input and output", quote(path)));
        }
        if (path != "-" && is_store(path)) {
            sources.push_back({path, RecordFormat::Jsonl, true, options.all});
            continue;
        }
        TRY(const auto format, choose_format(options.from, path));
        sources.push_back({path, format});
    }
    return sources;
}

// A Python that has the package and what it needs for a format.
struct PythonWithPackage {
    std::string program;
    std::vector<std::string> environment;
};

Result<PythonWithPackage> find_python_for(const std::string& format, const std::string& folder) {
    const std::string code = fmt::format("import xttt.frames{}; print('ready')",
                                         format == "parquet" ? ", pyarrow.parquet" : "");
    // An active virtual environment comes before the system, its own package before ours.
    for (const char* name : {"python3", "/usr/bin/python3"}) {
        const auto program = find_program(name);
        if (!program) continue;
        for (auto environment : {current_environment(), environment_with_package()}) {
            // In the empty folder, which has no module that hides another one.
            auto child = Child::start(
                {.argv = {*program, "-c", code}, .cwd = folder, .environment = environment});
            if (!child) continue;
            const OutputEvent event = child->await_text_line(after(std::chrono::seconds(60)));
            if (event.kind == OutputEvent::Kind::TextLine && event.text_line == "ready")
                return PythonWithPackage{*program, std::move(environment)};
        }
    }
    const bool parquet = format == "parquet";
    return fail(Errc::Unsupported,
                fmt::format("{} needs a python3 with the package xttt and {}; install it with "
                            "'python3 -m pip install {}' in a virtual environment and activate it",
                            parquet ? "Parquet" : "CSV", parquet ? "PyArrow" : "NumPy",
                            parquet ? "pyarrow numpy" : "numpy"));
}

// Converts records with the Python package, whose data frames define the columns.
Result<void> make_table(const PythonWithPackage& python, const std::string& format,
                        const std::string& rows, const std::string& folder) {
    TRY(auto child, Child::start({.argv = {python.program, "-m", "xttt", "export", "--rows", rows,
                                           "--" + format, "table", "games.jsonl"},
                                  .cwd = folder,
                                  .environment = python.environment}));
    const Deadline end = after(std::chrono::hours(24));
    while (child.await_text_line(end).kind == OutputEvent::Kind::TextLine) {
    }
    const ExitStatus status = child.stop(after(std::chrono::seconds(10)));
    if (status == ExitStatus{}) return {};
    std::string why = child.error_tail();
    while (why.ends_with('\n')) why.pop_back();
    why.erase(0, why.rfind('\n') + 1);  // of a traceback the last line
    return fail(Errc::Process, fmt::format("python3 cannot write {}: {}", format,
                                           why.empty() ? to_text(status) : terminal_safe(why)));
}

Result<void> open_output(const ExportTarget& target, std::ofstream& file) {
    file.open(target.path, std::ios::binary);
    if (file) return {};
    return fail(Errc::Io,
                fmt::format("cannot write {}: {}", quote(target.path), std::strerror(errno)));
}

Result<void> export_table(const GameExportOptions& options, const ExportTarget& target,
                          const std::vector<GameSource>& sources, Streams io) {
    const TemporaryFolder folder;
    if (folder.path().empty()) return fail(Errc::Io, "cannot create a temporary folder");
    TRY(const auto python, find_python_for(target.format, folder.path()));
    const std::string records = folder.path() + "/games.jsonl";
    std::ofstream file(records, std::ios::binary);
    std::uint64_t count = 0;
    Result<void> written;
    const auto read = read_games(sources, io.in, io.err, [&](const GameRecord& game) {
        if (!options.selects(game)) return written;
        ++count;
        auto text = record_text(RecordFormat::Jsonl, game);
        if (text)
            file << *text;
        else
            written = std::unexpected(std::move(text).error());
        if (!file) written = check_written(file, records);
        return written;
    });
    TRY_VOID(written);
    TRY_VOID(check_written(file, records));
    if (count == 0) return read ? fail(Errc::BadInput, "no game matches the options") : read;
    TRY_VOID(make_table(python, target.format, options.rows, folder.path()));

    const std::ifstream table(folder.path() + "/table", std::ios::binary);
    if (!table) return fail(Errc::Io, "python3 wrote no table");
    std::ofstream to_file;
    if (target.path != "-") TRY_VOID(open_output(target, to_file));
    std::ostream& out = target.path == "-" ? io.out : to_file;
    out << table.rdbuf();
    TRY_VOID(check_written(out, target.name()));
    return read;
}

Result<void> export_records(const GameExportOptions& options, const ExportTarget& target,
                            const std::vector<GameSource>& sources, Streams io) {
    std::ofstream file;
    std::ostream& out = target.path == "-" ? io.out : file;
    const RecordFormat format = target.format == "xgn" ? RecordFormat::Xgn : RecordFormat::Jsonl;
    bool any = false;
    const auto read =
        read_games(sources, io.in, io.err, [&](const GameRecord& game) -> Result<void> {
            if (!options.selects(game)) return {};
            // Opened for the first game: without one, the file is not replaced.
            if (!any && target.path != "-") TRY_VOID(open_output(target, file));
            any = true;
            TRY(const auto text, record_text(format, game));
            out << text;
            return out ? Result<void>{} : check_written(out, target.name());
        });
    // A failed write is reported before bad games.
    if (any) TRY_VOID(check_written(out, target.name()));
    if (read && !any) return fail(Errc::BadInput, "no game matches the options");
    return read;
}

Result<void> run_export(const GameExportOptions& options, Streams io) {
    TRY(const auto target, target_of(options));
    if (options.rows != "games" && !target.is_table())
        return fail(Errc::Usage, "--rows is for CSV and Parquet");
    TRY(const auto sources, sources_of(options, target.path));
    if (!options.force && target.path != "-")
        TRY_VOID(check_replaceable(target.path, options.parquet.empty() ? "--output" : "--parquet",
                                   "add --force to replace it"));
    return target.is_table() ? export_table(options, target, sources, io)
                             : export_records(options, target, sources, io);
}

}  // namespace

void add_export(Command& app) {
    auto& command = app.add("export", "Write games of files and tournaments as records or tables.",
                            {"xttt export cup.db --parquet games.parquet",
                             "xttt export games.xgn cup.db -o moves.csv --rows moves"});
    auto options = std::make_shared<GameExportOptions>();
    command
        .option("INPUT-FILE", options->inputs,
                "Games in .xgn or .jsonl, the store of a tournament, - for standard input")
        .required();
    command.group("Input");
    command.option("--from NAME", options->from, "Format of the input")
        .choices({"xgn", "jsonl"})
        .default_text("by the file name");
    command.group("Output");
    const auto& output =
        command.option("-o,--output FILE", options->output,
                       "File to write: .xgn, .jsonl, .csv or .parquet; - for standard output");
    const auto& format = command.option("--format NAME", options->format, "Format of the output")
                             .choices({"xgn", "jsonl", "csv", "parquet"})
                             .default_text("by the file name, else jsonl");
    command.option("--parquet FILE", options->parquet, "Write a Parquet file of any name")
        .excludes(output)
        .excludes(format);
    command.option("--rows NAME", options->rows, "Rows of a CSV or Parquet file")
        .choices({"games", "moves"});
    command.flag("--force", options->force, "Replace an existing file");
    command.group("Games");
    auto& variant = add_variant_option(command, options->variant, "Only games of this variant");
    variant.choices(variant.values).default_text("all");
    command.option("--player NAME", options->player, "Only games of this player")
        .default_text("all");
    command.flag("--forfeits", options->forfeits, "Only forfeited games");
    command.flag("--all", options->all, "Include games that were replayed");
    command.note(
        "CSV and Parquet have a row for each game or for each move. The Python package writes "
        "them: "
        "CSV needs python3 with NumPy, Parquet also PyArrow. 'tournament export' selects games by "
        "stage and writes one file per entrant.");
    command.run([options](Streams io) { return run_export(*options, io); });
}

}  // namespace xttt
