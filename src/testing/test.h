#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "stats/sprt.h"
#include "stats/spsa.h"
#include "tournament/config/tournament_config.h"
#include "tournament/output/sprt_output.h"

namespace xttt {

// A test as an engine author submits it: an SPRT between a new and an old player, or the tuning of
// one player's options by SPSA. Afterwards only its priority, share and number of games can change.
struct Test {
    int number = 0;  // from 1, in the order of submission
    std::string name;
    std::string submitted;    // date and time
    int priority = 0;         // tests of the highest priority run first
    int share = 100;          // of the games, relative to the other tests of its priority
    TournamentConfig config;  // two entrants, `new` and `old`; of a tuning both are the same player
    SprtBounds bounds;        // unused by a tuning
    std::vector<SpsaParameter> parameters;  // empty: an SPRT
    int iterations = 0;                     // of a tuning

    bool is_tuning() const { return !parameters.empty(); }
};
std::string test_text(const Test& test);
// Fails for a file that test_text() did not write.
Result<Test> parse_test(std::string_view text, int number);

enum class TestStatus {
    Queued,  // not started yet, or its coordinator has ended
    Running,
    Waiting,  // for tests of a higher priority
    Stopped,  // by a person; can be resumed
    Finished,
    Failed,  // cannot be played; `message` says why
};
std::string_view name(TestStatus status);

// The progress of a test; the coordinator writes it about once a second.
struct TestState {
    TestStatus status = TestStatus::Queued;
    std::string message;  // the verdict, or why it failed
    long wins = 0, draws = 0, losses = 0;
    std::array<long, 5> pairs{};  // of an SPRT: with 0, 1/2, ... 2 points
    double llr = 0, lower = 0, upper = 0;
    std::optional<Estimate> elo;
    std::vector<double> values;  // of a tuning: the current parameters
    FaultCounts forfeits;        // of a tuning: of its player
    // For the plot: the number of games, then the LLR or the parameters.
    std::vector<std::vector<double>> history;

    long games() const { return wins + draws + losses; }
    bool ended() const { return status == TestStatus::Finished || status == TestStatus::Failed; }
};
// Whether all games of an SPRT were played without a verdict; more games can continue it.
bool is_undecided(const Test& test, const TestState& state);
std::string state_text(const TestState& state);
Result<TestState> parse_state(std::string_view text);

// A curve of at most a few hundred points, however long the test: when it is full, every second
// point is dropped.
class TestHistory {
public:
    void add(std::vector<double> point);
    // The points, with the latest one.
    std::vector<std::vector<double>> points() const;

private:
    std::vector<std::vector<double>> kept_;
    std::vector<double> latest_;
    std::size_t stride_ = 1, count_ = 0;
};

}  // namespace xttt
