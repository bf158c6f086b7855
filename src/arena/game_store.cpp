#include "arena/game_store.h"

#include <algorithm>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "referee/game_setup.h"
#include "tournament/store/database.h"

namespace xttt {

Result<Store> open_game_store(const std::string& path, const ArenaSettings& settings) {
    TRY(auto store, Store::open(path));
    // The games of one version are read often.
    TRY(const auto database, Database::open(path, Database::Access::ReadWrite));
    TRY_VOID(
        database->execute("CREATE INDEX IF NOT EXISTS games_by_x ON games(x);"
                          "CREATE INDEX IF NOT EXISTS games_by_o ON games(o);"));
    if (!store.is_new()) return store;
    const auto today = std::chrono::floor<std::chrono::days>(system_now());
    const PlayLimits limits{.move_time = settings.move_time};
    TRY_VOID(store.begin({.name = settings.name,
                          .variant = settings.variant,
                          .seed = 0,
                          .time_control = time_control_text(limits),
                          .config = {},
                          .created = fmt::format("{:%Y-%m-%d}", today),
                          .checksums = {}},
                         {}));
    return store;
}

Result<std::int64_t> last_game(const Store& store) {
    TRY(const auto last,
        store.read().games({.counted_only = false, .limit = 1, .newest_first = true}));
    return last.empty() ? 0 : last.front().id;
}

Result<void> add_entrants(Store& store, const std::vector<Version>& versions,
                          const std::vector<Team>& teams) {
    TRY(auto known, store.read().entrants());
    for (std::size_t i = known.size(); i < versions.size(); ++i) {
        const Version& version = versions[i];
        std::string name = version.file_name;
        if (version.team) {
            const auto team = std::ranges::find(teams, *version.team, &Team::id);
            name = fmt::format("{} v{}", team == teams.end() ? "?" : team->name, version.number);
        }
        // A team may have got the name of another one.
        if (std::ranges::find(known, name, &Entrant::name) != known.end())
            name += fmt::format(" ({})", version.id);
        known.push_back({version.id, name, version.player});
        TRY_VOID(store.add_entrant(known.back()));
    }
    return {};
}

}  // namespace xttt
