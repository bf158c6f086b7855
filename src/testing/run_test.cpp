#include "testing/run_test.h"

#include <algorithm>
#include <cstdint>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <utility>

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/count_text.h"
#include "base/file.h"
#include "base/text.h"
#include "players/player_spec.h"
#include "tournament/output/sprt_output.h"
#include "tournament/runner/tournament_runner.h"

namespace xttt {
namespace {

using namespace std::chrono_literals;
constexpr auto kBetweenStates = 1s;
constexpr auto kTick = 100ms;

// An executor whose unfinished games are limited by the share of the test.
class SlotLimit final : public GameExecutor {
public:
    SlotLimit(GameExecutor& inner, const TestControl& control) : inner_(inner), control_(control) {}

    std::size_t free_slots() const override {
        const std::size_t slots = control_.slots, used = inner_.unfinished();
        return slots > used ? std::min(slots - used, inner_.free_slots()) : 0;
    }
    void submit(GameTask task) override { inner_.submit(std::move(task)); }
    Result<void> collect(std::vector<FinishedGame>& finished, Deadline until) override {
        return inner_.collect(finished, until);
    }
    void stored(std::span<const std::uint64_t> ids) override { inner_.stored(ids); }
    std::size_t unfinished() const override { return inner_.unfinished(); }
    std::vector<std::uint64_t> cancel_pending() override { return inner_.cancel_pending(); }
    void stop() override { inner_.stop(); }
    std::string description() const override { return inner_.description(); }

private:
    GameExecutor& inner_;
    const TestControl& control_;
};

// Publishes the state of a running test, and its warnings.
class Publisher final : public TournamentListener {
public:
    Publisher(const Test& test, const TestFolder& folder, const TestControl& control,
              const std::function<void(const std::string&)>& log)
        : test_(test), folder_(folder), control_(control), log_(log) {}

    // Fills in the counts before each publication.
    std::function<void(TestState&)> fill = [](TestState&) {};

    void on_tick(const Progress&) override { tick(); }
    // A warning stays until the next one, so its time is shown.
    void on_warning(const std::string& text) override {
        message_ = fmt::format("{:%H:%M} {}", fmt::localtime(std::time(nullptr)), text);
        if (log_) log_(text);
    }
    // The executor; an error of it does not end the test.
    Result<RunExecutor> opened(const MakeTestExecutor& make) {
        auto made = make(test_, [this](const std::string& text) { on_warning(text); });
        has_executor_ = made.has_value();
        return made;
    }
    bool has_executor() const { return has_executor_; }
    void tick() {
        if (Clock::now() < next_) return;
        next_ = Clock::now() + kBetweenStates;
        publish(control_.slots > 0 ? TestStatus::Running : TestStatus::Waiting, message_);
    }
    void publish(TestStatus status, const std::string& message) {
        TestState state{.status = status, .message = message};
        fill(state);
        (void)folder_.set_state(test_.number, state);  // the next one may succeed
    }

private:
    const Test& test_;
    const TestFolder& folder_;
    const TestControl& control_;
    const std::function<void(const std::string&)>& log_;
    std::string message_;
    bool has_executor_ = true;
    Clock::time_point next_{};
};

void count(TestState& state, const Trinomial& games) {
    state.wins = games.wins;
    state.draws = games.draws;
    state.losses = games.losses;
}

class SprtRun {
public:
    SprtRun(const Test& test, TestControl& control, Publisher& publisher)
        : test_(test), control_(control), publisher_(publisher), sequential_(test.bounds) {
        publisher.fill = [this](TestState& state) {
            count(state, sequential_.games());
            state.pairs = sequential_.pairs().pairs;
            state.llr = sequential_.state().llr;
            state.lower = test_.bounds.lower();
            state.upper = test_.bounds.upper();
            state.elo = elo_difference(sequential_.pairs());
            state.forfeits = faults_;
            state.history = history_.points();
        };
    }

    Result<RunEnd> run(const MakeTestExecutor& make) {
        TRY(auto store, Store::open(test_.config.store));
        TRY(const auto seed, open_tournament(store, test_.config, StageGames::MayGrow));
        TRY(auto plan, plan_tournament(test_.config, seed));
        plan.replay_busy = true;
        TRY(auto executor, publisher_.opened(make));
        SlotLimit limited(*executor.executor, control_);
        TournamentRunner runner(
            std::move(plan), store, limited, publisher_,
            {.interrupts = &control_.interrupts,
             .decided = [&](std::span<const StoredGame> games) { return add(games); }});
        const auto end = runner.run();
        if (end && (*end == RunEnd::Finished || *end == RunEnd::Decided)) executor.conclude();
        return end;
    }
    std::string_view verdict() const {
        switch (sequential_.state().verdict) {
            case SprtVerdict::AcceptH0:
                return "H0 accepted";
            case SprtVerdict::AcceptH1:
                return "H1 accepted";
            case SprtVerdict::Undecided:
                return "undecided";
        }
        std::unreachable();
    }

private:
    bool add(std::span<const StoredGame> games) {
        for (const StoredGame& game : games) {
            const long before = sequential_.games().games();
            if (game.counts) sequential_.add(game.place->game, score_of_new(game));
            faults_.add(game);
            const long after = sequential_.games().games();
            if (after > before) history_.add({static_cast<double>(after), sequential_.state().llr});
        }
        return sequential_.decided();
    }

    const Test& test_;
    TestControl& control_;
    Publisher& publisher_;
    SequentialTest sequential_;
    FaultCounts faults_;
    TestHistory history_;
};

// The results of iterations, a line each, in the order in which they ended: all that is needed to
// resume a tuning.
class IterationLog {
public:
    explicit IterationLog(std::string path) : path_(std::move(path)) {}

    struct Entry {
        int iteration = 0;
        std::array<int, 3> games{};  // won, drawn and lost by the plus player
    };
    // Lines that are no results of this tuning are left out: after a crash a line may be
    // incomplete.
    Result<std::vector<Entry>> read(int iterations) {
        std::vector<Entry> entries;
        std::error_code failed;
        if (!std::filesystem::exists(path_, failed) && !failed) return entries;  // a new test
        TRY(const auto text, read_input_file(path_));
        cut_ = !text.empty() && !text.ends_with('\n');
        for (const std::string_view text_line : split(text, '\n'))
            if (const auto entry = parse(text_line, iterations)) entries.push_back(*entry);
        return entries;
    }
    Result<void> add(const Entry& entry) {
        std::ofstream out(path_, std::ios::app);
        out << fmt::format("{}[{},{},{},{}]\n", std::exchange(cut_, false) ? "\n" : "",
                           entry.iteration, entry.games[0], entry.games[1], entry.games[2]);
        out.close();
        if (!out) return fail(Errc::Io, fmt::format("cannot write {}", quote(path_)));
        return {};
    }

private:
    static std::optional<Entry> parse(std::string_view text_line, int iterations) {
        const auto json = nlohmann::json::parse(text_line, nullptr, false);
        if (!json.is_array() || json.size() != 4 ||
            !std::ranges::all_of(json, [](const auto& n) { return n.is_number_unsigned(); }))
            return std::nullopt;
        const auto row = json.get<std::array<std::uint64_t, 4>>();
        const auto fits = [](std::uint64_t games) { return games <= 2; };
        if (row[0] >= static_cast<std::uint64_t>(iterations) ||
            !std::all_of(row.begin() + 1, row.end(), fits) || row[1] + row[2] + row[3] != 2)
            return std::nullopt;
        const auto number = [&](std::size_t i) { return static_cast<int>(row[i]); };
        return Entry{number(0), {number(1), number(2), number(3)}};
    }

    std::string path_;
    bool cut_ = false;  // the last text line has no line end
};

// The player with these values of its parameters.
Result<std::string> with_values(const std::string& player, const Spsa& spsa,
                                const std::vector<double>& values) {
    TRY(const auto parsed, parse_player(player));
    const auto* program = std::get_if<UgiSpec>(&parsed.kind);
    if (program == nullptr)
        return fail(Errc::Usage, "only options of ugi: and sandbox: programs can be tuned");
    UgiSpec spec = *program;
    for (std::size_t i = 0; i < values.size(); ++i)
        spec.options.push_back({spsa.parameters()[i].name, fmt::format("{}", values[i])});
    return ugi_player_text(spec);
}

// Plays the iterations of a tuning: game 2k and 2k + 1 are iteration k, with sides swapped.
class Tuning {
public:
    Tuning(const Test& test, const TestFolder& folder, TestControl& control, Publisher& publisher)
        : test_(test),
          log_(folder.file(test.number, "iterations.jsonl")),
          control_(control),
          publisher_(publisher),
          spsa_(test.parameters, test.iterations, test.config.seed.value_or(0)),
          faults_(folder.state(test.number).forfeits) {
        publisher.fill = [this](TestState& state) {
            count(state, games_);
            state.forfeits = faults_;
            state.values = spsa_.values();
            state.history = history_.points();
        };
        history_.add(point());
    }

    Result<RunEnd> run(const MakeTestExecutor& make) {
        TRY(plan_, plan_tournament(test_.config, test_.config.seed.value_or(0)));
        TRY(const auto known, log_.read(test_.iterations));
        for (const auto& entry : known)
            if (done_.insert(entry.iteration).second) take(entry);
        TRY(auto executor, publisher_.opened(make));
        SlotLimit limited(*executor.executor, control_);
        TRY_VOID(play(limited));
        if (!finished()) return RunEnd::Interrupted;
        executor.conclude();
        return RunEnd::Finished;
    }

private:
    struct Iteration {
        std::array<std::string, 2> players;  // plus and minus
        std::vector<double> scores;          // of the plus player
        std::vector<std::uint64_t> ids;
        std::vector<Forfeit> forfeits;
        int failures = 0;
        std::array<int, 2> replays{};  // of each game, because of a busy host
    };

    bool finished() const { return done_.size() == static_cast<std::size_t>(test_.iterations); }
    std::vector<double> point() const {
        std::vector<double> all{static_cast<double>(games_.games())};
        all.insert(all.end(), spsa_.values().begin(), spsa_.values().end());
        return all;
    }
    void take(const IterationLog::Entry& entry) {
        for (int i = 0; i < 3; ++i)
            for (int n = 0; n < entry.games[static_cast<std::size_t>(i)]; ++n)
                games_.add(i == 0 ? 1 : i == 1 ? 0.5 : 0);
        spsa_.update(entry.iteration, entry.games[0] - entry.games[2]);
        history_.add(point());
    }
    void submit(GameExecutor& executor, int k, int game, const Iteration& iteration) {
        const bool plus_is_x = game == 0;
        GameTask task = plan_.task(
            {.place = {.game = 2 * k + game}, .entrants = {plus_is_x ? 0 : 1, plus_is_x ? 1 : 0}},
            static_cast<std::uint64_t>(2 * k + game));
        for (const std::size_t side : {0u, 1u}) {
            const std::size_t player = (side == 0) == plus_is_x ? 0 : 1;
            task.players[side] = std::make_shared<const Entrant>(static_cast<int>(player),
                                                                 player == 0 ? "plus" : "minus",
                                                                 iteration.players[player]);
        }
        executor.submit(std::move(task));
    }
    // When the tuning stops, its next run plays the whole iteration.
    void submit_again(GameExecutor& executor, int k, int game, const Iteration& iteration) {
        if (control_.interrupts == 0) submit(executor, k, game, iteration);
    }
    Result<void> begin(GameExecutor& executor, int k) {
        Iteration& iteration = running_[k];
        for (const bool plus : {true, false}) {
            TRY(iteration.players[plus ? 0 : 1],
                with_values(test_.config.entrants[0].player, spsa_, spsa_.candidate(k, plus)));
        }
        for (const int game : {0, 1}) submit(executor, k, game, iteration);
        return {};
    }
    Result<void> take_game(GameExecutor& executor, FinishedGame& game) {
        const int k = static_cast<int>(game.id / 2), number = static_cast<int>(game.id % 2);
        Iteration& iteration = running_.at(k);
        if (!game.game) {
            constexpr int kMostFailures = 3;
            if (++iteration.failures >= kMostFailures)
                return fail(Errc::Process, "a game cannot be played: " + game.game.error().message);
            submit_again(executor, k, number, iteration);
            return {};
        }
        int& replays = iteration.replays[game.id % 2];
        if (game.game->host.too_busy && replays < kMaxReplays) {
            ++replays;
            publisher_.on_warning(
                fmt::format("the host was too busy for a fair clock in {}; replaying",
                            count_text(++replays_, "game")));
            executor.stored(std::array{game.id});
            submit_again(executor, k, number, iteration);
            return {};
        }
        if (const auto& forfeit = game.game->record.forfeit;
            forfeit && forfeit->reason != ForfeitReason::Resignation)
            iteration.forfeits.push_back(*forfeit);
        const auto winner = game.game->ending.rated_winner();
        const Side plus = number == 0 ? Side::X : Side::O;
        iteration.scores.push_back(!winner ? 0.5 : *winner == plus ? 1 : 0);
        iteration.ids.push_back(game.id);
        if (iteration.scores.size() < 2) return {};
        IterationLog::Entry entry{k};
        for (const double score : iteration.scores)
            ++entry.games[score == 1 ? 0 : score == 0.5 ? 1 : 2];
        TRY_VOID(log_.add(entry));
        // Games of an iteration that is not logged are played again.
        for (const Forfeit& forfeit : iteration.forfeits)
            faults_.add(0, forfeit.reason, forfeit.detail);
        executor.stored(iteration.ids);
        done_.insert(k);
        take(entry);
        running_.erase(k);
        return {};
    }
    Result<void> play(GameExecutor& executor) {
        int next = 0;
        bool stopping = false;
        std::vector<FinishedGame> finished_games;
        for (;;) {
            if (control_.interrupts > 1) {
                executor.stop();
                return {};
            }
            // Without workers, games that have not started would never end.
            if (control_.interrupts > 0 && !std::exchange(stopping, true))
                (void)executor.cancel_pending();
            while (control_.interrupts == 0 && executor.free_slots() >= 2 &&
                   next < test_.iterations) {
                if (!done_.contains(next)) TRY_VOID(begin(executor, next));
                ++next;
            }
            if (executor.unfinished() == 0 && (finished() || control_.interrupts > 0)) return {};
            TRY_VOID(executor.collect(finished_games, after(kTick)));
            for (FinishedGame& game : finished_games) TRY_VOID(take_game(executor, game));
            finished_games.clear();
            publisher_.tick();
        }
    }

    const Test& test_;
    IterationLog log_;
    TestControl& control_;
    Publisher& publisher_;
    Spsa spsa_;
    TournamentPlan plan_;
    Trinomial games_;
    FaultCounts faults_;
    TestHistory history_;
    std::set<int> done_;
    std::map<int, Iteration> running_;
    std::size_t replays_ = 0;  // games replayed because of a busy host
};

}  // namespace

void run_test(const Test& test, const TestFolder& folder, const MakeTestExecutor& make,
              TestControl& control, const std::function<void(const std::string&)>& log) {
    Publisher publisher(test, folder, control, log);
    std::optional<Tuning> tuning;
    std::optional<SprtRun> sprt;
    if (test.is_tuning())
        tuning.emplace(test, folder, control, publisher);
    else
        sprt.emplace(test, control, publisher);
    const auto end = tuning ? tuning->run(make) : sprt->run(make);
    if (!end)
        publisher.publish(publisher.has_executor() ? TestStatus::Failed : TestStatus::Queued,
                          end.error().message);
    else if (*end == RunEnd::Finished || *end == RunEnd::Decided)
        publisher.publish(TestStatus::Finished,
                          tuning ? "all iterations played" : std::string(sprt->verdict()));
    else
        publisher.publish(
            folder.stop_requested(test.number) ? TestStatus::Stopped : TestStatus::Queued, "");
}

}  // namespace xttt
