#include <filesystem>
#include <ostream>

#include "base/file.h"
#include "commands.h"
#include "common_options.h"
#include "tournament/report/report_data.h"
#include "tournament/report/report_html.h"
#include "tournament/store/store_reader.h"

namespace xttt {
namespace {

struct ReportOptions {
    std::string store;
    std::string output = "report.html";  // "-": standard output
    std::size_t games = 5'000;           // number of games to replay
};

}  // namespace

Result<void> run_tournament_report(const ReportOptions& options, std::ostream& out) {
    std::error_code unequal;
    if (options.output != "-" &&
        std::filesystem::equivalent(options.store, options.output, unequal))
        return fail(Errc::Usage, fmt::format("--output {} is the store itself", options.output));
    TRY(const auto store, StoreReader::open(options.store));
    TRY(const auto data, read_report(store, options.games));
    TRY(const auto bundle, embedded_report_bundle());
    const auto html = report_html(data, bundle);
    if (options.output == "-") {
        out << html;
        return check_written(out, "standard output");
    }
    TRY_VOID(replace_file(options.output, options.output + ".part", html));
    out << fmt::format("{}: {} bots, {} games, {:.1f} MB\n", options.output, data.bots.size(),
                       data.games.size(), static_cast<double>(html.size()) / 1e6);
    return check_written(out, "standard output");
}

void add_tournament_report(Command& tournament) {
    auto& command = tournament.add(
        "report", "Write a tournament as one HTML file, with games to replay.",
        {"xttt tournament report cup.db", "xttt tournament report cup.db -o cup.html --games 500"});
    auto options = std::make_shared<ReportOptions>();
    command.option("STORE-FILE", options->store, "Store of the tournament").required();
    command.group("Output");
    command.option("-o,--output FILE", options->output, "File to write; - for standard output");
    command
        .option("--games N", options->games,
                "Maximum number of games to replay: forfeits first, then the latest")
        .range(0, 100'000'000);
    command.run([options](Streams io) { return run_tournament_report(*options, io.out); });
}

}  // namespace xttt
