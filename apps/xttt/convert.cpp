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

namespace xttt {
namespace {

struct ConvertOptions {
    std::string input;   // a path, or "-" for standard input
    std::string output;  // a path, or "-" for standard output
    std::string from;    // formats by name; empty: by the ending of the path
    std::string to;
};

Result<void> convert(const GameSource& source, RecordFormat to, std::istream& in,
                     std::ostream& target, const std::string& target_name, std::ostream& log) {
    const auto converted =
        read_games({source}, in, log, [&](const GameRecord& game) -> Result<void> {
            TRY(const auto text, record_text(to, game));
            target << text;
            return target ? Result<void>{} : check_written(target, target_name);
        });
    // A failed write is reported before bad games.
    TRY_VOID(check_written(target, target_name));
    return converted;
}

}  // namespace

Result<void> run_convert(const ConvertOptions& options, std::istream& in, std::ostream& out,
                         std::ostream& log) {
    TRY(const auto from, choose_format(options.from, options.input));
    TRY(const auto to, choose_format(options.to, options.output));
    const GameSource source{options.input, from};
    if (options.output == "-") return convert(source, to, in, out, "standard output", log);

    // Opening the output truncates it, so the input must exist and be another file.
    std::error_code ignored;
    if (options.input != "-" && !std::filesystem::exists(options.input, ignored))
        return fail(Errc::Io, fmt::format("{} does not exist", quote(options.input)));
    if (std::filesystem::equivalent(options.input, options.output, ignored))
        return fail(Errc::Usage, "input and output are the same file");
    std::ofstream file(options.output, std::ios::binary);
    if (!file)
        return fail(Errc::Io, fmt::format("cannot write {}: {}", quote(options.output),
                                          std::strerror(errno)));
    return convert(source, to, in, file, quote(options.output), log);
}

void add_convert(Command& app) {
    auto& command = app.add("convert", "Convert recorded games between .xgn and .jsonl.",
                            {"xttt convert games.jsonl games.xgn",
                             "xttt convert - - --from xgn --to jsonl < games.xgn"});
    auto options = std::make_shared<ConvertOptions>();
    command.option("INPUT-FILE", options->input, "File to read, - for standard input").required();
    command.option("OUTPUT-FILE", options->output, "File to write, - for standard output")
        .required();
    command.group("Formats");
    command.option("--from NAME", options->from, "Format of the input")
        .default_text("by the file name")
        .values = {"xgn", "jsonl"};
    command.option("--to NAME", options->to, "Format of the output")
        .default_text("by the file name")
        .values = {"xgn", "jsonl"};
    command.run([options](Streams io) { return run_convert(*options, io.in, io.out, io.err); });
}

}  // namespace xttt
