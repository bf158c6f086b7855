#pragma once

#include <array>
#include <map>
#include <ostream>
#include <string>

#include "stats/sprt.h"
#include "tournament/output/forecast.h"
#include "tournament/runner/progress.h"

namespace xttt {

// The score of a new player (entrant 0) against an old one (entrant 1): 1, 1/2 or 0.
double score_of_new(const StoredGame& game);

// Forfeits by a fault of the new (0) and the old player (1). Adjudicated games do not count.
struct FaultCounts {
    std::map<std::string, std::array<long, 2>> by_reason;
    std::string last;  // evidence of the latest one

    void add(const StoredGame& game);
    void add(int offender, ForfeitReason reason, const std::string& detail);
    long total() const;
    // "12 by crash, 1 by time-limit"; empty if the player forfeited no game.
    std::string text(int player) const;
};

// Reports an SPRT: a line every few seconds and the verdict, as text or JSON.
class SprtOutput final : public TournamentListener {
public:
    // `test` must outlive this.
    SprtOutput(std::ostream& out, const SequentialTest& test, bool json)
        : out_(out), test_(test), json_(json) {}

    // Adds games to the counts of forfeits and replays; on_games() only shows.
    void count(std::span<const StoredGame> games);

    void on_begin(const Progress&) override { rate_.add(0); }
    void on_games(std::span<const StoredGame> games, const Progress& progress) override;
    void on_pause(bool paused) override;
    void on_warning(const std::string& text) override;
    void on_stopping(std::size_t games) override;
    void on_end(const Progress& progress) override;

private:
    void tell(bool last);

    std::ostream& out_;
    const SequentialTest& test_;
    bool json_;
    GameRate rate_;
    FaultCounts faults_;
    long replayed_ = 0;  // games that do not count because their host was too busy
    long busy_ = 0;      // games that count although their host was too busy
    Clock::time_point last_output_{};
};

}  // namespace xttt
