#pragma once

#include <memory>
#include <optional>

#include "engine/core.h"
#include "engine/options.h"
#include "players/player.h"

namespace xttt {

// The settings of an engine player.
struct EngineSetup {
    // Variant and seed are those of each game; see own_seed. The move overhead allows for delays of
    // some milliseconds on a machine that plays several games.
    EngineOptions options{.move_overhead_ms = 10};
    std::optional<int> own_seed;
    // In addition to the limits of the game.
    std::optional<Milliseconds> move_time;
    std::optional<int> depth;
    std::optional<std::uint64_t> nodes;
};

// The built-in engine; searches in the calling thread.
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
