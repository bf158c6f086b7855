#include <filesystem>
#include <fstream>

#include "commands.h"
#include "common_options.h"
#include "tournament/config/tournament_config.h"
#include "tournament/store/store.h"
#include "tournament_run.h"

namespace xttt {
namespace {

// The path of the store, given directly or by a configuration.
Result<std::string> store_of(const std::string& path) {
    if (!path.ends_with(".toml")) return path;
    TRY(const auto config, read_config(path, FileCheck::MayBeMissing));
    return config.store;
}

Result<void> set_pause(const std::string& path, bool paused, std::ostream& out) {
    TRY(const auto store, store_of(path));
    if (!Store::in_use(store))
        return fail(Errc::Usage, fmt::format("no tournament is running on {}", store));
    const std::string file = pause_file(store);
    if (paused) {
        std::ofstream mark(file);
        TRY_VOID(check_written(mark, file));
        out << "Pausing: running games finish, no new ones start.\n";
    } else {
        std::error_code failed;
        if (!std::filesystem::remove(file, failed))
            return fail(Errc::Usage, fmt::format("the tournament in {} is not paused", store));
        out << "Resuming.\n";
    }
    return check_written(out, "standard output");
}

}  // namespace

void add_tournament_pause(Command& tournament) {
    for (const bool paused : {true, false}) {
        auto& command =
            paused
                ? tournament.add("pause", "Pause a running tournament after its current games.",
                                 {"xttt tournament pause cup.db", "xttt tournament pause cup.toml"})
                : tournament.add(
                      "resume", "Resume a paused tournament.",
                      {"xttt tournament resume cup.db", "xttt tournament resume cup.toml"});
        auto path = std::make_shared<std::string>();
        command.option("STORE-FILE", *path, "Store of the tournament, or its .toml file")
            .required();
        command.run([path, paused](Streams io) { return set_pause(*path, paused, io.out); });
    }
}

}  // namespace xttt
