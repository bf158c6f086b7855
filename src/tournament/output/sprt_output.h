#pragma once

#include <cstdint>
#include <ostream>
#include <vector>

#include "stats/sprt.h"
#include "tournament/output/pace.h"
#include "tournament/runner/tournament_listener.h"
#include "tournament/store/store_reader.h"

namespace xttt {

// A sequential test between a new player (entrant 0) and an old one (entrant 1) over pairs of games
// that share an opening, taken in the order of their numbers until they decide. A pair that ends
// early waits for those before it, so that the verdict depends neither on how many games are played
// at a time nor on how long they take.
class PairTest {
public:
    explicit PairTest(SprtBounds bounds) : bounds_(bounds) {}

    // A game of that number ended with that score of the new player.
    void add(int game, double score);
    const SprtState& state() const { return state_; }
    const Pentanomial& pairs() const { return pairs_; }  // those that were taken
    const Trinomial& games() const { return games_; }    // of these pairs

private:
    SprtBounds bounds_;
    std::vector<std::int8_t> half_points_;  // of the new player, by game; -1: not known
    std::size_t next_ = 0;                  // first game of the first pair that was not taken
    Pentanomial pairs_;
    Trinomial games_;
    SprtState state_;
};

// Follows a sequential test and decides when it has ended.
class SprtOutput final : public TournamentListener {
public:
    SprtOutput(std::ostream& out, SprtBounds bounds, bool json)
        : out_(out), bounds_(bounds), json_(json), test_(bounds) {}

    // Games of earlier runs.
    Result<void> take_stored(const StoreReader& store);
    bool decided() const { return test_.state().verdict != SprtVerdict::Undecided; }

    void on_games(std::span<const StoredNews> news, const Progress& progress) override;
    void on_pause(bool paused) override;
    void on_warning(const std::string& text) override;
    void on_stopping(std::size_t games) override;
    void on_end(const Progress& progress) override;

private:
    void tell(bool last);

    std::ostream& out_;
    SprtBounds bounds_;
    bool json_;
    PairTest test_;
    Pace pace_;
    long forfeits_ = 0;
    Clock::time_point last_line_{};
};

}  // namespace xttt
