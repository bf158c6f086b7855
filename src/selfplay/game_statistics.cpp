#include "selfplay/game_statistics.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <list>
#include <mutex>
#include <thread>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "rules/notation.h"
#include "selfplay/game_maker.h"

namespace xttt {
namespace {

constexpr auto kProgressInterval = std::chrono::seconds(5);

std::string tally_json(const ResultTally& tally) {
    return fmt::format("[{},{},{},{},{}]", tally.games, tally.won, tally.lost, tally.margin,
                       tally.margin_square);
}

}  // namespace

void ResultTally::add(int result, int points) {
    ++games;
    won += result > 0;
    lost += result < 0;
    margin += points;
    margin_square += std::int64_t{points} * points;
}

ResultTally& ResultTally::operator+=(const ResultTally& other) {
    games += other.games;
    won += other.won;
    lost += other.lost;
    margin += other.margin;
    margin_square += other.margin_square;
    return *this;
}

template <const Variant& V>
void GameStatistics<V>::add(std::span<const TrainingRecord<V>> game) {
    if (game.empty() || game.front().ply > 1) return;  // its first move is not known
    const auto& first = game.front();
    const int sign = static_cast<Side>(first.side) == Side::X ? 1 : -1;
    const int result = sign * first.result, margin = sign * first.margin;
    result_.add(result, margin);
    by_line_ += std::abs(margin) == V.line_points;
    ++lengths_[game.back().ply + 1];

    const auto& second =
        first.last == TrainingRecord<V>::kNone && game.size() > 1 ? game[1] : first;
    if (second.last != TrainingRecord<V>::kNone) {
        const Move move =
            opening_move(canonical(Position<V>::initial()), move_from_id<V>(second.last));
        first_moves_[move_id<V>(move)].add(result, margin);
    }

    std::array<bool, 3> seen{};
    BoardSet before = 0;
    for (const auto& record : game) {
        const Position<V> pos = record.position();
        const BoardSet won = pos.won(Side::X) | pos.won(Side::O);
        if (won == before) continue;
        for_each_bit(won & ~before, [&](int board) {
            const auto kind = static_cast<std::size_t>(board_kind<V>(board));
            if (std::exchange(seen[kind], true)) return;
            const bool x = pos.won(Side::X) >> board & 1;
            first_boards_[kind][x ? 0 : 1].add(x ? result : -result, x ? margin : -margin);
        });
        if (std::popcount(won) == kBalanceBoards) {
            Balance balance{0, 0, 0, pos.side_to_move() == Side::X ? 1 : -1};
            for_each_bit(won, [&](int board) {
                balance[static_cast<std::size_t>(board_kind<V>(board))] +=
                    pos.won(Side::X) >> board & 1 ? 1 : -1;
            });
            balances_[balance].add(result, margin);
        }
        before = won;
    }
}

template <const Variant& V>
void GameStatistics<V>::add_bonus(const Position<V>& pos, Score value) {
    std::size_t closed = 0;
    for (int board = 0; board < V.small_boards(); ++board) closed += !pos.is_open(board);
    BonusTally& tally = bonus_[closed];
    ++tally.positions;
    tally.value += value;
    tally.value_square += std::int64_t{value} * value;
}

template <const Variant& V>
GameStatistics<V>& GameStatistics<V>::operator+=(const GameStatistics& other) {
    result_ += other.result_;
    by_line_ += other.by_line_;
    for (std::size_t i = 0; i < lengths_.size(); ++i) lengths_[i] += other.lengths_[i];
    for (const auto& [move, tally] : other.first_moves_) first_moves_[move] += tally;
    for (std::size_t kind = 0; kind < 3; ++kind)
        for (std::size_t side = 0; side < 2; ++side)
            first_boards_[kind][side] += other.first_boards_[kind][side];
    for (const auto& [balance, tally] : other.balances_) balances_[balance] += tally;
    for (std::size_t i = 0; i < bonus_.size(); ++i) {
        bonus_[i].positions += other.bonus_[i].positions;
        bonus_[i].value += other.bonus_[i].value;
        bonus_[i].value_square += other.bonus_[i].value_square;
    }
    return *this;
}

template <const Variant& V>
std::string GameStatistics<V>::json_members() const {
    std::vector<std::string> moves, boards, balances, bonus;
    for (const auto& [move, tally] : first_moves_)
        moves.push_back(
            fmt::format("\"{}\":{}", move_text<V>(move_from_id<V>(move)), tally_json(tally)));
    for (std::size_t kind = 0; kind < 3; ++kind)
        boards.push_back(fmt::format("\"{}\":[{},{}]", kBoardKindNames[kind],
                                     tally_json(first_boards_[kind][0]),
                                     tally_json(first_boards_[kind][1])));
    for (const auto& [balance, tally] : balances_)
        balances.push_back(fmt::format("[[{}],{}]", fmt::join(balance, ","), tally_json(tally)));
    for (const auto& tally : bonus_)
        bonus.push_back(
            fmt::format("[{},{},{}]", tally.positions, tally.value, tally.value_square));
    return fmt::format(
        "\"result\":{},\n\"by_line\":{},\n\"lengths\":[{}],\n\"first_moves\":{{{}}},\n"
        "\"first_boards\":{{{}}},\n\"balances\":[{}],\n\"bonus\":[{}]",
        tally_json(result_), by_line_, fmt::join(lengths_, ","), fmt::join(moves, ",\n"),
        fmt::join(boards, ",\n"), fmt::join(balances, ",\n"), fmt::join(bonus, ","));
}

namespace {

// The value of having the bonus move of pos rather than the opponent's turn: both are searched. The
// second position cannot occur, but the rules hold in it.
template <const Variant& V>
Score bonus_value(Searcher<V>& searcher, const Position<V>& pos, std::uint64_t nodes) {
    const auto value = [&](const Position<V>& from) {
        constexpr Score kMost = kPoint * V.line_points;
        SearchLimits limits;
        limits.nodes = nodes;
        searcher.new_game();
        return std::clamp(searcher.search(from, limits, {}).score(), -kMost, kMost);
    };
    auto facts = Symmetry<V>().facts(pos);
    facts.side = opponent(facts.side);
    facts.bonus = false;
    return value(pos) + value(Position<V>::assemble(facts));
}

// The part of the statistics that one thread collects.
template <const Variant& V>
struct Shard {
    explicit Shard(int plies) : sums{{}, OpeningStatistics<V>(plies)} {}
    std::mutex mutex;
    StatisticsSoFar<V> sums;
};

}  // namespace

template <const Variant& V>
Result<StatisticsSoFar<V>> play_statistics(
    const StatisticsOptions& options,
    const std::function<void(const StatisticsSoFar<V>&)>& progress) {
    struct Worker {
        GameMaker<V> maker;
        std::unique_ptr<Searcher<V>> searcher;  // for bonus moves
    };
    std::vector<Worker> workers;
    std::list<Shard<V>> shards;  // by thread; a mutex cannot be moved
    for (int t = 0; t < options.threads; ++t) {
        TRY(auto maker, GameMaker<V>::make(options));
        TRY(auto searcher, make_searcher<V>(options.search));
        workers.push_back({std::move(maker), std::move(searcher)});
        shards.emplace_back(options.opening_plies);
    }
    const auto merged = [&] {
        StatisticsSoFar<V> sum{{}, OpeningStatistics<V>(options.opening_plies)};
        for (auto& shard : shards) {
            const std::lock_guard lock(shard.mutex);
            sum.games += shard.sums.games;
            sum.openings += shard.sums.openings;
        }
        return sum;
    };
    const auto start = Clock::now();
    std::atomic<std::uint32_t> next{0};
    {
        std::vector<std::jthread> threads;
        auto shard = shards.begin();
        for (auto& worker : workers)
            threads.emplace_back([&, &own = *shard++, first = threads.empty()] {
                auto shown = start;
                while (!options.time || Clock::now() - start < *options.time) {
                    const std::uint32_t number = next++;
                    if (number >= options.games) return;
                    const auto game = worker.maker.play(number);
                    const auto bonus = std::ranges::find_if(
                        game, [&](const auto& r) { return r.bonus && r.ply > number % 64; });
                    std::optional<Score> value;
                    if (options.bonus_nodes != 0 && bonus != game.end())
                        value = bonus_value<V>(*worker.searcher, bonus->position(),
                                               options.bonus_nodes);
                    {
                        const std::lock_guard lock(own.mutex);
                        own.sums.games.add(game);
                        if (options.opening_plies > 0) own.sums.openings.add(game);
                        if (value) own.sums.games.add_bonus(bonus->position(), *value);
                    }
                    if (first && progress && Clock::now() - shown >= kProgressInterval) {
                        shown = Clock::now();
                        progress(merged());
                    }
                }
            });
    }
    return merged();
}

#define XTTT_INSTANTIATE(V)                                 \
    template class GameStatistics<V>;                       \
    template Result<StatisticsSoFar<V>> play_statistics<V>( \
        const StatisticsOptions&, const std::function<void(const StatisticsSoFar<V>&)>&);
XTTT_FOR_EACH_VARIANT(XTTT_INSTANTIATE)
#undef XTTT_INSTANTIATE

}  // namespace xttt
