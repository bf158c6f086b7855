#include "selfplay/opening_statistics.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include <fmt/format.h>

#include "rules/variant.h"

namespace xttt {

template <const Variant& V>
std::string opening_key(const Canonical<V>& form) {
    return fmt::format("{:010x}", form.position.key() >> 24);
}

template <const Variant& V>
Move opening_move(const Canonical<V>& form, Move move) {
    const Move image = form.symmetry(move);
    Move least = image;
    for (int number = 1; number < Symmetry<V>::kCount; ++number) {
        const Symmetry<V> symmetry(number);
        if (symmetry(image) < least && symmetry(form.position).key() == form.position.key())
            least = symmetry(image);
    }
    return least;
}

template <const Variant& V>
void OpeningStatistics<V>::add(std::span<const TrainingRecord<V>> game) {
    if (game.empty() || game.front().ply > 1) return;  // its first moves are not known
    ++games_;
    const auto points = [](const TrainingRecord<V>& record, Side view) {
        const Score most = kPoint * V.line_points;
        const double found = std::clamp(record.score, -most, most) / double{kPoint};
        return static_cast<Side>(record.side) == view ? found : -found;
    };
    const auto& first = game.front();
    const int result_x = static_cast<Side>(first.side) == Side::X ? first.result : -first.result;
    // A random first move has no record of its own: it is the last move of the first one.
    Position<V> pos;
    for (const auto& record : game) {
        if (record.last == TrainingRecord<V>::kNone) continue;
        if (record.ply > plies_) break;
        add_move(pos, move_from_id<V>(record.last), points(record, pos.side_to_move()), result_x);
        pos = record.position();
    }
}

template <const Variant& V>
void OpeningStatistics<V>::add(std::span<const Move> moves, int result_x) {
    ++games_;
    Position<V> pos;
    for (const Move move : moves.first(std::min(moves.size(), static_cast<std::size_t>(plies_)))) {
        add_move(pos, move, 0, result_x);
        pos.play(move);
    }
}

template <const Variant& V>
void OpeningStatistics<V>::add_move(const Position<V>& pos, Move move, double points,
                                    int result_x) {
    const Canonical<V> form = canonical(pos);
    Count& count = positions_[opening_key(form)][move_id<V>(opening_move(form, move))];
    ++count.played.games;
    count.played.won_by_x += result_x > 0;
    count.played.won_by_o += result_x < 0;
    count.points += points;
}

template <const Variant& V>
void OpeningStatistics<V>::add(const Book<V>& book) {
    std::map<Key, Position<V>> level{{0, Position<V>::initial()}};
    while (!level.empty()) {
        std::map<Key, Position<V>> next;
        for (const auto& [key, pos] : level) {
            const Canonical<V> form = canonical(pos);
            std::map<int, Move> moves;  // of equal ones by symmetry only one
            pos.for_each_legal([&](Move m) { moves[move_id<V>(opening_move(form, m))] = m; });
            for (const auto& [number, move] : moves) {
                Position<V> after = pos;
                after.play(move);
                const auto entry = after.over() ? std::nullopt : book.find(after);
                if (!entry) continue;
                next.emplace(canonical(after).position.key(), after);
                const bool same_side = after.side_to_move() == pos.side_to_move();
                const bool x = after.side_to_move() == Side::X;
                Count& count = positions_[opening_key(form)][number];
                count.book = {entry->games, x ? entry->won : entry->lost,
                              x ? entry->lost : entry->won};
                count.depth = entry->depth + 1;
                count.book_score = same_side ? entry->score : -entry->score;
            }
        }
        level = std::move(next);
    }
}

template <const Variant& V>
OpeningStatistics<V>& OpeningStatistics<V>::operator+=(const OpeningStatistics& other) {
    games_ += other.games_;
    for (const auto& [key, moves] : other.positions_)
        for (const auto& [move, count] : moves) {
            Count& sum = positions_[key][move];
            sum.played.games += count.played.games;
            sum.played.won_by_x += count.played.won_by_x;
            sum.played.won_by_o += count.played.won_by_o;
            sum.points += count.points;
            // Parts of one file have the same book.
            if (count.depth == 0) continue;
            sum.depth = count.depth;
            sum.book_score = count.book_score;
            sum.book = count.book;
        }
    return *this;
}

template <const Variant& V>
auto OpeningStatistics<V>::best(std::size_t most, std::uint32_t least) const
    -> std::vector<typename Positions::const_iterator> {
    const auto games_of = [](const auto& entry) {
        return std::accumulate(
            entry->second.begin(), entry->second.end(), std::uint32_t{0},
            [](std::uint32_t sum, const auto& m) { return sum + m.second.played.games; });
    };
    const auto in_book = [](const auto& entry) {
        return std::ranges::any_of(entry->second, [](const auto& m) { return m.second.depth > 0; });
    };
    std::vector<typename Positions::const_iterator> kept;
    for (auto at = positions_.begin(); at != positions_.end(); ++at)
        if (in_book(at) || games_of(at) >= least) kept.push_back(at);
    const auto others = std::ranges::stable_partition(kept, in_book);
    std::ranges::stable_sort(others, std::ranges::greater{}, games_of);
    kept.resize(kept.size() - others.size() + std::min(others.size(), most));
    std::ranges::sort(kept, {}, [](const auto& entry) -> const auto& { return entry->first; });
    return kept;
}

template <const Variant& V>
void OpeningStatistics<V>::keep(std::size_t most) {
    Positions kept;
    for (const auto& entry : best(most, 1)) kept.insert(positions_.extract(entry));
    positions_ = std::move(kept);
}

template <const Variant& V>
std::string OpeningStatistics<V>::text(std::size_t most, std::uint32_t least) const {
    std::string text = fmt::format("xttt-openings 2 {} {}\n", V.name, games_);
    for (const auto& entry : best(most, least)) {
        text += entry->first;
        for (const auto& [move, count] : entry->second) {
            const auto& [played, points, depth, book_score, book] = count;
            text +=
                fmt::format(" {}:{}:{}:{}:", move, played.games, played.won_by_x, played.won_by_o);
            if (depth > 0)
                text += fmt::format("{}:{}:{}:{}:{}", std::lround(book_score / 10.0), depth,
                                    book.games, book.won_by_x, book.won_by_o);
            else
                text += fmt::format("{}", std::lround(10 * points / played.games));
        }
        text += '\n';
    }
    return text;
}

#define XTTT_INSTANTIATE(V)                                   \
    template std::string opening_key<V>(const Canonical<V>&); \
    template Move opening_move<V>(const Canonical<V>&, Move); \
    template class OpeningStatistics<V>;
XTTT_FOR_EACH_VARIANT(XTTT_INSTANTIATE)
#undef XTTT_INSTANTIATE

}  // namespace xttt
