#include "record/game_record.h"

#include <algorithm>
#include <utility>

#include "base/names.h"
#include "base/text.h"
#include "rules/with_variant.h"

namespace xttt {

std::string bounded_evidence(std::string_view text) {
    if (text.size() <= kMaxEvidence) {
        std::string whole = to_utf8(text);
        if (whole.size() <= kMaxEvidence) return whole;
    }
    constexpr std::string_view kCut = " [...]";
    std::string kept = to_utf8(text.substr(0, kMaxEvidence));
    std::size_t size = std::min(kept.size(), kMaxEvidence - kCut.size());
    // Does not cut inside a character.
    while (size > 0 && size < kept.size() &&
           (static_cast<unsigned char>(kept[size]) & 0xc0) == 0x80)
        --size;
    kept.resize(size);
    return kept.append(kCut);
}

namespace {

constexpr Names<ForfeitReason, kForfeitReasons.size()> kForfeitNames{
    {"illegal-move", "time-limit", "crash", "changed-board", "started-process", "forbidden-call",
     "memory-limit", "resignation"}};

std::size_t tag_rank(std::string_view name) {
    static constexpr std::array<std::string_view, 6> kFirst{"Event", "Date", "Round",
                                                            "X",     "O",    "TimeControl"};
    return static_cast<std::size_t>(std::ranges::find(kFirst, name) - kFirst.begin());
}

GameResult won_by(Side side) {
    return side == Side::X ? GameResult::XWins : GameResult::OWins;
}

}  // namespace

std::string_view name(ForfeitReason reason) {
    return kForfeitNames.of(reason);
}

std::optional<ForfeitReason> find_forfeit_reason(std::string_view text) {
    return kForfeitNames.find(text);
}

bool TagOrder::operator()(std::string_view a, std::string_view b) const {
    return std::pair(tag_rank(a), a) < std::pair(tag_rank(b), b);
}

bool is_tag_name(std::string_view name) {
    static constexpr std::array<std::string_view, 7> kReserved{
        "Variant", "Seed", "FEN", "Result", "Points", "Termination", "Detail"};
    const auto allowed = [](char c) {
        const char lower = to_lower(c);
        return (lower >= 'a' && lower <= 'z') || is_digit(c) || c == '_';
    };
    return !name.empty() && name.size() <= 64 && std::ranges::all_of(name, allowed) &&
           std::ranges::find(kReserved, name) == kReserved.end();
}

std::optional<Side> Ending::rated_winner() const {
    if (!points || (*points)[0] == (*points)[1]) return std::nullopt;
    return (*points)[0] > (*points)[1] ? Side::X : Side::O;
}

template <const Variant& V>
Ending ending_at(const Position<V>& last, const std::optional<Forfeit>& forfeit, bool drawn) {
    if (forfeit) {
        std::array<int, 2> points{};
        points[index(opponent(forfeit->offender))] = V.line_points;
        return {won_by(opponent(forfeit->offender)), name(forfeit->reason), points};
    }
    const auto outcome = last.outcome();
    if (!outcome && drawn) {
        const int points = (last.board_points(Side::X) + last.board_points(Side::O)) / 2;
        return {GameResult::Draw, kAdjudicatedDraw, std::array{points, points}};
    }
    if (!outcome) return {};
    if (outcome->line_winner) return {won_by(*outcome->line_winner), "line", outcome->points};
    return {GameResult::Draw, "full", outcome->points};
}

Ending ending_at(const AnyPosition& last, const std::optional<Forfeit>& forfeit, bool drawn) {
    return last.visit([&](const auto& position) { return ending_at(position, forfeit, drawn); });
}

Result<Ending> ending_of(const GameRecord& record) {
    return with_variant(record.variant->name, [&]<const Variant & V>() -> Result<Ending> {
        TRY(const auto last, replay<V>(record, [](const auto&, const auto&) {}));
        return ending_at<V>(last, record);
    });
}

#define XTTT_INSTANTIATE(V) \
    template Ending ending_at<V>(const Position<V>&, const std::optional<Forfeit>&, bool);
XTTT_FOR_EACH_VARIANT(XTTT_INSTANTIATE)
#undef XTTT_INSTANTIATE

}  // namespace xttt
