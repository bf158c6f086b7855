#include "selfplay/check.h"

#include <cstdlib>
#include <string_view>

#include <fmt/format.h>

#include "base/text.h"
#include "rules/variant.h"
#include "selfplay/record_file.h"

namespace xttt {

template <const Variant& V>
std::string_view record_fault(const TrainingRecord<V>& record) {
    if (record.side > 1 || record.bonus > 1 || record.ends_game > 1)
        return "a flag is neither 0 nor 1";
    for (int b = 0; b < V.small_boards(); ++b) {
        if ((record.marks[0][b] & record.marks[1][b]) != 0) return "a cell is marked twice";
        if (((record.marks[0][b] | record.marks[1][b]) & ~kFullMask<V>) != 0)
            return "a mark is outside its small board";
    }
    const auto none = TrainingRecord<V>::kNone;
    if (record.last != none && record.last >= V.cells()) return "the last move is out of range";
    if (record.best >= V.cells()) return "the best move is out of range";
    const Position<V> pos = record.position();
    if (pos.over()) return "the game is over";
    if (pos.mark_count() != record.ply) return "the ply does not match the number of marks";
    if (!pos.is_legal(record.best_move())) return "the best move is illegal";
    if (record.score > kInfinite || record.score < -kInfinite) return "the score is out of range";
    if (record.result < -1 || record.result > 1) return "the result is out of range";
    const int sign = (record.margin > 0) - (record.margin < 0);
    if (sign != record.result) return "the margin contradicts the result";
    return {};
}

namespace {

// Whether a record has exactly this position.
template <const Variant& V>
bool shows(const TrainingRecord<V>& record, const Position<V>& pos) {
    const auto expected = TrainingRecord<V>::of(pos, 0, pos.nth_legal(0), record.game);
    return record.marks == expected.marks && record.last == expected.last &&
           record.ply == expected.ply && record.side == expected.side &&
           record.bonus == expected.bonus;
}

// Whether some legal move ends the game with the recorded result.
template <const Variant& V>
bool ends_as_recorded(const TrainingRecord<V>& record, const Position<V>& pos) {
    for (std::uint32_t n = 0; n < static_cast<std::uint32_t>(pos.legal_count()); ++n) {
        Position<V> after = pos;
        after.play(pos.nth_legal(n));
        if (!after.over()) continue;
        auto ending = record;
        ending.set_end(*after.outcome());
        if (ending.margin == record.margin && ending.result == record.result) return true;
    }
    return false;
}

// The first fault of the game at the front of `records`. Removes its records from the front.
template <const Variant& V>
std::string_view take_game(std::span<const TrainingRecord<V>>& records, Position<V> pos,
                           std::uint32_t number) {
    for (;;) {
        if (records.empty()) return "its last record is missing";
        const auto& record = records.front();
        if (record.game != number) return "the game number is wrong";
        if (!shows<V>(record, pos)) return "a position does not follow from the one before";
        if (const auto fault = record_fault(record); !fault.empty()) return fault;
        const auto end = record;
        records = records.subspan(1);
        if (end.ends_game != 0)
            return ends_as_recorded<V>(end, pos) ? std::string_view()
                                                 : "no legal move leads to the recorded result";
        if (records.empty()) return "its last record is missing";
        const auto& next = records.front();
        const int view = next.side == end.side ? 1 : -1;
        if (next.margin != view * end.margin || next.result != view * end.result)
            return "its records have different results";
        if (next.last >= V.cells() || !pos.is_legal(move_from_id<V>(next.last)))
            return "a move is illegal";
        pos.play(move_from_id<V>(next.last));
        if (pos.over()) return "there are records after the end of the game";
    }
}

}  // namespace

template <const Variant& V>
Result<void> check_games(const GameStarts<V>& starts, std::uint32_t first, std::uint32_t count,
                         std::span<const TrainingRecord<V>> records) {
    for (std::uint32_t number = first; number < first + count; ++number) {
        Random random = starts.random(number);
        const auto fault = take_game<V>(records, starts.draw(random), number);
        if (!fault.empty()) return fail(Errc::BadRecord, fmt::format("game {}: {}", number, fault));
    }
    if (!records.empty()) return fail(Errc::BadRecord, "there are more games than requested");
    return {};
}

template <const Variant& V>
Result<RecordSummary> check_records(const std::string& path) {
    RecordSummary sum;
    Result<void> fine;
    TRY_VOID(for_each_record<V>(path, [&](std::span<const TrainingRecord<V>> piece) {
        for (const auto& record : piece) {
            if (!fine) return;
            if (const auto fault = record_fault(record); !fault.empty()) {
                fine = fail(Errc::BadInput,
                            fmt::format("{}: record {}: {}", quote(path), sum.records, fault));
                return;
            }
            ++sum.records;
            sum.games += record.ends_game;
            sum.won += record.result > 0;
            sum.drawn += record.result == 0;
            sum.lost += record.result < 0;
            if (is_line_score(record.score))
                ++sum.proven;
            else
                sum.mean_score += std::abs(record.score) / double{kPoint};
        }
    }));
    if (!fine) return std::unexpected(fine.error());
    if (sum.records > sum.proven) sum.mean_score /= static_cast<double>(sum.records - sum.proven);
    return sum;
}

#define XTTT_INSTANTIATE(V)                                                                  \
    template Result<RecordSummary> check_records<V>(const std::string&);                     \
    template Result<void> check_games<V>(const GameStarts<V>&, std::uint32_t, std::uint32_t, \
                                         std::span<const TrainingRecord<V>>);
XTTT_FOR_EACH_VARIANT(XTTT_INSTANTIATE)
#undef XTTT_INSTANTIATE

}  // namespace xttt
