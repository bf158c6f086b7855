#pragma once

#include <memory>
#include <optional>

#include "engine/core.h"
#include "engine/options.h"
#include "players/player.h"

namespace xttt {

// What an engine player is built from.
struct EngineSetup {
    // Its variant and seed are those of each game; see own_seed. A machine that plays other games
    // beside this one may hold its thread back for some milliseconds.
    EngineOptions options{.move_overhead_ms = 10};
    std::optional<int> own_seed;
    // Besides the limits of the game: whatever is reached first ends the search.
    std::optional<Milliseconds> move_time;
    std::optional<int> depth;
    std::optional<std::uint64_t> nodes;
};

// Our own engine, thinking in the thread that asks it.
class EnginePlayer final : public Player {
public:
    static Result<std::unique_ptr<EnginePlayer>> make(EngineSetup setup, const Variant& variant);

    std::optional<Failure> start_game(const GameInfo& game, Deadline until) override;
    Reply choose(const Turn& turn, Deadline until) override;

private:
    EnginePlayer(EngineSetup setup, std::shared_ptr<EngineCore> core)
        : setup_(std::move(setup)), core_(std::move(core)) {}
    SearchLimits limits_of(const Turn& turn) const;

    EngineSetup setup_;
    std::shared_ptr<EngineCore> core_;
};

}  // namespace xttt
