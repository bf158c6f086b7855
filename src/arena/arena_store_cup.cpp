#include <fmt/format.h>
#include <fmt/ranges.h>

#include "arena/arena_rows.h"
#include "base/names.h"

// The cup, and games that are to be played again.
namespace xttt {
namespace {

constexpr Names<CupState, 3> kCupStates{{"none", "playing", "finished"}};
constexpr Names<ArenaStore::ReplayIn, 2> kReplayPlaces{{"ladder", "cup"}};

}  // namespace

std::string_view name(CupState state) {
    return kCupStates.of(state);
}

Result<CupState> ArenaStore::cup_state() {
    const std::lock_guard lock(mutex_);
    TRY(auto row, database_->prepare("SELECT value FROM settings WHERE name = 'cup'"));
    TRY(const bool found, row.step());
    return found ? kCupStates.find(row.text(0)).value_or(CupState::None) : CupState::None;
}

Result<void> ArenaStore::begin_cup(const std::vector<CupEntrant>& entrants,
                                   const std::vector<std::string>& absent, const std::string& who) {
    const std::lock_guard lock(mutex_);
    TRY(auto transaction, Transaction::begin(*database_));
    TRY(const auto started, database_->number("SELECT count(*) FROM settings WHERE name = 'cup'"));
    if (started != 0) return fail(Errc::Usage, "the cup has been started already");
    // An upload may have been confirmed since the entrants were chosen. What is confirmed takes
    // part.
    TRY(const auto unchecked, database_->number("SELECT count(*) FROM versions WHERE state = 0"));
    if (unchecked != 0)
        return fail(Errc::Usage, "an upload has just arrived; try again when it has been checked");
    TRY_VOID(database_->run("INSERT INTO settings(name, value) VALUES('cup', ?)",
                            name(CupState::Playing)));
    for (std::size_t i = 0; i < entrants.size(); ++i)
        TRY_VOID(database_->run("INSERT INTO cup_entrants(id, name, team, version) VALUES(?,?,?,?)",
                                static_cast<int>(i), entrants[i].name, entrants[i].team,
                                entrants[i].version));
    TRY_VOID(bump());
    std::string text = fmt::format("the cup begins with {} teams", entrants.size());
    if (!absent.empty())
        text += fmt::format("; without a version that is ready: {}", fmt::join(absent, ", "));
    TRY_VOID(add_audit_row(who, "cup", text));
    return transaction.commit();
}

Result<void> ArenaStore::finish_cup() {
    const std::lock_guard lock(mutex_);
    TRY(auto transaction, Transaction::begin(*database_));
    TRY(const auto replays, database_->number("SELECT count(*) FROM replays WHERE place = 'cup'"));
    if (replays != 0) return {};
    TRY_VOID(database_->run("UPDATE settings SET value = ? WHERE name = 'cup'",
                            name(CupState::Finished)));
    TRY_VOID(bump());
    TRY_VOID(add_audit_row("system", "cup", "the cup has ended"));
    return transaction.commit();
}

Result<std::vector<CupEntrant>> ArenaStore::cup_entrants() {
    const std::lock_guard lock(mutex_);
    std::vector<CupEntrant> entrants;
    TRY(auto rows, database_->prepare("SELECT name, team, version FROM cup_entrants ORDER BY id"));
    TRY_VOID(rows.each([&] {
        entrants.push_back({std::string(rows.text(0)), static_cast<int>(rows.integer(1)),
                            static_cast<int>(rows.integer(2))});
    }));
    return entrants;
}

Result<void> ArenaStore::add_replay(ReplayIn where, std::int64_t game, const std::string& who) {
    const std::lock_guard lock(mutex_);
    TRY(auto transaction, Transaction::begin(*database_));
    TRY(auto same, database_->prepare("SELECT 1 FROM replays WHERE place = ? AND game = ?"));
    TRY(const bool exists, same.bind(kReplayPlaces.of(where), game).step());
    if (exists) return fail(Errc::Usage, "this game is already waiting to be played again");
    same.reset();
    TRY_VOID(database_->run("INSERT INTO replays(place, game) VALUES(?,?)", kReplayPlaces.of(where),
                            game));
    if (where == ReplayIn::Cup) {
        TRY_VOID(database_->run("UPDATE settings SET value = ? WHERE name = 'cup'",
                                name(CupState::Playing)));
        TRY_VOID(bump());
    }
    TRY_VOID(add_audit_row(who, "replay",
                           fmt::format("game {} of the {}", game, kReplayPlaces.of(where))));
    return transaction.commit();
}

Result<std::vector<std::int64_t>> ArenaStore::replays(ReplayIn where) {
    const std::lock_guard lock(mutex_);
    std::vector<std::int64_t> games;
    TRY(auto rows, database_->prepare("SELECT game FROM replays WHERE place = ? ORDER BY id"));
    rows.bind(kReplayPlaces.of(where));
    TRY_VOID(rows.each([&] { games.push_back(rows.integer(0)); }));
    return games;
}

Result<void> ArenaStore::end_replay(ReplayIn where, std::int64_t game, const std::string& why_not) {
    const std::lock_guard lock(mutex_);
    TRY(auto transaction, Transaction::begin(*database_));
    TRY_VOID(database_->run("DELETE FROM replays WHERE place = ? AND game = ?",
                            kReplayPlaces.of(where), game));
    if (!why_not.empty())
        TRY_VOID(add_audit_row(
            "system", "no-replay",
            fmt::format("game {} of the {}: {}", game, kReplayPlaces.of(where), why_not)));
    return transaction.commit();
}

}  // namespace xttt
