#pragma once

#include <atomic>
#include <deque>
#include <functional>
#include <unordered_map>
#include <vector>

#include "store/store.h"
#include "tournament/hall/hall_plan.h"
#include "tournament/hall/watcher.h"
#include "tournament/hall/workforce.h"

namespace xttt {

// How those outside steer a hall while it runs.
struct HallControl {
    // Once: games being played end, no more begin. Twice: return now.
    const std::atomic<int>* interrupts = nullptr;
    std::function<bool()> paused = {};  // asked a few times a second
    // Asked after games were stored: whether what is known is enough, and play can end.
    std::function<bool(const Progress&)> enough = {};
};

enum class HallEnd {
    Finished,     // every game has been played
    Enough,       // the control said so
    Interrupted,  // to be gone on with; nothing is being played
    Stopped,      // to be gone on with; games being played were given up
};

// Runs a tournament: takes games from the schedule, hands them to the workforce, stores what comes
// back, and tells. The store is the only memory: a hall that is opened on it again goes on where
// the last one was, however that one ended.
class Hall {
public:
    Hall(HallPlan plan, Store& store, Workforce& workforce, Watcher& watcher, HallControl control);

    // Fails when games cannot be stored or played any more, or the store holds games of another
    // tournament.
    Result<HallEnd> run();
    const Progress& progress() const { return progress_; }

private:
    Result<void> catch_up();
    Result<void> note_stages();
    Result<void> advance();
    void fill();
    Result<void> take(std::vector<FinishedGame>& finished);
    void take_back();
    void handle_pause();
    void warn_of_busy_host(int games);
    int interrupts() const { return control_.interrupts ? control_.interrupts->load() : 0; }

    HallPlan plan_;
    Store& store_;
    Workforce& workforce_;
    Watcher& watcher_;
    HallControl control_;
    Progress progress_;
    std::size_t stages_noted_ = 0;
    // Tasks given to the workforce, by id.
    struct Given {
        ScheduledGame game;
        int troubles = 0;  // times it could not be played
    };
    std::unordered_map<std::uint64_t, Given> given_;
    std::vector<Given> again_;  // to be given once more after trouble
    std::uint64_t next_id_ = 1;
    bool paused_ = false;
    bool enough_ = false;
    Clock::time_point last_commit_{}, last_look_{}, last_warning_{};
    int busy_since_warning_ = 0;
};

}  // namespace xttt
