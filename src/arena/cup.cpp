#include "arena/cup.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include <fmt/format.h>

#include "arena/durable_folder.h"
#include "arena/game_store.h"
#include "arena/submission.h"
#include "base/random.h"
#include "base/text.h"
#include "tournament/report/report_html.h"
#include "tournament/report/summary.h"
#include "tournament/runner/tournament_runner.h"

namespace xttt {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kReportGames = 5000;
constexpr std::chrono::milliseconds kIdleInterval{100};

// One league for a few teams; otherwise pools of about eight, whose best three advance.
std::vector<StagePlan> usual_stages(int teams) {
    constexpr int kLeague = 12, kPool = 8, kPromoted = 3;
    const StagePlan league{.name = "league"};
    if (teams <= kLeague) return {league};
    const int pools = (teams + kPool - 1) / kPool;
    const StagePlan first{
        .name = "pools", .pools = pools, .draw = Draw::Random, .promote = kPromoted};
    if (pools * kPromoted <= kLeague) return {first, league};
    const StagePlan middle{.name = "middle", .pools = 3, .promote = kPromoted};
    return {first, middle, league};
}

// Reading anything else, such as a pipe, could wait forever.
Result<void> check_openings(const TournamentConfig& config) {
    std::error_code failed;
    if (config.openings.empty() || fs::is_regular_file(config.openings, failed)) return {};
    return fail(Errc::Usage,
                fmt::format("cannot read the openings: {} is not a file", quote(config.openings)));
}

// The stages and rules of the file that staff have put into the folder, or the usual ones.
Result<void> apply_own_rules(const std::string& path, TournamentConfig& config) {
    std::error_code failed;
    if (!fs::exists(path, failed)) return {};
    auto own = read_config(path, FileCheck::MayBeMissing);
    if (!own) return fail(Errc::Usage, own.error().message);
    if (own->variant != config.variant)
        return fail(Errc::Usage, fmt::format("{}: the variant is {}, but this arena plays {}", path,
                                             own->variant->name, config.variant->name));
    TRY_VOID(check_openings(*own));
    own->entrants = std::move(config.entrants);
    own->store = std::move(config.store);
    if (!own->seed) own->seed = config.seed;
    config = std::move(*own);
    return {};
}

// The paths of the bots change when an arena moves to another folder.
Result<void> adopt_paths(Store& store, const TournamentConfig& now) {
    TRY(const auto facts, store.read().facts());
    TRY(auto stored, parse_config(facts.config, "store", FileCheck::MayBeMissing));
    stored.seed = facts.seed;
    stored.store = now.store;
    for (std::size_t i = 0; i < stored.entrants.size() && i < now.entrants.size(); ++i)
        if (stored.entrants[i].name == now.entrants[i].name)
            stored.entrants[i].player = now.entrants[i].player;
    const std::string text = config_text(stored);
    return text == facts.config ? Result<void>() : store.set_config(text);
}

}  // namespace

CupFiles::CupFiles(const ArenaStore& arena) {
    const auto in_folder = [&](const char* name) { return (arena.folder() / name).string(); };
    config = in_folder("cup.toml");
    frozen = in_folder("cup-started.toml");
    store = in_folder("cup.db");
    grades = in_folder("cup-grades.csv");
    report = in_folder("cup-report.html");
    logs = in_folder("cup-logs");
}

Result<PlannedCup> plan_cup(ArenaStore& arena) {
    TRY(const auto settings, arena.settings());
    TRY(const auto teams, arena.teams());
    PlannedCup cup{.config = {.name = settings.name + " cup",
                              .variant = settings.variant,
                              .store = CupFiles(arena).store,
                              .limits = {.move_time = settings.move_time}},
                   .entrants = {},
                   .absent = {}};
    for (const Team& team : teams) {
        if (team.disabled) continue;
        TRY(const auto version, team.active ? arena.version(*team.active)
                                            : Result<std::optional<Version>>(std::nullopt));
        if (!version || version->state != VersionState::Ready) {
            cup.absent.push_back(team.name);
            continue;
        }
        TRY(const auto player, player_of(arena, *version));
        const std::string& name = settings.shows_aliases ? team.alias : team.name;
        cup.config.entrants.push_back({name, player.text});
        cup.entrants.push_back({name, team.id, version->id});
    }
    if (cup.entrants.size() < 2)
        return fail(Errc::Usage, "fewer than two teams have an active version that is ready");
    cup.config.stages = usual_stages(static_cast<int>(cup.entrants.size()));
    return cup;
}

Result<BegunCup> open_cup(ArenaStore& arena) {
    const CupFiles files(arena);
    TRY(auto config, read_config(files.frozen, FileCheck::MayBeMissing));
    TRY(const auto entrants, arena.cup_entrants());
    config.entrants.clear();
    for (const CupEntrant& entrant : entrants) {
        TRY(const auto version, arena.version(entrant.version));
        if (!version)
            return fail(Errc::BadInput,
                        fmt::format("the bot of {} is missing", quote(entrant.name)));
        // An arena that was just imported restores its bots one after another.
        std::error_code failed;
        if (!fs::exists(arena.bot_folder(version->id), failed))
            return fail(Errc::Io,
                        fmt::format("the bot of {} is being restored", quote(entrant.name)));
        TRY(const auto player, player_of(arena, *version));
        config.entrants.push_back({entrant.name, player.text});
    }
    TRY_VOID(check_openings(config));
    config.store = files.store;
    config.machine = {};
    TRY(auto store, Store::open(files.store));
    if (!store.is_new()) TRY_VOID(adopt_paths(store, config));
    TRY(const auto seed, open_tournament(store, config));
    return BegunCup{std::move(config), std::move(store), seed};
}

Result<std::string> grades_csv(ArenaStore& arena) {
    TRY(const auto teams, arena.teams());
    TRY(const auto entrants, arena.cup_entrants());
    TRY(const auto store, StoreReader::open(CupFiles(arena).store));
    TRY(const auto data, read_report(store, 0));
    const Summary summary = summarise(data);
    std::string text = "place,team,alias,version,stage,games,won,drawn,lost,points,forfeits\n";
    std::vector<int> listed;
    if (summary.order.size() != entrants.size())
        return fail(Errc::BadInput,
                    fmt::format("'{}' is not the store of this cup", CupFiles(arena).store));
    for (const int id : summary.order) {
        const CupEntrant& entrant = entrants[static_cast<std::size_t>(id)];
        const auto team = std::ranges::find(teams, entrant.team, &Team::id);
        if (team == teams.end()) continue;
        listed.push_back(team->id);
        TRY(const auto version, arena.version(entrant.version));
        const BotSummary& bot = summary.bots[static_cast<std::size_t>(id)];
        const Trinomial results = bot.all_results();
        const std::string stage =
            bot.last_stage < 0 ? "" : data.stages[static_cast<std::size_t>(bot.last_stage)].name;
        text += fmt::format("{},{},{},{},{},{},{},{},{},{},{}\n", bot.rank, csv_field(team->name),
                            csv_field(team->alias), version ? version->number : 0, csv_field(stage),
                            results.games(), results.wins, results.draws, results.losses,
                            bot.points, bot.forfeits);
    }
    // Teams without a bot have no place.
    for (const Team& team : teams)
        if (std::ranges::find(listed, team.id) == listed.end())
            text +=
                fmt::format(",{},{},,,0,0,0,0,0,0\n", csv_field(team.name), csv_field(team.alias));
    return text;
}

CupRunner::CupRunner(ArenaStore& arena, ExecutorFactory& executors, const CupOptions& options,
                     std::function<void(bool)> on_playing, std::function<bool()> is_idle)
    : arena_(arena),
      executors_(executors),
      options_(options),
      on_playing_(std::move(on_playing)),
      is_idle_(std::move(is_idle)),
      thread_([this](const std::stop_token& stop) { run(stop); }) {}

CupRunner::~CupRunner() {
    interrupts_ = 2;
    thread_.request_stop();
}

Result<void> CupRunner::start(const std::string& who) {
    const std::lock_guard start_lock(start_mutex_);
    TRY(const auto settings, arena_.settings());
    TRY(const auto state, arena_.cup_state());
    if (state != CupState::None) return fail(Errc::Usage, "the cup has been started already");
    if (settings.accepts_uploads(system_now()))
        return fail(Errc::Usage,
                    "uploads are still open: wait for the deadline or set an earlier one, and do "
                    "not accept late uploads");
    TRY(const auto unchecked, arena_.unchecked());
    if (!unchecked.empty())
        return fail(Errc::Usage, fmt::format("{} of the uploads are still being checked; try again "
                                             "in a minute",
                                             unchecked.size()));
    TRY(auto cup, plan_cup(arena_));
    const CupFiles files(arena_);
    cup.config.seed =
        Random(static_cast<std::uint64_t>(system_now().time_since_epoch().count())).next() >> 12;
    TRY_VOID(apply_own_rules(files.config, cup.config));
    if (const auto plan = plan_tournament(cup.config, 0); !plan)
        return fail(Errc::Usage, plan.error().message);
    std::error_code failed;
    if (fs::exists(files.store, failed))
        return fail(Errc::Usage, fmt::format("'{}' has the games of another tournament; move it to "
                                             "another folder",
                                             files.store));
    TRY_VOID(write_durable_file(files.frozen, config_text(cup.config)));
    TRY_VOID(arena_.begin_cup(cup.entrants, cup.absent, who));
    {
        const std::lock_guard lock(mutex_);
        has_work_ = true;
        problem_.clear();
    }
    woken_.notify_all();
    return {};
}

std::string CupRunner::problem() const {
    const std::lock_guard lock(mutex_);
    return problem_;
}

void CupRunner::run(const std::stop_token& stop) {
    while (!stop.stop_requested()) {
        const auto done = look();
        std::unique_lock lock(mutex_);
        problem_ = done ? "" : done.error().message;
        woken_.wait_for(lock, stop, done ? options_.clock_interval : options_.pause,
                        [this] { return has_work_; });
        has_work_ = false;
    }
}

Result<void> CupRunner::look() {
    TRY(const auto state, arena_.cup_state());
    if (state == CupState::Finished) return {};
    if (state == CupState::None) return start_by_clock();
    const auto played = [&]() -> Result<void> {
        try {
            return play();
        } catch (const std::system_error& error) {
            return fail(Errc::Unsupported,
                        fmt::format("this machine cannot start a thread: {}", error.what()));
        }
    }();
    on_playing_(false);
    return played;
}

Result<void> CupRunner::start_by_clock() {
    TRY(const auto settings, arena_.settings());
    const bool is_due =
        settings.plays_cup && settings.deadline && !settings.accepts_uploads(system_now());
    if (!is_due) return {};
    TRY(const auto unchecked, arena_.unchecked());
    if (!unchecked.empty()) return {};
    return start("system");
}

// Games of the ladder that began before the cup end first: they use the same executors.
bool CupRunner::wait_until_idle() {
    std::unique_lock lock(mutex_);
    while (!is_idle_() && interrupts_ == 0) woken_.wait_for(lock, kIdleInterval);
    return interrupts_ == 0;
}

Result<void> CupRunner::play() {
    TRY(auto cup, open_cup(arena_));
    cup.config.machine.bot_memory = options_.memory_limit;
    cup.config.machine.replay_busy = true;
    TRY(auto plan, plan_tournament(cup.config, cup.seed));
    plan.record_memory = true;
    plan.bot_logs = CupFiles(arena_).logs;
    plan.bot_log_limit = kGameLogBytes;
    plan.logs_by_id = true;
    on_playing_(true);
    int drained = 1;  // by replay()
    interrupts_.compare_exchange_strong(drained, 0);
    if (!wait_until_idle()) return {};
    TRY(const auto run, executors_.open({.name = cup.config.name, .store = cup.config.store}));
    TRY_VOID(play_replays(plan, cup.store, *run.executor));
    TournamentListener listener;
    TournamentRunner runner(std::move(plan), cup.store, *run.executor, listener,
                            {.interrupts = &interrupts_});
    TRY(const auto end, runner.run());
    if (end != RunEnd::Finished) return {};
    run.conclude();
    return conclude();
}

// The cup counts as ended when its results are on the disk.
Result<void> CupRunner::conclude() {
    const CupFiles files(arena_);
    TRY(const auto grades, grades_csv(arena_));
    TRY_VOID(write_durable_file(files.grades, grades));
    // A program without the page has no report.
    if (const auto bundle = embedded_report_bundle()) {
        TRY(const auto store, StoreReader::open(files.store));
        TRY(const auto data, read_report(store, kReportGames));
        TRY_VOID(write_durable_file(files.report, report_html(data, *bundle)));
    }
    return arena_.finish_cup();
}

}  // namespace xttt
