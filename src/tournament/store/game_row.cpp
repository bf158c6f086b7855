#include "tournament/store/game_row.h"

#include <nlohmann/json.hpp>

#include "rules/with_variant.h"
#include "tournament/store/database.h"
#include "tournament/store/move_blob.h"

namespace xttt {
namespace {

using std::chrono::microseconds;

constexpr int kFirstOfMoves = 31;  // the columns of a game come before

}  // namespace

std::chrono::sys_time<std::chrono::milliseconds> stored_time(std::int64_t since_epoch) {
    return std::chrono::sys_time<std::chrono::milliseconds>(std::chrono::milliseconds(since_epoch));
}

void read_row(const Statement& row, const Variant& usual, StoredGame& game) {
    int column = 0;
    const auto number = [&] { return row.integer(column++); };
    const auto small = [&] { return static_cast<int>(number()); };
    game.id = number();
    if (row.is_null(column)) {
        game.place.reset();
        column += 5;
    } else {
        game.place.emplace();
        for (int* part : {&game.place->stage, &game.place->round, &game.place->pairing,
                          &game.place->game, &game.place->attempt})
            *part = small();
    }
    game.pool = small();
    game.entrants = {small(), small()};
    const auto variant = row.text(column++);
    game.variant = variant.empty() ? &usual : find_variant(variant).value_or(&usual);
    game.result = static_cast<GameResult>(small());
    game.reason = row.text(column++);
    game.points = {small(), small()};
    game.detail = row.text(column++);
    game.counts = number() != 0;
    game.plies = small();
    game.opening_plies = small();
    for (TimeUsed& used : game.used) used.moves = small();
    for (TimeUsed& used : game.used) used.total = microseconds(number());
    for (TimeUsed& used : game.used) used.longest = microseconds(number());
    for (TimeUsed& used : game.used) used.cpu = microseconds(number());
    game.host.waited = microseconds(number());
    game.host.longest_wait = microseconds(number());
    game.host.too_busy = number() != 0;
    game.worker = row.text(column++);
    game.ended = stored_time(number());
}

// What the moves' row says; the tags that follow from the tournament come later.
Result<GameRecord> read_record(const Statement& row, const StoredGame& game) {
    GameRecord record;
    record.variant = game.variant;
    if (!row.is_null(kFirstOfMoves))
        record.seed = static_cast<std::uint64_t>(row.integer(kFirstOfMoves));
    record.start_fen = row.text(kFirstOfMoves + 1);
    if (!row.is_null(kFirstOfMoves + 2)) {
        const auto tags = nlohmann::json::parse(row.text(kFirstOfMoves + 2), nullptr, false);
        if (!tags.is_object()) return fail(Errc::BadRecord, "its tags are damaged");
        for (const auto& [name, value] : tags.items())
            if (is_tag_name(name) && value.is_string())
                record.tags[name] = value.get<std::string>();
    }
    auto moves = decode_moves(*game.variant, row.text(kFirstOfMoves + 3));
    if (!moves) return std::unexpected(moves.error());
    record.moves = std::move(*moves);
    if (const auto reason = game.forfeit())
        record.forfeit =
            Forfeit{game.result == GameResult::XWins ? Side::O : Side::X, *reason, game.detail};
    return record;
}

}  // namespace xttt
