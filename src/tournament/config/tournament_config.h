#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "players/player.h"
#include "referee/adjudication.h"
#include "tournament/schedule/stage_plan.h"

namespace xttt {

struct EntrantConfig {
    std::string name;
    std::string player;  // with absolute paths
    bool operator==(const EntrantConfig&) const = default;
};

// The resources of this machine that the games may use.
struct MachineConfig {
    std::optional<int> jobs;              // concurrent games; empty: as many as fit
    std::optional<int> cores;             // empty: all cores
    std::vector<int> cpus = {};           // the cores to use; empty: any
    std::optional<std::uint64_t> memory;  // bytes for all players; empty: most of the memory
    std::uint64_t bot_memory = std::uint64_t{1} << 30;  // bytes per untrusted player
    bool sandbox = true;
    bool replay_busy = false;  // replay games on a host that was too busy for a fair clock
    // Folder for the output of bots; empty: none. Not set: next to the store.
    std::optional<std::string> bot_logs;
    std::string python2;  // Python 2.7 for python2: bots; empty: what find_python2 finds
};

// A tournament configuration; docs/reference/tournament.md lists the keys.
struct TournamentConfig {
    std::string name;
    const Variant* variant = &kExtreme;
    std::optional<std::uint64_t> seed;  // empty: random
    std::string store;                  // the SQLite file of the games
    std::vector<EntrantConfig> entrants;
    std::vector<StagePlan> stages;
    PlayLimits limits;
    Milliseconds margin{0};
    Adjudication adjudication;
    bool record_pv = false;  // as in GameSetup
    Milliseconds start_limit = std::chrono::seconds(10);
    std::string openings;  // a file, or empty
    bool shuffle_openings = false;
    int opening_start = 1;  // number of the first one used
    int opening_plies = 0;  // of each opening of the file, 0: all; without a file: random moves
    MachineConfig machine;
    // Warnings for the user, such as files that are not bots.
    std::vector<std::string> notes;
};

// Whether the files that a configuration names must exist: yes to play, no to read results.
enum class FileCheck { MustExist, MayBeMissing };

// Parses the text of a configuration file. `path` is its name, for messages and as the base of
// relative paths. Errors contain line and column, and are Errc::Usage. Does not start the players.
Result<TournamentConfig> parse_config(std::string_view text, const std::string& path,
                                      FileCheck files = FileCheck::MustExist);
Result<TournamentConfig> read_config(const std::string& path,
                                     FileCheck files = FileCheck::MustExist);

// Parses a list of CPUs as taskset does, "0-3,6", in this order and each once.
Result<std::vector<int>> parse_cpu_list(std::string_view text);

// A player string with absolute paths; relative ones are resolved against `folder`.
Result<std::string> resolve_player(const std::string& player, const std::string& folder,
                                   FileCheck files = FileCheck::MustExist);

// Resolves the paths of a configuration that was not read from a file, so that it stays the same
// when it is read back from a store.
Result<void> resolve_files(TournamentConfig& config);

// The files of all entrants, as far as they are known.
std::vector<std::string> files_of_entrants(const TournamentConfig& config);

// The configuration as text that parses to the same tournament anywhere, with one table per
// entrant. Without the machine settings.
std::string config_text(const TournamentConfig& config);

// The first difference between two configurations that affects the games; empty if there is none.
// Machine settings may change between runs.
std::string difference(const TournamentConfig& before, const TournamentConfig& now);

}  // namespace xttt
