#include "tournament_report.h"

#include <filesystem>
#include <fstream>
#include <iostream>

#include "command_line.h"
#include "tournament/report/read_report.h"
#include "tournament/report/report_html.h"
#include "tournament/store/store_reader.h"
#include "tournament_commands.h"

namespace xttt {
namespace {

// Beside the file first, then in its place: a page that is open in a browser stays whole.
Result<void> write_file(const std::string& path, const std::string& text) {
    const std::string part = path + ".part";
    {
        std::ofstream file(part, std::ios::binary);
        file << text;
        if (auto written = check_written(file, path); !written) {
            std::error_code ignored;
            std::filesystem::remove(part, ignored);
            return written;
        }
    }
    std::error_code error;
    std::filesystem::rename(part, path, error);
    if (!error) return {};
    std::error_code ignored;
    std::filesystem::remove(part, ignored);
    return fail(Errc::Io, fmt::format("cannot write {}: {}", path, error.message()));
}

}  // namespace

Result<void> run_tournament_report(const ReportOptions& options, std::ostream& out) {
    std::error_code unequal;
    if (options.output != "-" &&
        std::filesystem::equivalent(options.store, options.output, unequal))
        return fail(Errc::Usage, fmt::format("--output {} is the store itself", options.output));
    const auto store = StoreReader::open(options.store);
    if (!store) return std::unexpected(store.error());
    const auto data = read_report(*store, options.games);
    if (!data) return std::unexpected(data.error());
    const auto html = report_html(*data);
    if (options.output == "-") {
        out << html;
        return check_written(out, "standard output");
    }
    if (auto written = write_file(options.output, html); !written) return written;
    out << fmt::format("{}: {} bots, {} games, {:.1f} MB\n", options.output, data->bots.size(),
                       data->games.size(), static_cast<double>(html.size()) / 1e6);
    return check_written(out, "standard output");
}

void add_tournament_report(CLI::App& tournament, int& status) {
    auto options = std::make_shared<ReportOptions>();
    auto* command = tournament.add_subcommand(
        "report", "Write a tournament as one HTML file, games to replay included");
    command->add_option("store", options->store, "The tournament's store")->required();
    command->add_option("-o,--output", options->output, "File to write; - is standard output")
        ->capture_default_str();
    command
        ->add_option("--games", options->games,
                     "At most so many games can be replayed: forfeits first, then the latest")
        ->check(CLI::Range(0, 100'000'000))
        ->capture_default_str();
    command->callback(
        [=, &status] { status = exit_code(run_tournament_report(*options, std::cout)); });
}

}  // namespace xttt
