#include "selfplay/check.h"

#include <cstdlib>
#include <string_view>

#include <fmt/format.h>

#include "base/text.h"
#include "rules/instantiate.h"
#include "selfplay/record_file.h"

namespace xttt {
namespace {

// What is wrong with a record; empty if nothing.
template <const Variant& V>
std::string_view fault_of(const TrainingRecord<V>& record) {
    if (record.side > 1 || record.bonus > 1 || record.ends_game > 1) return "a flag is no flag";
    for (int b = 0; b < V.small_boards(); ++b) {
        if ((record.marks[0][b] & record.marks[1][b]) != 0) return "a cell is marked twice";
        if (((record.marks[0][b] | record.marks[1][b]) & ~kFullMask<V>) != 0)
            return "a mark lies outside its board";
    }
    const auto none = TrainingRecord<V>::kNone;
    if (record.last != none && record.last >= V.cells()) return "the last move is no move";
    if (record.best >= V.cells()) return "the best move is no move";
    const Position<V> pos = record.position();
    if (pos.over()) return "the game is over";
    if (pos.mark_count() != record.ply) return "the number of marks is another";
    if (!pos.is_legal(record.best_move())) return "the best move is illegal";
    if (std::abs(record.score) > kInfinite) return "the score is no score";
    if (record.result < -1 || record.result > 1) return "the result is no result";
    const int sign = (record.margin > 0) - (record.margin < 0);
    if (sign != record.result) return "margin and result contradict each other";
    return {};
}

}  // namespace

template <const Variant& V>
Result<RecordSummary> check_records(const std::string& path) {
    RecordSummary sum;
    Result<void> fine;
    const auto read = for_each_record<V>(path, [&](std::span<const TrainingRecord<V>> piece) {
        for (const auto& record : piece) {
            if (!fine) return;
            if (const auto fault = fault_of(record); !fault.empty()) {
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
    });
    if (!read) return std::unexpected(read.error());
    if (!fine) return std::unexpected(fine.error());
    if (sum.records > sum.proven) sum.mean_score /= static_cast<double>(sum.records - sum.proven);
    return sum;
}

#define XTTT_INSTANTIATE(V) template Result<RecordSummary> check_records<V>(const std::string&);
XTTT_FOR_EACH_VARIANT(XTTT_INSTANTIATE)

}  // namespace xttt
