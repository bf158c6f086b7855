#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "engine/search_session.h"
#include "env/game.h"

namespace xttt::python {

// One candidate of an analysis, from the view of the side to move.
struct AnalysisPv {
    std::string move;
    Score score = 0;
    std::vector<std::string> pv;
};

struct Analysis {
    const Variant* variant = nullptr;
    std::string best_move;
    int action = 0;
    int depth = 0;
    int seldepth = 0;
    std::uint64_t nodes = 0;
    double seconds = 0;
    std::vector<AnalysisPv> pvs;  // best first, never empty
};

// An engine for one position after the other, which keeps its tables. Unlike Engine, the caller
// chooses the thread of the search, because a sandboxed bot has only one.
class SyncEngine {
public:
    // In upper or lower case, with or without underscores: "hash", "move_overhead".
    Result<void> set_option(std::string_view name, std::string_view value);
    const EngineOptions& options() const { return options_; }
    void forget() { forget_ = true; }

    // Runs the search; may request a stop meanwhile.
    using Run = std::function<void(const std::function<void()>& search, std::stop_source& stop)>;
    // Analyses a game that is not over.
    Result<Analysis> analyse(const Game& game, const SearchLimits& limits, int multipv,
                             const Run& run);

private:
    Result<void> get_ready(const Variant& variant, const EngineOptions& wanted);

    EngineOptions options_;
    std::shared_ptr<EngineCore> core_;
    EngineOptions configured_;
    std::uint64_t searches_ = 0;
    bool forget_ = false;
};

}  // namespace xttt::python
