#include <fmt/format.h>

#include "arena/arena_rows.h"

// The unrated matches.
namespace xttt {

Result<UnratedMatch> ArenaStore::add_match(UnratedMatch match, const std::string& who) {
    const std::lock_guard lock(mutex_);
    TRY(auto transaction, Transaction::begin(*database_));
    TRY(const auto id, database_->number("SELECT coalesce(max(id), 0) + 1 FROM matches"));
    match.id = static_cast<int>(id);
    match.created = system_now();
    TRY_VOID(database_->run(
        "INSERT INTO matches(id, team, version, opponent, games, elo0, elo1, created, cancelled)"
        " VALUES(?,?,?,?,?,?,?,?,0)",
        match.id, match.team, match.version, match.opponent, match.games,
        match.test ? std::optional(match.test->elo0) : std::nullopt,
        match.test ? std::optional(match.test->elo1) : std::nullopt, to_stored(match.created)));
    TRY(const Version version, known_version(match.version));
    TRY(const Version opponent, known_version(match.opponent));
    TRY_VOID(add_audit_row(who, match.test ? "compare" : "test-games",
                           fmt::format("{} against {}, {} games", label_of(version),
                                       label_of(opponent), match.games)));
    TRY_VOID(transaction.commit());
    return match;
}

Result<std::vector<UnratedMatch>> ArenaStore::matches() {
    const std::lock_guard lock(mutex_);
    std::vector<UnratedMatch> all;
    TRY(auto rows, database_->prepare("SELECT id, team, version, opponent, games, elo0, elo1,"
                                      " created, cancelled FROM matches ORDER BY id"));
    TRY_VOID(rows.each([&] {
        const auto number = [&](int column) { return static_cast<int>(rows.integer(column)); };
        UnratedMatch match{.id = number(0),
                           .team = number(1),
                           .version = number(2),
                           .opponent = number(3),
                           .games = number(4),
                           .test = std::nullopt,
                           .created = from_stored(rows.integer(7)),
                           .cancelled = number(8) != 0};
        if (!rows.is_null(5)) match.test = {number(5), number(6)};
        all.push_back(match);
    }));
    // The arena may come from someone else.
    for (const UnratedMatch& match : all)
        if (match.games < 1 || match.games > UnratedMatch::kMostGames ||
            (match.test && match.test->elo1 <= match.test->elo0))
            return fail(Errc::BadInput,
                        fmt::format("test {} of the arena is damaged: it has {} games, or elo1 is "
                                    "not above elo0",
                                    match.id, match.games));
    return all;
}

Result<void> ArenaStore::cancel_match(int id, const std::string& who) {
    const std::lock_guard lock(mutex_);
    TRY(auto transaction, Transaction::begin(*database_));
    TRY_VOID(database_->run("UPDATE matches SET cancelled = 1 WHERE id = ?", id));
    TRY_VOID(add_audit_row(who, "cancel", fmt::format("test {}", id)));
    return transaction.commit();
}

}  // namespace xttt
