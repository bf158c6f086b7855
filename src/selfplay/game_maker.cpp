#include "selfplay/game_maker.h"

#include <array>
#include <cmath>

#include <fmt/format.h>

#include "rules/fen.h"
#include "rules/playout.h"

namespace xttt {

std::uint64_t recipe_number(const SelfPlayRecipe& r) {
    std::string text =
        fmt::format("{} {} {} {} {} {} {} {} {} {} {}", r.search.algorithm, r.search.evaluation,
                    r.search.eval_file, r.search.hash_mb, r.nodes, r.opening_min, r.opening_max,
                    r.random_share, r.temperature, r.temperature_plies, r.seed);
    for (const auto& fen : r.openings) text += '\n' + fen;
    std::uint64_t hash = 0;
    for (const char c : text) hash = mix64(hash ^ static_cast<unsigned char>(c));
    return hash;
}

template <const Variant& V>
Result<GameStarts<V>> GameStarts<V>::make(const SelfPlayRecipe& recipe) {
    if (recipe.opening_min > recipe.opening_max)
        return fail(
            Errc::Usage,
            fmt::format("the minimum number of random opening moves ({}) exceeds the maximum ({})",
                        recipe.opening_min, recipe.opening_max));
    GameStarts starts;
    starts.seed_ = recipe.seed;
    starts.least_ = recipe.opening_min;
    starts.most_ = recipe.opening_max;
    for (const auto& fen : recipe.openings) {
        TRY(const auto pos, parse_fen<V>(fen));
        if (!pos.over()) starts.openings_.push_back(pos);
    }
    return starts;
}

template <const Variant& V>
Position<V> GameStarts<V>::draw(Random& random) const {
    // If the game ends during the random moves, start again.
    for (;;) {
        Position<V> pos;
        if (!openings_.empty())
            pos = openings_[random.below(static_cast<std::uint32_t>(openings_.size()))];
        int plies =
            least_ + static_cast<int>(random.below(static_cast<std::uint32_t>(most_ - least_) + 1));
        for (; plies > 0 && !pos.over(); --plies) pos.play(random_move<V>(pos, random));
        if (!pos.over()) return pos;
    }
}

template <const Variant& V>
Result<GameMaker<V>> GameMaker<V>::make(const SelfPlayRecipe& recipe) {
    TRY(auto searcher, make_searcher<V>(recipe.search));
    return make(recipe, std::move(searcher));
}

template <const Variant& V>
Result<GameMaker<V>> GameMaker<V>::make(const SelfPlayRecipe& recipe,
                                        std::unique_ptr<Searcher<V>> searcher) {
    TRY(auto starts, GameStarts<V>::make(recipe));
    return GameMaker(recipe, std::move(starts), std::move(searcher));
}

template <const Variant& V>
std::vector<TrainingRecord<V>> GameMaker<V>::play(std::uint32_t number) {
    Random random = starts_.random(number);
    const Position<V> start = starts_.draw(random);
    return play(start, random, number);
}

template <const Variant& V>
std::vector<TrainingRecord<V>> GameMaker<V>::play_from(const Position<V>& start,
                                                       std::uint32_t number) {
    Random random = starts_.random(number);
    return play(start, random, number);
}

template <const Variant& V>
std::vector<TrainingRecord<V>> GameMaker<V>::play(Position<V> pos, Random& random,
                                                  std::uint32_t number) {
    std::vector<TrainingRecord<V>> records;
    searcher_->new_game();
    while (!pos.over()) {
        const bool warm = recipe_.temperature > 0 && pos.mark_count() < recipe_.temperature_plies;
        const SearchReport report = think(pos, warm);
        records.push_back(TrainingRecord<V>::of(pos, report.score(), report.best_move(), number));
        if (random.unit() < recipe_.random_share)
            pos.play(random_move<V>(pos, random));
        else
            pos.play(warm ? draw(report, random) : report.best_move());
    }
    for (auto& record : records) record.set_end(*pos.outcome());
    records.back().ends_game = 1;
    return records;
}

template <const Variant& V>
SearchReport GameMaker<V>::think(const Position<V>& pos, bool warm) {
    SearchLimits limits;
    limits.nodes = recipe_.nodes;
    limits.multipv = warm ? kWarmLines : 1;
    return searcher_->search(pos, limits, {});
}

// Picks one of the best moves at random; better moves are more likely.
template <const Variant& V>
Move GameMaker<V>::draw(const SearchReport& report, Random& random) const {
    double sum = 0;
    std::array<double, kWarmLines> weights{};
    for (std::size_t i = 0; i < report.pvs.size(); ++i) {
        const double behind = (report.score() - report.pvs[i].score) / double{kPoint};
        weights[i] = std::exp(-behind / recipe_.temperature);
        sum += weights[i];
    }
    double at = random.unit() * sum;
    for (std::size_t i = 0; i < report.pvs.size(); ++i)
        if ((at -= weights[i]) < 0) return report.pvs[i].moves[0];
    return report.best_move();
}

#define XTTT_INSTANTIATE(V)       \
    template class GameStarts<V>; \
    template class GameMaker<V>;
XTTT_FOR_EACH_VARIANT(XTTT_INSTANTIATE)
#undef XTTT_INSTANTIATE

}  // namespace xttt
