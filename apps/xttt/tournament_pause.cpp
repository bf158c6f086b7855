#include <filesystem>
#include <fstream>
#include <iostream>

#include "command_line.h"
#include "tournament/config/tournament_config.h"
#include "tournament/store/store.h"
#include "tournament_commands.h"
#include "tournament_run.h"

namespace xttt {
namespace {

// The store, or the one that a configuration names.
Result<std::string> store_of(const std::string& path) {
    if (!path.ends_with(".toml")) return path;
    const auto config = read_config(path, FileCheck::MayBeMissing);
    if (!config) return std::unexpected(config.error());
    return config->store;
}

Result<void> set_pause(const std::string& path, bool paused, std::ostream& out) {
    const auto store = store_of(path);
    if (!store) return std::unexpected(store.error());
    if (!Store::in_use(*store))
        return fail(Errc::Usage, fmt::format("no tournament is running on {}", *store));
    const std::string file = pause_file(*store);
    if (paused) {
        std::ofstream mark(file);
        if (auto written = check_written(mark, file); !written) return written;
        out << "pausing: games being played will end, no others begin\n";
    } else {
        std::error_code failed;
        if (!std::filesystem::remove(file, failed))
            return fail(Errc::Usage, fmt::format("the tournament of {} is not paused", *store));
        out << "resuming\n";
    }
    return check_written(out, "standard output");
}

}  // namespace

void add_tournament_pause(CLI::App& tournament, int& status) {
    for (const bool paused : {true, false}) {
        auto path = std::make_shared<std::string>();
        auto* command = tournament.add_subcommand(
            paused ? "pause" : "resume", paused ? "Let a running tournament begin no more games"
                                                : "Let a paused tournament go on");
        command->add_option("store", *path, "The tournament's store, or its .toml file")
            ->required();
        command->callback(
            [=, &status] { status = exit_code(set_pause(*path, paused, std::cout)); });
    }
}

}  // namespace xttt
