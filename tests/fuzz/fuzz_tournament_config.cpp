#include "fuzz.h"
#include "tournament/config/tournament_config.h"
#include "tournament/schedule/schedule.h"

// Any text gives a configuration that can be scheduled, or one line that says what is wrong.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace xttt;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto config = parse_config(text, "fuzz.toml");
    if (!config) {
        fuzz::require(config.error().message.find('\n') == std::string::npos, "one line");
        return 0;
    }
    fuzz::require(config->entrants.size() >= 2, "two entrants");
    fuzz::require(!config->stages.empty(), "a stage");
    fuzz::require(difference(*config, *config).empty(), "no difference from itself");
    int entrants = static_cast<int>(config->entrants.size());
    for (const StagePlan& plan : config->stages) {
        fuzz::require(games_of(plan, entrants) >= 0, "games can be counted");
        if (plan.promote > 0) entrants = plan.promote * plan.pools;
    }
    return 0;
}
