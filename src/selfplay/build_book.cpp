#include "selfplay/build_book.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <thread>
#include <vector>

#include "rules/variant.h"
#include "selfplay/game_maker.h"
#include "selfplay/opening_statistics.h"

namespace xttt {
namespace {

template <const Variant& V>
struct Candidate {
    Position<V> pos;
    Score loss = 0;  // of the moves that led here, those of both sides together
};

// One thread's search and self-play.
template <const Variant& V>
struct Worker {
    std::unique_ptr<Searcher<V>> searcher;
    GameMaker<V> maker;
};

struct Study {
    SearchReport report;
    std::uint32_t won = 0, lost = 0;
};

// The moves of a position; of those that its symmetries map to each other only one.
template <const Variant& V>
std::vector<Move> distinct_moves(const Position<V>& pos) {
    const Canonical<V> form = canonical(pos);
    std::map<int, Move> moves;
    pos.for_each_legal([&](Move m) { moves.emplace(move_id<V>(opening_move(form, m)), m); });
    std::vector<Move> distinct;
    for (const auto& [id, move] : moves) distinct.push_back(move);
    return distinct;
}

template <const Variant& V>
class BookBuilder {
public:
    BookBuilder(const BookPlan& plan, std::vector<Worker<V>> workers)
        : plan_(plan), workers_(std::move(workers)) {}

    Book<V> build(const std::function<void(const BookProgress&)>& progress) {
        std::vector<Candidate<V>> level{{}};
        for (int ply = 0; ply < plan_.plies && !level.empty(); ++ply) {
            const auto studies = study(level, ply);
            std::map<Key, Candidate<V>> next;
            for (std::size_t i = 0; i < level.size(); ++i) {
                if (!studies[i]) continue;
                const auto& [report, won, lost] = *studies[i];
                book_.insert(level[i].pos, {report.best_move(), report.score(), report.depth,
                                            static_cast<std::uint32_t>(plan_.games), won, lost});
                follow(level[i], report, next);
            }
            if (progress) progress({book_.size(), ply, level.size(), level.back().loss});
            levels_.push_back(std::exchange(level, select(next)));
        }
        pass_scores_back();
        return std::move(book_);
    }

private:
    bool every_move(const Position<V>& pos) const {
        return plan_.first_moves && pos.last_move().is_none();
    }
    bool out_of_time() const { return plan_.time && Clock::now() - start_ >= *plan_.time; }

    // Empty where the time was up.
    std::vector<std::optional<Study>> study(const std::vector<Candidate<V>>& level, int ply) {
        std::vector<std::optional<Study>> studies(level.size());
        std::atomic<std::size_t> next{0};
        std::vector<std::jthread> threads;
        for (auto& worker : workers_)
            threads.emplace_back([&] {
                for (std::size_t i = next++; i < level.size() && !out_of_time(); i = next++)
                    studies[i] = study(worker, level[i].pos, ply);
            });
        threads.clear();
        return studies;
    }

    Study study(Worker<V>& worker, const Position<V>& pos, int ply) const {
        SearchLimits limits = plan_.limits;
        limits.root_moves = distinct_moves(pos);
        const int moves = static_cast<int>(limits.root_moves.size());
        if (ply + 1 < plan_.plies)
            limits.multipv = every_move(pos) ? moves : std::min(moves, plan_.breadth);
        // Clears the state of earlier searches, so that the book does not depend on their order.
        worker.searcher->new_game();
        Study found{worker.searcher->search(pos, limits, {})};
        for (int game = 0; game < plan_.games; ++game) {
            const auto records = worker.maker.play_from(pos, static_cast<std::uint32_t>(game));
            found.won += records.front().result > 0;
            found.lost += records.front().result < 0;
        }
        return found;
    }

    void follow(const Candidate<V>& from, const SearchReport& report,
                std::map<Key, Candidate<V>>& next) const {
        for (const ScoredPv& pv : report.pvs) {
            Candidate<V> to = from;
            to.loss += report.score() - pv.score;
            if (to.loss > plan_.window && !every_move(from.pos)) continue;
            to.pos.play(pv.moves[0]);
            if (to.pos.over()) continue;
            const auto [at, added] = next.emplace(canonical(to.pos).position.key(), to);
            if (!added && to.loss < at->second.loss) at->second = to;
        }
    }

    std::vector<Candidate<V>> select(const std::map<Key, Candidate<V>>& found) const {
        std::vector<Candidate<V>> level;
        for (const auto& [key, candidate] : found) level.push_back(candidate);
        std::ranges::stable_sort(level, {}, &Candidate<V>::loss);
        if (plan_.positions != 0 && level.size() > plan_.positions) level.resize(plan_.positions);
        return level;
    }

    void pass_scores_back() {
        for (auto level = levels_.rbegin(); level != levels_.rend(); ++level)
            for (const auto& [pos, loss] : *level)
                if (auto entry = book_.find(pos)) book_.insert(pos, best_reply(pos, *entry));
    }
    // The entry with the best of the moves that the book knows. Keeps the entry of the search if
    // the book does not contain the move that the search prefers.
    typename Book<V>::Entry best_reply(const Position<V>& pos,
                                       const typename Book<V>::Entry& searched) const {
        auto best = searched;
        bool complete = false;
        best.score = -kInfinite;
        pos.for_each_legal([&](Move move) {
            Position<V> next = pos;
            next.play(move);
            const auto reply = next.over() ? std::nullopt : book_.find(next);
            if (!reply) return;
            complete |= move == searched.move;
            const bool same_side = next.side_to_move() == pos.side_to_move();
            const Score score = same_side ? reply->score : -reply->score;
            if (score <= best.score) return;
            best.move = move;
            best.score = score;
            best.depth = reply->depth + 1;
        });
        return complete ? best : searched;
    }

    const BookPlan& plan_;
    std::vector<Worker<V>> workers_;
    Clock::time_point start_ = Clock::now();
    Book<V> book_;
    std::vector<std::vector<Candidate<V>>> levels_;
};

}  // namespace

template <const Variant& V>
Result<Book<V>> build_book(const SearchOptions& search, const BookPlan& plan,
                           const std::function<void(const BookProgress&)>& progress) {
    std::vector<Worker<V>> workers;
    for (int t = 0; t < plan.threads; ++t) {
        TRY(auto searcher, make_searcher<V>(search));
        TRY(auto maker, GameMaker<V>::make(plan.recipe));
        workers.push_back({std::move(searcher), std::move(maker)});
    }
    return BookBuilder<V>(plan, std::move(workers)).build(progress);
}

#define XTTT_INSTANTIATE(V)                                                       \
    template Result<Book<V>> build_book<V>(const SearchOptions&, const BookPlan&, \
                                           const std::function<void(const BookProgress&)>&);
XTTT_FOR_EACH_VARIANT(XTTT_INSTANTIATE)
#undef XTTT_INSTANTIATE

}  // namespace xttt
