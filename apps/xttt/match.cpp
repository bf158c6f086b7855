#include "tournament/runner/match.h"

#include <cstdint>
#include <fstream>
#include <functional>
#include <mutex>
#include <ostream>
#include <random>
#include <string>
#include <thread>
#include <utility>

#include <nlohmann/json.hpp>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/text.h"
#include "commands.h"
#include "common_options.h"
#include "game_files.h"
#include "interrupts.h"
#include "match_monitor.h"
#include "referee/json_events.h"
#include "referee/listener_group.h"
#include "referee/match_score.h"
#include "tournament/runner/local_executor.h"

namespace xttt {
namespace {

struct MatchOptions {
    std::string x, o;  // player strings: x begins the first game
    std::string variant = std::string(kVariants.front()->name);
    int games = 10;
    int jobs = 1;
    std::vector<int> cpus;  // empty: games share all
    std::optional<std::uint64_t> seed;
    LimitOptions limits;
    SandboxOptions sandbox;
    OpeningOptions openings;
    AdjudicationOptions adjudication;
    RecordOptions record;
    bool record_pv = false;
    std::string event;
    std::string bot_logs;  // a folder; empty: none
    ProtocolLogOptions protocol;
    bool json = false;
    bool quiet = false;
};

// Whether a player tends to play the same game from the same start. Course bots and sandboxed
// programs start from the empty board, as in a course.
bool plays_alike(const PlayerSpec& spec) {
    if (const auto* random = std::get_if<RandomSpec>(&spec.kind)) return random->seed.has_value();
    if (const auto* program = std::get_if<UgiSpec>(&spec.kind)) return !program->sandboxed;
    return std::holds_alternative<EngineSetup>(spec.kind);
}

Result<MatchPlan> plan_of(const MatchOptions& options) {
    MatchPlan plan{.games = options.games};
    TRY(const auto variant, find_variant(options.variant));
    plan.variant = variant;
    TRY(const auto limits, limits_of(options.limits, *variant));
    bool repeats = true;
    for (const int who : {0, 1}) {
        TRY(auto spec, parse_player(who == 0 ? options.x : options.o));
        repeats = repeats && plays_alike(spec);
        if (std::holds_alternative<HumanSpec>(spec.kind))
            return fail(Errc::Usage,
                        "a human cannot play a match; use 'xttt play' or 'xttt simulate'");
        plan.players[who] = spec.text;
        plan.names[who] = display_name(spec);
        plan.limits[who] = limits_of(spec, limits);
    }
    plan.margin = options.limits.margin;
    plan.start_limit = options.limits.start_time;
    plan.adjudication = options.adjudication.adjudication();
    plan.record_pv = options.record_pv;
    const auto environment = player_environment(options.sandbox);
    plan.conditions = {.memory_limit = environment.memory_limit,
                       .trust_all = environment.trust_all};
    plan.seed = options.seed.value_or(std::random_device{}());
    plan.random_plies = options.openings.plies.value_or(
        repeats && options.games > 2 && options.openings.file.empty() ? kVariedPlies : 0);
    plan.bot_logs = options.bot_logs;
    plan.log_protocol = !options.protocol.file.empty();
    plan.tags = {{"Date", today()}};
    if (!options.event.empty()) plan.tags["Event"] = options.event;
    if (!options.openings.file.empty()) {
        TRY(plan.openings, read_openings(options.openings.file, *variant));
        TRY_VOID(select_openings(plan.openings, options.openings.selection(), plan.seed));
    }
    return plan;
}

// Fails now if a player cannot play, instead of forfeiting every game. Calls `on_note` with remarks
// about course bots.
Result<void> check_players(const MatchPlan& plan,
                           std::function<void(const PlayerSpec&, const std::string&)> on_note) {
    std::array<PlayerSpec, 2> specs;
    for (const std::size_t i : {0u, 1u}) {
        TRY(specs[i], parse_player(plan.players[i]));
    }
    TRY_VOID(make_players(specs, *plan.variant,
                          {.trust_all = plan.conditions.trust_all,
                           .memory_limit = plan.conditions.memory_limit,
                           .on_note = std::move(on_note),
                           .handshake_timeout = plan.start_limit}));
    return {};
}

// Without --cpus the games share all CPUs.
Result<ConcurrencyPlan> concurrency_of(const MatchOptions& options, const MatchPlan& plan) {
    const int jobs = std::min(options.jobs, options.games);
    if (options.cpus.empty()) return unpinned(jobs);
    std::array<PlayerSpec, 2> specs;
    for (const std::size_t i : {0u, 1u}) {
        TRY(specs[i], parse_player(plan.players[i]));
    }
    return plan_concurrency({.jobs = jobs, .cpus = options.cpus},
                            game_requirements(specs, plan.conditions.memory_limit), this_machine());
}

std::string score_json(const MatchScore& score, const MatchPlan& plan) {
    nlohmann::ordered_json json{{"event", "score"}, {"games", score.games()}};
    json["players"] = {plan.name(0), plan.name(1)};
    json["seed"] = plan.seed;
    json["wins"] = score.results().wins;
    json["draws"] = score.results().draws;
    json["losses"] = score.results().losses;
    if (score.pairs().count() > 0) json["pairs"] = score.pairs().counts();
    json["points"] = {score.points(0), score.points(1)};
    if (const auto share = score.share())
        json["share"] = {{"value", share->value}, {"low", share->low}, {"high", share->high}};
    if (const auto elo = score.elo())
        json["elo"] = {{"value", elo->value}, {"low", elo->low}, {"high", elo->high}};
    if (const auto elo = score.normalized())
        json["normalized_elo"] = {{"value", elo->value}, {"low", elo->low}, {"high", elo->high}};
    if (score.games() > 0) json["los"] = score.likelihood_of_superiority();
    if (score.repeated() > 0) json["repeated"] = score.repeated();
    if (score.adjudicated() > 0) json["adjudicated"] = score.adjudicated();
    if (score.busy() > 0) json["too_busy"] = score.busy();
    auto& forfeits = json["forfeits"] = nlohmann::ordered_json::object();
    for (const auto& [reason, counts] : score.forfeits()) forfeits[name(reason)] = counts;
    return json.dump() + "\n";
}

// Number of games between two running scores, of which there are about twenty in total. Whole
// pairs: the share comes from them.
int report_interval(const MatchPlan& plan) {
    const int interval = std::max(1, plan.games / 20);
    return plan.paired() ? interval + interval % 2 : interval;
}

// A text line on a terminal that is redrawn in place.
class LiveText {
public:
    LiveText(std::ostream& log, bool on) : log_(log), on_(on) {}
    bool is_on() const { return on_; }
    ~LiveText() { clear(); }
    template <class F>
    void show(F&& text) {
        const auto now = Clock::now();
        if (!on_ || now < next_) return;
        next_ = now + std::chrono::milliseconds(250);
        winsize size{};
        const bool known = ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1;
        const std::string text_line = text();
        if (text_line.empty()) return clear();
        log_ << "\r\x1b[K" << text_line.substr(0, known ? size.ws_col - 1u : 79u) << std::flush;
        shown_ = true;
    }
    void clear() {
        if (std::exchange(shown_, false)) log_ << "\r\x1b[K" << std::flush;
    }

private:
    std::ostream& log_;
    bool on_;
    bool shown_ = false;
    Clock::time_point next_ = Clock::now() + std::chrono::milliseconds(500);
};

std::string live_text(const std::string& running, const MatchScore& score) {
    if (running.empty()) return {};
    const Trinomial& results = score.results();
    return fmt::format("{}; score +{} ={} -{}", running, results.wins, results.draws,
                       results.losses);
}

// Plays a match. Writes the running and final score to `out`, or with json the events. Returns the
// exit code: 130 after Ctrl-C, which still writes the score of the games played.
Result<int> run_match(const MatchOptions& options, std::ostream& out, std::ostream& log) {
    TRY(auto plan, plan_of(options));
    TRY_VOID(check_players(plan, [&](const PlayerSpec& player, const std::string& note) {
        if (options.json)
            out << nlohmann::ordered_json{{"event", "note"},
                                          {"player", to_utf8(player.text)},
                                          {"text", to_utf8(note)}}
                       .dump()
                << '\n';
        else if (!options.quiet)
            out << fmt::format("note: {}: {}\n",
                               terminal_safe(short_player_name(display_name(player))),
                               terminal_safe(note));
    }));
    if (plan.random_plies > 0 && !options.openings.plies && !options.quiet && !options.json)
        out << fmt::format(
            "openings: {} random moves for each pair of games, so that games differ (change with "
            "--opening-plies or --openings)\n",
            plan.random_plies);
    TRY(const auto concurrency, concurrency_of(options, plan));
    if (!concurrency.warning.empty()) log << "warning: " << concurrency.warning << '\n';
    TRY(auto files, RecordFiles::open(options.record));
    TRY(const auto protocol, open_protocol_log(options.protocol));

    std::mutex writing;
    LiveText live(log, !options.quiet && !options.json && ::isatty(STDERR_FILENO) == 1);
    const auto write = [&](const std::string& text_line) {
        const std::lock_guard lock(writing);
        live.clear();
        out << text_line << std::flush;
    };
    MatchMonitor monitor(options.json ? std::function<void(const std::string&)>() : write);
    const MakeListener listen = [&](const GameTask& task) -> std::unique_ptr<GameListener> {
        auto group = std::make_unique<ListenerGroup>();
        if (options.json)
            group->add(std::make_unique<JsonEvents>(static_cast<int>(task.id) + 1, write));
        group->add(monitor.listen(task));
        if (protocol) group->add(protocol->listen(task));
        return group;
    };

    MatchScore score(plan.paired());
    const auto write_score = [&] {
        const std::lock_guard lock(writing);
        live.clear();
        if (options.json)
            out << score_json(score, plan);
        else
            out << final_text(score, {plan.name(0), plan.name(1)})
                << fmt::format("seed: {}\n", plan.seed);
    };
    const InterruptGuard guard;
    std::mutex recording;
    const auto take = [&](int game, const PlayedGame& played) -> Result<void> {
        {
            const std::lock_guard lock(writing);
            score.add(played, plan.side_of_first(game));
        }
        {
            const std::lock_guard lock(recording);
            TRY_VOID(files.add(played.record));
        }
        const bool report = !options.quiet && !options.json && game + 1 < plan.games &&
                            (game + 1) % report_interval(plan) == 0;
        if (report) write(running_text(score) + "\n");
        out.flush();
        return {};
    };
    // The first Ctrl-C lets the running games finish. The second one ends the program and records
    // their moves so far.
    const auto watch = watch_interrupts(
        guard,
        [&] {
            const std::lock_guard lock(writing);
            live.clear();
            log << "Finishing running games. Press Ctrl-C again to stop now.\n" << std::flush;
        },
        [&] {
            {
                const std::lock_guard lock(recording);
                for (const GameRecord& record : monitor.unfinished()) (void)files.add(record);
            }
            if (protocol) protocol->add_unfinished();
            write_score();
            out.flush();
            std::_Exit(130);
        });
    const std::jthread redraw([&](const std::stop_token& done) {
        while (live.is_on() && !done.stop_requested()) {
            {
                const std::lock_guard lock(writing);
                live.show([&] { return live_text(monitor.text(), score); });
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
        }
    });
    LocalExecutor executor(concurrency, nullptr, listen);
    TRY_VOID(play_match(plan, executor, take, &guard.count()));
    write_score();
    if (protocol) TRY_VOID(protocol->written());
    TRY_VOID(check_written(out, "standard output"));
    return guard.count() > 0 && score.games() < plan.games ? 130 : 0;
}

}  // namespace

void add_match(Command& app) {
    auto& command =
        app.add("match", "Play games between two players and report the score.",
                {"xttt match --x engine:greedy --o random --games 20",
                 "xttt match --x engine --o python:team33.py --variant double --record games.xgn"});
    auto options = std::make_shared<MatchOptions>();
    command.group("Match");
    command.option("--x PLAYER", options->x, "Player that starts the first game").required();
    command.option("--o PLAYER", options->o, "The other player").required();
    command.option("--games N", options->games, "Number of games; the players alternate sides")
        .range(1, 100'000'000);
    add_variant_option(command, options->variant);
    add_jobs_option(command, options->jobs);
    add_cpus_option(command, options->cpus);
    add_seed_option(command, options->seed);
    add_limit_options(command, options->limits);
    add_start_time_option(command, options->limits);
    add_opening_options(command, options->openings,
                        "4 for more than 2 games between engines, otherwise 0");
    add_adjudication_options(command, options->adjudication);
    add_sandbox_options(command, options->sandbox);
    command.group("Output");
    add_record_options(command, options->record);
    add_record_pv_flag(command, options->record_pv);
    command.option("--bot-logs FOLDER", options->bot_logs,
                   "Folder for the output of bots, a file per game and bot");
    add_protocol_log_options(command, options->protocol);
    command.option("--event NAME", options->event, "Event tag of the records");
    command.flag("--json", options->json, "Print events as JSON Lines instead of the score");
    command.flag("--quiet", options->quiet, "Print the final score only");
    add_player_note(command);
    command.run([options](Streams io) { return run_match(*options, io.out, io.err); });
}

}  // namespace xttt
