#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "base/token.h"
#include "referee/bot_check.h"
#include "rules/variant.h"
#include "tournament/store/database.h"

namespace xttt {

using SystemTime = std::chrono::sys_time<std::chrono::milliseconds>;
SystemTime system_now();

struct ArenaSettings {
    std::string name;
    const Variant* variant = &kExtreme;
    std::chrono::milliseconds move_time{};
    std::optional<SystemTime> deadline;  // for uploads
    bool accepts_late = false;           // uploads after the deadline
    bool shows_aliases = false;          // to other teams and visitors, instead of names
    bool is_paused = false;              // no ladder games start
    bool plays_cup = false;              // the cup starts automatically after the deadline
    std::string announcement;
    std::int64_t max_upload = std::int64_t{8} << 20;  // bytes

    bool accepts_uploads(SystemTime now) const {
        return accepts_late || !deadline || now < *deadline;
    }
    bool operator==(const ArenaSettings&) const = default;
};
inline constexpr std::int64_t kLargestUpload = std::int64_t{32} << 20;

struct Team {
    int id = 0;
    std::string name;
    std::string alias;
    bool disabled = false;
    std::optional<int> active;  // version on the ladder
    bool operator==(const Team&) const = default;
};

enum class VersionState {
    Checking,
    Ready,
    Rejected,  // failed the check
    Held,      // taken out of the ladder, by staff or after repeated forfeits
};
std::string_view name(VersionState state);

// An uploaded bot, or a level of the built-in engine, which has no team.
struct Version {
    int id = 0;  // also the id of the entrant in the store of the games
    std::optional<int> team;
    int number = 1;  // of the team's versions, from 1
    std::string file_name;
    std::string digest;  // SHA-256 of the upload, its name in the folder of uploads
    std::int64_t size = 0;
    SystemTime uploaded{};
    std::string notes;
    VersionState state = VersionState::Checking;
    std::string player;  // player string; empty until it is ready
    std::string reason;  // why it was rejected or put on hold
    std::vector<CheckedItem> checks;
};

// Unrated games of a team, which never count: test games, or the comparison of two
// versions by a sequential test.
struct UnratedMatch {
    static constexpr int kMostGames = 1000;
    struct Test {
        int elo0 = 0, elo1 = 30;  // hypotheses
        bool operator==(const Test&) const = default;
    };
    int id = 0;
    int team = 0;
    int version = 0;
    int opponent = 0;  // version
    int games = 0;     // at most
    std::optional<Test> test;
    SystemTime created{};
    bool cancelled = false;
};

// The cup of an arena: a tournament between the versions that were active when it started.
enum class CupState { None, Playing, Finished };
std::string_view name(CupState state);
struct CupEntrant {
    std::string name;  // in the tournament
    int team = 0;
    int version = 0;
    bool operator==(const CupEntrant&) const = default;
};

struct RatingPoint {
    SystemTime at{};
    int version = 0;
    double elo = 0, low = 0, high = 0;
};

struct AuditEntry {
    SystemTime at{};
    std::string who;  // "staff", "system" or a team's name
    std::string action;
    std::string text;
};

// The role and team of a token.
struct Identity {
    enum class Role { Visitor, Team, Staff } role = Role::Visitor;
    int team = 0;  // of Role::Team
    bool is_staff() const { return role == Role::Staff; }
    bool owns(std::optional<int> of) const { return role == Role::Team && of && *of == team; }
};

// How a token is stored. Tokens are random, so a plain hash protects them.
std::string token_hash(const Token& token);

// The state of an arena except its games: one folder with arena.db, the uploads by their SHA-256,
// and the unpacked bots. Data written by a call that has returned survives a crash and a power
// failure. Thread-safe; several processes may have it open.
class ArenaStore {
public:
    static constexpr std::int64_t kMaxLogBytes = std::int64_t{100} << 20;  // of all games of a kind
    static constexpr int kMaxRatingPoints = 500;

    // Creates a folder that does not exist yet. Returns the staff's token, which is stored only as
    // a hash.
    static Result<Token> create(const std::filesystem::path& folder, const ArenaSettings& settings);
    static Result<std::unique_ptr<ArenaStore>> open(const std::filesystem::path& folder,
                                                    std::int64_t max_log_bytes = kMaxLogBytes);

    const std::filesystem::path& folder() const { return folder_; }
    std::string games_path() const { return (folder_ / "games.db").string(); }
    std::string upload_path(const std::string& digest) const {
        return (folder_ / "uploads" / digest).string();
    }
    std::string bot_folder(int version) const {
        return (folder_ / "bots" / std::to_string(version)).string();
    }

    Result<ArenaSettings> settings();
    Result<void> set_settings(const ArenaSettings& settings, const std::string& who);

    // Errors of names are Errc::Usage.
    Result<std::pair<Team, Token>> add_team(const std::string& name, const std::string& alias,
                                            const std::string& who);
    Result<void> change_team(const Team& team, const std::string& who);
    Result<Token> new_token(int team, const std::string& who);
    Result<Token> new_staff_token(const std::string& who);
    Result<std::vector<Team>> teams();
    Result<std::optional<Team>> team(int id);
    // Looks up the hash, so its timing reveals nothing about tokens.
    Result<Identity> identify(const Token& token);

    // Deletes what a killed process has left in the folder of uploads: those that it did not
    // confirm. Only one process may receive uploads.
    Result<void> remove_unconfirmed_uploads();
    // Stores an upload; durable when it returns.
    Result<Version> add_version(int team, const std::string& file_name, const std::string& notes,
                                std::string_view bytes);
    Result<void> add_level(const std::string& name, const std::string& player);
    Result<std::optional<Version>> version(int id);
    Result<std::vector<Version>> versions(std::optional<int> team = std::nullopt);
    Result<std::vector<Version>> unchecked();  // in the order of arrival
    // Ends the check of a version. A version that is ready becomes its team's active one, unless a
    // later one is ready or active.
    Result<void> finish_check(const Version& version);
    Result<void> hold(int version, const std::string& reason, const std::string& who);
    // Ends a hold. Forfeits up to the ladder's game `last_game` then no longer lead to a new one.
    Result<void> release(int version, std::int64_t last_game, const std::string& who);
    Result<std::map<int, std::int64_t>> releases();  // last_game of the last release, by version
    // Fails with Errc::Usage unless it is ready.
    Result<void> activate(int version, const std::string& who);

    // Sets the id and the time.
    Result<UnratedMatch> add_match(UnratedMatch match, const std::string& who);
    Result<std::vector<UnratedMatch>> matches();  // by id
    Result<void> cancel_match(int id, const std::string& who);
    Result<CupState> cup_state();
    // Errc::Usage if there is a cup, or an unchecked version. `absent`: teams that do not play.
    Result<void> begin_cup(const std::vector<CupEntrant>& entrants,
                           const std::vector<std::string>& absent, const std::string& who);
    // Changes nothing if a game is to be played again.
    Result<void> finish_cup();
    Result<std::vector<CupEntrant>> cup_entrants();  // by their id in the tournament

    // Games that are to be played again, by the ladder or in the cup. A cup that has ended is being
    // played again until they have ended.
    enum class ReplayIn { Ladder, Cup };
    Result<void> add_replay(ReplayIn where, std::int64_t game, const std::string& who);
    Result<std::vector<std::int64_t>> replays(ReplayIn where);  // in the order of adding
    // It has been played again; or it cannot be, for the reason that the audit log then has.
    Result<void> end_replay(ReplayIn where, std::int64_t game, const std::string& why_not = "");

    // The standard error of a version in a game. Above the limit of all logs together, those of the
    // oldest games are deleted.
    Result<void> add_log(std::int64_t game, int side, int version, std::string_view text);
    Result<std::string> log(std::int64_t game, int side, int version);
    // For a copy without the ladder's games after this one: deletes their logs and replays, and
    // lets releases apply from this game on.
    Result<void> forget_games_after(std::int64_t game);
    // The same for unrated games, which have a separate limit.
    Result<void> add_test_log(std::int64_t game, int side, int version, std::string_view text);
    Result<std::string> test_log(std::int64_t game, int side, int version);
    Result<void> delete_test_logs_after(std::int64_t game);
    Result<void> add_rating(int team, const RatingPoint& point);
    // At most `limit` points by time, including the last one.
    Result<std::vector<RatingPoint>> ratings(int team, int limit = kMaxRatingPoints);
    Result<void> add_audit(const std::string& who, const std::string& action,
                           const std::string& text);
    Result<std::vector<AuditEntry>> audit(int limit);

    // Changes whenever teams, versions, settings or tokens change, in this process or another.
    Result<std::int64_t> revision();
    // Changes the revision: a version's folder exists again.
    Result<void> touch();

private:
    struct Logs {
        const char* table;
        std::int64_t bytes = 0;  // of all logs
    };

    ArenaStore(std::filesystem::path folder, std::unique_ptr<Database> database,
               std::int64_t max_log_bytes)
        : folder_(std::move(folder)),
          database_(std::move(database)),
          max_log_bytes_(max_log_bytes) {}
    Result<void> add_audit_row(const std::string& who, const std::string& action,
                               const std::string& text);
    Result<std::optional<Team>> find_team(int id);
    Result<std::vector<Version>> find_versions(const std::string& condition,
                                               std::optional<std::int64_t> value);
    Result<Version> known_version(int id);
    std::string label_of(const Version& version);
    Result<int> next_version_id();
    Result<void> measure(Logs& logs);
    Result<void> put_log(Logs& logs, std::int64_t game, int side, int version,
                         std::string_view text);
    Result<void> delete_oldest(Logs& logs);
    Result<std::string> find_log(const Logs& logs, std::int64_t game, int side, int version);
    Result<void> delete_later(Logs& logs, std::int64_t game);
    Result<void> write_upload(const std::string& digest, std::string_view bytes);
    Result<void> bump();

    std::filesystem::path folder_;
    std::mutex mutex_;
    std::unique_ptr<Database> database_;
    std::int64_t max_log_bytes_;
    Logs logs_{"logs"}, test_logs_{"test_logs"};
};

// Reads the names and aliases of teams from CSV with a header row that has the column "name" and
// perhaps "alias". Errors name the row and are Errc::Usage.
struct TeamRow {
    std::string name, alias;
};
Result<std::vector<TeamRow>> parse_team_csv(std::string_view text);
std::string csv_field(std::string_view text);

}  // namespace xttt
