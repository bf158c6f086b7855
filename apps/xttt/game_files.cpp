#include "game_files.h"

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "base/count_text.h"
#include "base/text.h"
#include "common_options.h"
#include "tournament/store/store_reader.h"

namespace xttt {

Result<RecordFormat> choose_format(const std::string& name, const std::string& path) {
    const auto format = record_format(name.empty() ? path : "." + name);
    if (format) return *format;
    if (!name.empty())
        return fail(Errc::Usage,
                    fmt::format("unknown format {}; choose from xgn, jsonl", quote(name)));
    return fail(Errc::Usage,
                fmt::format("cannot tell the format of {}: the name does not end in .xgn or .jsonl",
                            quote(path)));
}

namespace {

Result<void> read_store(const GameSource& source,
                        const std::function<Result<void>(const GameRecord&)>& take) {
    TRY(const auto store, StoreReader::open(source.path));
    return store.for_each_record(
        {.counted_only = !source.replayed},
        [&](const StoredGame&, const GameRecord& record) { return take(record); });
}

}  // namespace

Result<void> read_games(const std::vector<GameSource>& sources, std::istream& in, std::ostream& log,
                        const std::function<Result<void>(const GameRecord&)>& take) {
    int good = 0, bad = 0;
    const auto report = [&](const GameSource& source, std::string_view message) {
        ++bad;
        log << "xttt: " << terminal_safe(source.name()) << ": " << terminal_safe(message) << '\n';
    };
    for (const GameSource& source : sources) {
        if (source.store) {
            Result<void> taken;
            const auto read = read_store(source, [&](const GameRecord& game) {
                ++good;
                return taken = take(game);
            });
            TRY_VOID(taken);
            if (!read) report(source, read.error().message);
            continue;
        }
        std::ifstream file;
        if (source.path != "-") {
            file.open(source.path, std::ios::binary);
            if (!file) {
                report(source, fmt::format("cannot be read: {}", std::strerror(errno)));
                continue;
            }
        }
        const auto reader = make_reader(source.format, source.path == "-" ? in : file);
        while (const auto game = reader->next()) {
            if (!*game) {
                report(source, game->error().message);
                continue;
            }
            ++good;
            TRY_VOID(take(**game));
        }
    }
    if (bad > 0)
        return fail(Errc::BadRecord, fmt::format("{} read, {} bad", count_text(good, "game"), bad));
    return {};
}

Result<void> check_replaceable(const std::string& path, std::string_view option,
                               std::string_view advice) {
    // Only a regular file with content can be lost.
    std::error_code unknown;
    if (!std::filesystem::is_regular_file(path, unknown) ||
        std::filesystem::file_size(path, unknown) == 0)
        return {};
    return fail(Errc::Usage, fmt::format("{} {}: the file exists; {}", option, path, advice));
}

void add_record_options(Command& command, RecordOptions& options) {
    auto& record =
        command.option("--record FILE", options.paths, "Write the games to a .xgn or .jsonl file");
    auto& append = command.flag("--append", options.append, "Add to the files of --record");
    append.needs(record);
    command.flag("--force", options.force, "Replace the files of --record")
        .needs(record)
        .excludes(append);
}

Result<RecordFiles> RecordFiles::open(const RecordOptions& options) {
    RecordFiles files;
    for (const auto& path : options.paths) {
        const auto format = record_format(path);
        if (!format)
            return fail(Errc::Usage,
                        fmt::format("--record {}: the name must end in .xgn or .jsonl", path));
        if (!options.append && !options.force)
            TRY_VOID(check_replaceable(path, "--record",
                                       "add --append to add games to it or --force to replace it"));
        const auto mode = options.append ? std::ios::app : std::ios::trunc;
        files.entries_.push_back({path, *format, std::ofstream(path, std::ios::out | mode)});
        TRY_VOID(check_written(files.entries_.back().out, path));
    }
    return files;
}

Result<void> RecordFiles::add(const GameRecord& record) {
    for (auto& [path, format, out] : entries_) {
        TRY(const auto text, record_text(format, record));
        out << text;
        TRY_VOID(check_written(out, path));
    }
    return {};
}

}  // namespace xttt
