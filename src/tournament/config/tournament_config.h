#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "players/player.h"
#include "tournament/schedule/stage_plan.h"

namespace xttt {

struct EntrantConfig {
    std::string name;
    std::string player;  // its files with their whole path
    bool operator==(const EntrantConfig&) const = default;
};

// What the games may use of the machine that plays them.
struct MachineConfig {
    std::optional<int> jobs;              // games at a time; empty: as many as fit
    std::optional<int> cores;             // empty: all there are
    std::optional<std::uint64_t> memory;  // bytes for all players; empty: most of what there is
    std::uint64_t bot_memory = std::uint64_t{1} << 30;  // bytes for each untrusted player
    bool sandbox = true;
    bool replay_busy = false;  // play again when the host was too busy for a fair clock
};

// A tournament as its file describes it; docs/reference/tournament.md lists the keys.
struct TournamentConfig {
    std::string name;
    const Variant* variant = &kExtreme;
    std::optional<std::uint64_t> seed;  // empty: drawn when the tournament begins
    std::string store;                  // the file games are kept in
    std::vector<EntrantConfig> entrants;
    std::vector<StagePlan> stages;
    PlayLimits limits;
    Milliseconds margin{0};
    Milliseconds start_limit = std::chrono::seconds(10);
    std::string openings;  // a file, or empty
    int opening_plies = 0;
    MachineConfig machine;
};

// Whether the files a configuration names must be there: to play, but not to read results.
enum class FileCheck { MustExist, MayBeMissing };

// Understands the text of a file. `path` is its name: for messages, and as the place that relative
// names in it start from. Errors say line and column, and are Errc::Usage. Whether bots play is for
// others to find out.
Result<TournamentConfig> parse_config(std::string_view text, const std::string& path,
                                      FileCheck files = FileCheck::MustExist);
Result<TournamentConfig> read_config(const std::string& path,
                                     FileCheck files = FileCheck::MustExist);

// A player string with the files it names as absolute paths; relative ones start from `folder`.
Result<std::string> resolve_player(const std::string& player, const std::string& folder,
                                   FileCheck files = FileCheck::MustExist);

// Resolves all players and the openings of a configuration that no file was read for, so that it is
// the same when it is read back from a store.
Result<void> resolve_files(TournamentConfig& config);

// The configuration as a file that gives it again wherever it is read, entrants one by one. What
// belongs to the machine is left out.
std::string config_text(const TournamentConfig& config);

// What differs between two configurations in what decides the games; empty if nothing does. What
// belongs to the machine may change from one run to the next.
std::string difference(const TournamentConfig& before, const TournamentConfig& now);

}  // namespace xttt
