#include "referee/early_ending.h"

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>

#include "base/count_text.h"
#include "rules/with_variant.h"

namespace xttt {
namespace {

constexpr std::size_t kTableMegabytes = 4;

// The score in points x 100; a proven line outranks all points.
int comparable(const NoteScore& score) {
    constexpr int kLine = 1'000'000;
    if (score.kind == NoteScore::Kind::Points) return score.value;
    return score.value > 0 ? kLine : -kLine;
}

}  // namespace

template <const Variant& V>
void EarlyEnding<V>::add(Side side, const std::optional<NoteScore>& score) {
    const auto count = [](int& in_a_row, bool fits) { in_a_row = fits ? in_a_row + 1 : 0; };
    if (rules_.resign_score) {
        count(losing_[index(side)], score && comparable(*score) <= -*rules_.resign_score);
        count(winning_[index(side)], score && comparable(*score) >= *rules_.resign_score);
    }
    if (rules_.draw_score)
        count(even_[index(side)], score && std::abs(comparable(*score)) <= *rules_.draw_score);
}

template <const Variant& V>
std::optional<std::string> EarlyEnding<V>::loss(const Position<V>& position) {
    const Side side = position.side_to_move();
    if (rules_.resign_score && losing_[index(side)] >= rules_.resign_moves &&
        (!rules_.resign_twosided || winning_[index(opponent(side))] >= rules_.resign_moves))
        return fmt::format("adjudicated: its score was {:.2f} or less in {} in a row",
                           -*rules_.resign_score / 100.0, count_text(rules_.resign_moves, "move"));
    if (rules_.proof_nodes > 0 && proves_line(position, opponent(side)))
        return "adjudicated: the solver proves a line of the opponent";
    return std::nullopt;
}

template <const Variant& V>
std::optional<std::string> EarlyEnding<V>::draw(std::size_t moves) const {
    if (rules_.draw_score && std::ranges::min(even_) >= rules_.draw_moves &&
        moves >= static_cast<std::size_t>(rules_.draw_from))
        return fmt::format(
            "adjudicated: the scores of both players were within {:.2f} points in {} in a row",
            *rules_.draw_score / 100.0, count_text(rules_.draw_moves, "move"));
    if (rules_.max_moves > 0 && moves >= static_cast<std::size_t>(rules_.max_moves))
        return fmt::format("adjudicated: the game has {}", count_text(moves, "move"));
    return std::nullopt;
}

template <const Variant& V>
bool EarlyEnding<V>::proves_line(const Position<V>& position, Side winner) {
    if (!table_) table_.emplace(kTableMegabytes);
    BoundSearch<V> search(*table_,
                          [this](std::uint64_t nodes) { return nodes < rules_.proof_nodes; });
    const auto bare = position.template with_tracking<Tracking::None>();
    const int bound = search.bound(bare, winner == Side::X ? kLineValue : 1 - kLineValue);
    if (search.interrupted()) return false;
    return winner == Side::X ? bound >= kLineValue : bound <= -kLineValue;
}

#define XTTT_INSTANTIATE(V) template class EarlyEnding<V>;
XTTT_FOR_EACH_VARIANT(XTTT_INSTANTIATE)
#undef XTTT_INSTANTIATE

}  // namespace xttt
