#include "arena/ladder_runner.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include <fmt/format.h>

#include "arena/game_store.h"
#include "arena/submission.h"
#include "base/text.h"
#include "engine/skill.h"
#include "referee/opening.h"
#include "rules/notation.h"

namespace xttt {
namespace {

using namespace std::chrono_literals;

constexpr auto kCollectTime = 200ms;
constexpr auto kPublishInterval = 1s;
constexpr std::chrono::seconds kAfterFailure{1}, kLongestGamePause{60};
constexpr int kPauseDoublings = 6;
constexpr int kFaultsBeforeHold = 3;
constexpr int kUnratedTurn = 3;
constexpr const char* kNotOnLadder = "a version of this game is no longer on the ladder";
constexpr std::string_view kLevelPlayer = "engine:skill=";

bool is_unrated_game(std::uint64_t task) {
    return task >= UnratedGames::kFirstTask;
}

std::optional<double> level_elo(const Version& version, const Variant& variant) {
    if (version.team || !version.player.starts_with(kLevelPlayer)) return std::nullopt;
    const auto level =
        to_number<std::size_t>(std::string_view(version.player).substr(kLevelPlayer.size()));
    const auto levels = skill_levels(variant);
    if (!level || *level >= levels.size()) return std::nullopt;
    return levels[*level].elo;
}

}  // namespace

// Follows one game for the live view.
class LadderRunner::LiveListener final : public GameListener {
public:
    LiveListener(LadderRunner& runner, const GameTask& task) : runner_(runner), id_(task.id) {
        LiveGame game{.id = task.id,
                      .entrants = {task.players[0]->id, task.players[1]->id},
                      .start_fen = task.setup.start_fen,
                      .moves = {}};
        for (const RecordedMove& recorded : task.setup.opening)
            add(game.moves, *task.setup.variant, recorded.move);
        const std::lock_guard lock(runner_.mutex_);
        runner_.live_[id_] = std::move(game);
    }
    ~LiveListener() override {
        const std::lock_guard lock(runner_.mutex_);
        runner_.live_.erase(id_);
    }
    void on_move(const MovedEvent& event) override {
        const std::lock_guard lock(runner_.mutex_);
        add(runner_.live_[id_].moves, event.after.variant(), event.move);
    }

private:
    static void add(std::string& moves, const Variant& variant, Move move) {
        if (!moves.empty()) moves += ' ';
        moves += move_text(variant, move);
    }

    LadderRunner& runner_;
    std::uint64_t id_;
};

LadderRunner::LadderRunner(ArenaStore& arena, const LadderOptions& options, Store store)
    : arena_(arena),
      options_(options),
      store_(std::move(store)),
      ladder_(static_cast<std::uint64_t>(system_now().time_since_epoch().count())) {}

Result<std::unique_ptr<LadderRunner>> LadderRunner::start(ArenaStore& arena,
                                                          const LadderOptions& options,
                                                          const MakeExecutor& make_executor) {
    TRY(const auto settings, arena.settings());
    TRY(auto store, open_game_store(arena.games_path(), settings));
    std::unique_ptr<LadderRunner> runner(new LadderRunner(arena, options, std::move(store)));
    TRY(runner->unrated_games_, UnratedGames::open(arena, UnratedGames::path(arena)));
    TRY_VOID(runner->load());
    const auto listen = [runner = runner.get()](const GameTask& task) {
        return is_unrated_game(task.id) ? nullptr : std::make_unique<LiveListener>(*runner, task);
    };
    TRY(runner->executor_, make_executor(listen));
    runner->thread_ = std::thread([runner = runner.get()] { runner->run(); });
    return runner;
}

LadderRunner::~LadderRunner() {
    stopping_ = true;
    if (thread_.joinable()) thread_.join();
    if (executor_) executor_->stop();
    executor_.reset();  // its listeners use the members
}

Result<void> LadderRunner::load() {
    TRY(settings_, arena_.settings());
    // A copy of an arena may have logs of later games than it has games; their ids are used again.
    TRY(const auto last, last_game(store_));
    TRY_VOID(arena_.forget_games_after(last));
    TRY(const auto releases, arena_.releases());
    TRY(const auto replays, arena_.replays(ArenaStore::ReplayIn::Ladder));
    // Complete before they replace the totals that are shown.
    Ladder ladder(static_cast<std::uint64_t>(system_now().time_since_epoch().count()));
    std::map<int, VersionTally> tallies;
    std::map<int, int> faults;
    TRY_VOID(store_.read().for_each_game({}, [&](const StoredGame& game) {
        const double x_score = add_game(game, tallies, faults);
        for (const int version : game.entrants)
            if (const auto released = releases.find(version);
                released != releases.end() && game.id <= released->second)
                faults[version] = 0;
        ladder.record(game.entrants[0], game.entrants[1], x_score);
    }));
    ladder_ = std::move(ladder);
    faults_ = std::move(faults);
    games_ = ladder_.games();
    {
        const std::lock_guard lock(mutex_);
        tallies_ = std::move(tallies);
        replays_.assign(replays.begin(), replays.end());
        for (const auto& [id, running] : running_)
            if (running.replayed) std::erase(replays_, *running.replayed);
    }
    revision_ = -1;
    TRY_VOID(refresh_members());
    publish();
    return {};
}

// Reads teams, versions and settings again if they have changed.
Result<void> LadderRunner::refresh_members() {
    TRY(const auto revision, arena_.revision());
    if (revision == revision_) return {};
    TRY(settings_, arena_.settings());
    TRY(const auto teams, arena_.teams());
    TRY(const auto versions, arena_.versions());
    TRY_VOID(add_entrants(store_, versions, teams));
    players_.clear();
    teams_.clear();
    std::vector<Ladder::Member> members;
    std::map<int, int> last_of_team;
    std::set<int> stopped;  // versions that play no unrated games
    std::error_code failed;
    for (const Version& version : versions) {
        Ladder::Member member{.version = version.id,
                              .level = level_elo(version, *settings_.variant),
                              .active = !version.team};
        if (version.team) {
            teams_[version.id] = *version.team;
            const auto team = std::ranges::find(teams, *version.team, &Team::id);
            const bool may_play =
                team != teams.end() && !team->disabled && version.state == VersionState::Ready;
            if (!may_play) stopped.insert(version.id);
            member.active = may_play && team->active == version.id &&
                            std::filesystem::exists(arena_.bot_folder(version.id), failed);
            if (version.state == VersionState::Rejected || version.state == VersionState::Checking)
                continue;
            if (const auto last = last_of_team.find(*version.team); last != last_of_team.end())
                member.previous = last->second;
            last_of_team[*version.team] = version.id;
        }
        if (member.active) {
            TRY(const auto spec, player_of(arena_, version));
            players_[version.id] = std::make_shared<const Entrant>(
                Entrant{version.id, fmt::format("#{}", version.id), spec.text});
        }
        members.push_back(member);
    }
    ladder_.set_members(std::move(members));
    unrated_games_->set_stopped(std::move(stopped));
    revision_ = revision;
    changed_ = true;
    return {};
}

void LadderRunner::run() {
    while (!stopping_) {
        const auto done = step();
        {
            const std::lock_guard lock(mutex_);
            problem_ = done ? play_problem_ : done.error().message;
        }
        if (!done) std::this_thread::sleep_for(kAfterFailure);
    }
}

Result<void> LadderRunner::step() {
    {
        const std::lock_guard lock(store_mutex_);
        if (recount_) TRY_VOID(load());
        recount_ = false;
        TRY_VOID(refresh_members());
    }
    const bool suspended = suspended_;
    TRY_VOID(submit_games());
    is_idle_ = suspended && running_.empty() && unrated_games_->running() == 0;
    if (finished_.empty()) TRY_VOID(executor_->collect(finished_, after(kCollectTime)));
    if (stopping_) return {};
    const std::lock_guard lock(store_mutex_);
    while (!finished_.empty()) TRY_VOID(finish_game());
    if (changed_ && Clock::now() >= next_publish_) publish();
    if (Clock::now() >= next_ratings_) TRY_VOID(save_ratings());
    return {};
}

Result<void> LadderRunner::submit_games() {
    if (settings_.is_paused || suspended_ || Clock::now() < next_game_) return {};
    while (running_.size() + unrated_games_->running() < static_cast<std::size_t>(options_.jobs) &&
           executor_->free_slots() > 0) {
        TRY(const bool is_replay, submit_replay());
        if (is_replay) continue;
        // Every third game is a test game. Test games also fill slots for which the ladder has no
        // pairing.
        const bool unrated_first = submitted_ % kUnratedTurn == kUnratedTurn - 1;
        if (!(unrated_first && submit_unrated_game()) && !submit_ladder_game() &&
            !submit_unrated_game())
            return {};
        ++submitted_;
    }
    return {};
}

// The next game that is to be played again; false if there is none.
Result<bool> LadderRunner::submit_replay() {
    const std::lock_guard store_lock(store_mutex_);
    std::int64_t id = 0;
    {
        const std::lock_guard lock(mutex_);
        if (replays_.empty()) return false;
        id = replays_.front();
    }
    TRY(const auto game, store_.read().game(id));
    const bool can_play =
        game && players_.contains(game->entrants[0]) && players_.contains(game->entrants[1]);
    if (can_play) {
        TRY(auto record, store_.read().record(id));
        record.moves.resize(
            std::min(record.moves.size(), static_cast<std::size_t>(game->opening_plies)));
        for (RecordedMove& recorded : record.moves) recorded.note = {};
        Running running{
            .pairing = {game->entrants[0], game->entrants[1]}, .logs = {}, .replayed = id};
        submit(std::move(running), {.variant = settings_.variant,
                                    .opening = std::move(record.moves),
                                    .seed = record.seed.value_or(0)});
    } else {
        TRY_VOID(arena_.end_replay(ArenaStore::ReplayIn::Ladder, id, kNotOnLadder));
    }
    const std::lock_guard lock(mutex_);
    std::erase(replays_, id);
    return true;
}

bool LadderRunner::submit_unrated_game() {
    auto task = unrated_games_->next(*settings_.variant, options_.opening_plies);
    if (!task) return false;
    submit(std::move(*task));
    return true;
}

bool LadderRunner::submit_ladder_game() {
    const auto pairing = ladder_.next();
    if (!pairing) return false;
    const auto seed =
        static_cast<std::uint64_t>(system_now().time_since_epoch().count()) ^ mix64(next_id_);
    submit(
        {.pairing = *pairing, .logs = {}, .replayed = {}},
        {.variant = settings_.variant,
         .opening = random_opening(*settings_.variant, options_.opening_plies, mix64(seed)).moves,
         .seed = seed >> 1});
    return true;
}

void LadderRunner::submit(Running running, GameSetup setup) {
    const std::uint64_t id = next_id_++;
    const auto& [x, o] = running.pairing;
    GameTask task{.id = id, .players = {players_.at(x), players_.at(o)}, .setup = std::move(setup)};
    for (const std::size_t side : {0u, 1u}) {
        running.logs[side] = std::make_shared<std::string>();
        task.setup.bot_logs[side] = {.limit = kGameLogBytes, .memory = running.logs[side]};
    }
    running_.emplace(id, std::move(running));
    submit(std::move(task));
}

void LadderRunner::submit(GameTask task) {
    task.conditions = {.memory_limit = options_.memory_limit};
    task.setup.limits.fill({.move_time = settings_.move_time});
    task.setup.record_memory = true;
    executor_->submit(std::move(task));
}

// Stores and counts the oldest finished game. One that cannot be stored stays the oldest.
Result<void> LadderRunner::finish_game() {
    const FinishedGame& done = finished_.front();
    if (is_unrated_game(done.id)) return finish_unrated_game();
    const auto found = running_.find(done.id);
    std::optional<StoredGame> game;
    std::string problem;
    if (!done.game) {
        problem = done.game.error().message;
    } else if (found != running_.end()) {
        TRY(game, store_game(done.id, found->second, *done.game));
    }
    finished_.erase(finished_.begin());
    if (found == running_.end()) return {};
    const Running running = std::move(found->second);
    running_.erase(found);
    const bool is_final = game && game->counts;
    if (!running.replayed) {
        ladder_.finish(running.pairing);
    } else if (!is_final) {
        const std::lock_guard lock(mutex_);
        replays_.push_back(*running.replayed);
    }
    if (!game) {
        pause_games(problem);
        return {};
    }
    end_pauses();
    if (!is_final) return add_logs(*game, running);
    if (running.replayed) {
        TRY_VOID(store_.discount(*running.replayed));  // a kill may have come before it
        TRY_VOID(arena_.end_replay(ArenaStore::ReplayIn::Ladder, *running.replayed));
    }
    count(*game);
    const auto held = hold_if_failing(*game);
    TRY_VOID(add_logs(*game, running));
    return held;
}

Result<void> LadderRunner::finish_unrated_game() {
    const FinishedGame& done = finished_.front();
    const auto stored = unrated_games_->finish(done);
    // A game that was stored, but whose log was not, is no longer open.
    if (!stored && unrated_games_->is_running(done.id)) return stored;
    executor_->stored(std::span(&done.id, 1));
    if (done.game)
        end_pauses();
    else
        pause_games(done.game.error().message);
    finished_.erase(finished_.begin());
    return stored;
}

void LadderRunner::end_pauses() {
    unplayable_ = 0;
    play_problem_.clear();
}

// A game that this machine could not play does not count. The pause before the next one doubles.
void LadderRunner::pause_games(const std::string& why) {
    play_problem_ = fmt::format("a game could not be played: {}", why);
    next_game_ = Clock::now() + std::min(kAfterFailure * (1 << unplayable_), kLongestGamePause);
    unplayable_ = std::min(unplayable_ + 1, kPauseDoublings);
}

Result<StoredGame> LadderRunner::store_game(std::uint64_t id, const Running& running,
                                            const PlayedGame& played) {
    StoredGame game = summary_of(played);
    game.entrants = {running.pairing.x, running.pairing.o};
    // A busy machine is not the fault of a player.
    game.counts = !(game.host.too_busy && game.forfeit() == ForfeitReason::TimeLimit);
    TRY_VOID(store_.add(std::span(&game, 1), std::span(&played.record, 1)));
    executor_->stored(std::span(&id, 1));
    return game;
}

Result<void> LadderRunner::add_logs(const StoredGame& game, const Running& running) {
    for (const std::size_t side : {0u, 1u})
        if (!running.logs[side]->empty() && teams_.contains(game.entrants[side]))
            TRY_VOID(arena_.add_log(game.id, static_cast<int>(side), game.entrants[side],
                                    to_utf8(*running.logs[side])));
    return {};
}

void LadderRunner::count(const StoredGame& game) {
    double x_score = 0;
    {
        const std::lock_guard lock(mutex_);
        x_score = add_game(game, tallies_, faults_);
    }
    ladder_.record(game.entrants[0], game.entrants[1], x_score);
    ++games_;
    changed_ = true;
}

// Returns the score of x.
double LadderRunner::add_game(const StoredGame& game, std::map<int, VersionTally>& tallies,
                              std::map<int, int>& faults) {
    const double x_score = game.points[0] == game.points[1]  ? 0.5
                           : game.points[0] > game.points[1] ? 1
                                                             : 0;
    for (const std::size_t side : {0u, 1u}) {
        const int version = game.entrants[side];
        const double score = side == 0 ? x_score : 1 - x_score;
        VersionTally& tally = tallies[version];
        tally.opponents[game.entrants[1 - side]].add(score);
        if (score > 0.5) ++tally.wins[game.reason];
        if (score < 0.5) ++tally.losses[game.reason];
        const bool fault = score < 0.5 && game.has_fault();
        tally.forfeits += fault;
        faults[version] = fault ? faults[version] + 1 : 0;
    }
    return x_score;
}

Result<void> LadderRunner::hold_if_failing(const StoredGame& game) {
    for (const int version : game.entrants) {
        if (faults_[version] < kFaultsBeforeHold || !teams_.contains(version)) continue;
        const auto held = arena_.hold(
            version,
            fmt::format("it lost {} games in a row by forfeit, the last one (game {}) by {}",
                        kFaultsBeforeHold, game.id, game.reason),
            "system");
        // Staff may have held it already.
        if (!held && held.error().code != Errc::Usage) return held;
        faults_[version] = 0;
    }
    return {};
}

Result<void> LadderRunner::save_ratings() {
    next_ratings_ = Clock::now() + options_.rating_interval;
    const auto now = system_now();
    for (const Ladder::Standing& row : standings()) {
        const auto team = teams_.find(row.version);
        if (team == teams_.end() || row.results.games() == 0) continue;
        TRY_VOID(arena_.add_rating(team->second,
                                   {now, row.version, row.elo.value, row.elo.low, row.elo.high}));
    }
    return {};
}

void LadderRunner::publish() {
    next_publish_ = Clock::now() + kPublishInterval;
    changed_ = false;
    auto rows = ladder_.standings();
    const std::lock_guard lock(mutex_);
    standings_ = std::move(rows);
}

std::vector<Ladder::Standing> LadderRunner::standings() const {
    const std::lock_guard lock(mutex_);
    return standings_;
}

VersionTally LadderRunner::tally(int version) const {
    const std::lock_guard lock(mutex_);
    const auto found = tallies_.find(version);
    return found == tallies_.end() ? VersionTally{} : found->second;
}

long LadderRunner::forfeits(int version) const {
    const std::lock_guard lock(mutex_);
    const auto found = tallies_.find(version);
    return found == tallies_.end() ? 0 : found->second.forfeits;
}

std::vector<LiveGame> LadderRunner::live() const {
    const std::lock_guard lock(mutex_);
    std::vector<LiveGame> games;
    for (const auto& [id, game] : live_) games.push_back(game);
    return games;
}

std::string LadderRunner::problem() const {
    const std::lock_guard lock(mutex_);
    return problem_;
}

Result<void> LadderRunner::discount(std::int64_t game, const std::string& who) {
    const std::lock_guard lock(store_mutex_);
    TRY(const auto found, store_.read().game(game));
    if (!found) return fail(Errc::Usage, fmt::format("no such game: {}", game));
    TRY_VOID(store_.discount(game));
    recount_ = true;
    return arena_.add_audit(who, "discount", fmt::format("game {}", game));
}

Result<void> LadderRunner::replay(std::int64_t game, const std::string& who) {
    const std::lock_guard lock(store_mutex_);
    TRY(const auto found, store_.read().game(game));
    if (!found) return fail(Errc::Usage, fmt::format("no such game: {}", game));
    for (const int version : found->entrants)
        if (!players_.contains(version)) return fail(Errc::Usage, std::string(kNotOnLadder));
    TRY_VOID(arena_.add_replay(ArenaStore::ReplayIn::Ladder, game, who));
    TRY_VOID(store_.discount(game));
    recount_ = true;
    return {};
}

Result<void> LadderRunner::release(int version, const std::string& who) {
    const std::lock_guard lock(store_mutex_);
    TRY(const auto last, last_game(store_));
    TRY_VOID(arena_.release(version, last, who));
    faults_.erase(version);
    return {};
}

}  // namespace xttt
