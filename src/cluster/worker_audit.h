#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "cluster/status.h"
#include "record/game_record.h"

namespace xttt {

// Compares what each worker reports with what all others report. Orders are handed out as workers
// ask for them, so all of them should see the same mixture of games; one whose results differ by
// more than chance runs on a machine that is too slow or too busy, or reports false results.
class WorkerAudit {
public:
    void add_game(const std::string& worker, const Ending& ending, bool forfeit, bool too_busy);
    // A result that could not be the answer to its order.
    void add_rejected(const std::string& worker);

    // All workers by name. The tests have a level of one in a hundred thousand, so that a correct
    // worker is very rarely suspected.
    std::vector<WorkerFinding> findings() const;

private:
    struct Tally {
        std::array<std::uint64_t, 3> results{};  // x wins, o wins, draw
        std::uint64_t forfeits = 0;
        std::uint64_t busy = 0;
        std::uint64_t rejected = 0;
        std::uint64_t games() const { return results[0] + results[1] + results[2]; }
    };
    static std::string suspicion(const Tally& one, const Tally& others);

    std::map<std::string, Tally> tallies_;
};

}  // namespace xttt
