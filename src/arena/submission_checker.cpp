#include "arena/submission_checker.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "arena/durable_folder.h"
#include "arena/submission.h"
#include "base/file.h"
#include "base/text.h"

namespace xttt {
namespace {

namespace fs = std::filesystem;

constexpr int kFirstAnswers = 6, kMostAnswers = 150;
constexpr int kBusyTries = 3;
constexpr std::chrono::hours kLongestPause{1};
constexpr int kMostDoublings = 12;
constexpr unsigned kCoresForTwoChecks = 4;
constexpr std::size_t kLongestCheckText = 16 * 1024;

bool has_passed(const Version& version) {
    return version.team &&
           (version.state == VersionState::Ready || version.state == VersionState::Held);
}

// Where the files of a version are until they are complete.
std::string part_folder(const ArenaStore& store, const Version& version) {
    return store.bot_folder(version.id) + ".part";
}

Result<void> unpack_version(const ArenaStore& store, const Version& version) {
    const std::string folder = part_folder(store, version);
    std::error_code failed;
    fs::remove_all(folder, failed);
    fs::create_directories(folder, failed);
    if (failed)
        return fail(Errc::Io, fmt::format("cannot create '{}': {}", folder, failed.message()));
    TRY(const auto bytes, read_input_file(store.upload_path(version.digest),
                                          static_cast<std::size_t>(kLargestUpload)));
    return unpack_upload(bytes, version.file_name, folder);
}

void reject(Version& version, std::string name, std::string text) {
    version.state = VersionState::Rejected;
    version.reason = text.substr(0, text.find('\n'));
    version.checks.push_back({std::move(name), CheckedItem::Verdict::Bad, std::move(text)});
}

// The output of a bot is untrusted, and paths of this machine are private.
std::string shown_text(std::string text, const std::string& folder) {
    for (std::size_t at; (at = text.find(folder + "/")) != std::string::npos;)
        text.erase(at, folder.size() + 1);
    return terminal_safe(text, LineBreaks::Keep, kLongestCheckText);
}

// Without "player 'sandbox:mybot': " at the start: the team knows its file.
std::string without_player(const std::string& message) {
    const auto end = message.find(": it does not start: ");
    return message.starts_with("player ") && end != std::string::npos ? message.substr(end + 2)
                                                                      : message;
}

// Builds the unpacked files if they are sources, and finds the player in them, or rejects the
// version. The folder then has its final name.
Result<void> install_version(const ArenaStore& store, Version& version,
                             const Result<void>& unpacked, const CheckOptions& options) {
    const std::string folder = part_folder(store, version);
    const auto find_player = [&]() -> Result<std::string> {
        TRY_VOID(unpacked);
        if (!needs_build(folder)) return find_bot(folder);
        TRY(auto player,
            build_bot(folder, {.time = options.build_time, .stopped = options.stopped}));
        version.checks.push_back({"build", CheckedItem::Verdict::Good, "the program was built"});
        return player;
    };
    const auto player = find_player();
    if (!player && player.error().code != Errc::BadInput) return std::unexpected(player.error());
    TRY_VOID(install_folder(folder, store.bot_folder(version.id)));
    if (player)
        version.player = *player;
    else
        reject(version, "files", shown_text(player.error().message, folder));
    return {};
}

// Plays the bot of a version whose folder is complete.
Result<Version> judge_version(ArenaStore& store, Version version, const CheckOptions& options) {
    TRY(const auto settings, store.settings());
    TRY(const auto spec, player_of(store, version));
    const std::string folder = store.bot_folder(version.id);

    BotCheckPlan plan{.bot = spec,
                      .variant = settings.variant,
                      .limits = {.move_time = settings.move_time},
                      .positions = kFirstAnswers,
                      .environment = {.memory_limit = options.memory_limit},
                      .stopped = options.stopped};
    const auto prepared = version.checks;
    // The first round measures how quick the bot is; the second uses the rest of the time.
    for (int tries = 0; tries < kBusyTries;) {
        version.checks = prepared;
        const auto begun = Clock::now();
        const auto verdict = check_bot(
            plan, {.on_item = [&](const CheckedItem& item) {
                version.checks.push_back({item.name, item.verdict, shown_text(item.text, folder)});
            }});
        if (plan.is_stopped()) return fail(Errc::Process, "the check was stopped");
        if (!verdict && verdict.error().code == Errc::Unsupported)
            return std::unexpected(verdict.error());
        if (!verdict) {
            reject(version, "start", shown_text(without_player(verdict.error().message), folder));
            return version;
        }
        if (*verdict == BotVerdict::Forfeits) {
            const auto bad =
                std::ranges::find(version.checks, CheckedItem::Verdict::Bad, &CheckedItem::verdict);
            version.state = VersionState::Rejected;
            version.reason = bad == version.checks.end()
                                 ? "the bot would forfeit games"
                                 : bad->name + ": " + bad->text.substr(0, bad->text.find('\n'));
            return version;
        }
        if (*verdict == BotVerdict::Undecided) {
            ++tries;
            continue;
        }
        const auto answer = (Clock::now() - begun) / plan.positions;
        const auto more = std::min<std::int64_t>(
            kMostAnswers, options.time / std::max<Clock::duration>(answer, Clock::duration(1)));
        if (plan.positions > kFirstAnswers || more <= kFirstAnswers) {
            version.state = VersionState::Ready;
            return version;
        }
        plan.positions = static_cast<int>(more);
    }
    reject(version, "machine", "this machine was too busy to check the bot; upload it again");
    return version;
}

}  // namespace

Result<Version> check_version(ArenaStore& store, Version version, const CheckOptions& options) {
    version.checks.clear();
    TRY_VOID(install_version(store, version, unpack_version(store, version), options));
    if (version.state != VersionState::Rejected) {
        TRY(version, judge_version(store, std::move(version), options));
    }
    // Its other files would never be used, and a team could fill the disk with them.
    if (version.state == VersionState::Rejected) keep_sources(store.bot_folder(version.id));
    return version;
}

SubmissionChecker::SubmissionChecker(ArenaStore& store, const CheckOptions& options)
    : store_(store), options_(options), check_slots_(options.cores >= kCoresForTwoChecks ? 2 : 1) {
    options_.stopped = &stopped_;
    std::error_code failed;
    const auto versions = store.versions().value_or(std::vector<Version>());
    for (const Version& version : versions)
        if (has_passed(version) && !fs::exists(store.bot_folder(version.id), failed))
            missing_.insert(version.id);
    for (unsigned i = 0; i < (options.cores >= 2 ? 2u : 1u); ++i)
        threads_.emplace_back([this](const std::stop_token& stop) { run(stop); });
}

SubmissionChecker::~SubmissionChecker() {
    stopped_ = true;
    for (std::jthread& thread : threads_) thread.request_stop();
}

void SubmissionChecker::wake() {
    {
        const std::lock_guard lock(mutex_);
        has_work_ = true;
    }
    woken_.notify_all();
}

std::string SubmissionChecker::problem() const {
    const std::lock_guard lock(mutex_);
    return problem_;
}

void SubmissionChecker::run(const std::stop_token& stop) {
    while (const auto version = take(stop)) finish(*version, process(*version));
}

Result<std::vector<Version>> SubmissionChecker::waiting() {
    std::vector<Version> all;
    for (const int id : missing_) {
        TRY(auto version, store_.version(id));
        if (version) all.push_back(std::move(*version));
    }
    TRY(auto unchecked, store_.unchecked());
    std::ranges::move(unchecked, std::back_inserter(all));
    return all;
}

// The next version; its team is busy until finish(). Empty at the end.
std::optional<Version> SubmissionChecker::take(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    while (!stop.stop_requested()) {
        has_work_ = false;
        const auto now = Clock::now();
        auto next = now + kLongestPause;
        auto found = waiting();
        if (!found) {
            problem_ = found.error().message;
            next = now + options_.pause;
        }
        auto versions = std::move(found).value_or(std::vector<Version>());
        std::set<int> waiting_teams;  // their next version waits for the end of another build
        for (Version& version : versions) {
            const int team = version.team.value_or(0);
            if (busy_teams_.contains(team) || waiting_teams.contains(team)) continue;
            if (is_building_ && builds_.contains(version.id)) {
                waiting_teams.insert(team);
                continue;
            }
            const auto retry = retries_.find(version.id);
            if (retry != retries_.end() && retry->second.at > now) {
                next = std::min(next, retry->second.at);
                continue;
            }
            busy_teams_.insert(team);
            return std::move(version);
        }
        woken_.wait_until(lock, stop, next, [this] { return has_work_; });
    }
    return std::nullopt;
}

bool SubmissionChecker::begin_build(int version) {
    const std::lock_guard lock(mutex_);
    builds_.insert(version);
    if (is_building_) return false;
    is_building_ = true;
    return true;
}

void SubmissionChecker::end_build() {
    const std::lock_guard lock(mutex_);
    is_building_ = false;
    has_work_ = true;
    woken_.notify_all();
}

// Checks a version, or restores the folder of one that has passed. Postpones one that has to wait
// for a build.
Result<void> SubmissionChecker::process(const Version& before) {
    Version version = before;
    version.checks.clear();
    version.player.clear();
    const auto unpacked = unpack_version(store_, version);
    const bool builds = unpacked && needs_build(part_folder(store_, version));
    if (builds && !begin_build(version.id)) return {};
    const auto installed = install_version(store_, version, unpacked, options_);
    if (builds) end_build();
    TRY_VOID(installed);
    if (has_passed(before)) {
        if (version.player != before.player)
            return fail(Errc::Io, fmt::format("its folder cannot be restored: {}", version.reason));
        {
            const std::lock_guard lock(mutex_);
            missing_.erase(version.id);
        }
        return store_.touch();
    }
    if (version.state != VersionState::Rejected) {
        check_slots_.acquire();
        auto judged = judge_version(store_, std::move(version), options_);
        check_slots_.release();
        TRY(version, std::move(judged));
    }
    if (version.state == VersionState::Rejected) keep_sources(store_.bot_folder(version.id));
    return store_.finish_check(version);
}

void SubmissionChecker::finish(const Version& version, const Result<void>& done) {
    const std::lock_guard lock(mutex_);
    busy_teams_.erase(version.team.value_or(0));
    has_work_ = true;
    woken_.notify_all();
    if (stopped_) return;
    if (!done) return report(version, done.error());
    if (retries_.erase(version.id) == 0 || !retries_.empty()) return;
    problem_.clear();
    if (is_reported_ && store_.add_audit("system", "checks-resumed", "")) is_reported_ = false;
}

// The audit log gets one entry when the problem begins and one when it ends.
void SubmissionChecker::report(const Version& version, const Error& error) {
    Retry& retry = retries_[version.id];
    const auto pause = options_.pause * (1 << std::min(retry.failures, kMostDoublings));
    retry.at = Clock::now() + std::min<Clock::duration>(pause, kLongestPause);
    ++retry.failures;
    problem_ = fmt::format("version {} of team {} cannot be checked: {}", version.number,
                           version.team.value_or(0), error.message);
    if (!is_reported_ && store_.add_audit("system", "check-failed", problem_)) is_reported_ = true;
}

}  // namespace xttt
