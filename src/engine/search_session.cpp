#include "engine/search_session.h"

#include <algorithm>
#include <utility>

#include "base/random.h"

namespace xttt {

SearchSession::SearchSession(std::shared_ptr<EngineCore> core, const AnyPosition& position,
                             const EngineOptions& options, GoRequest request, OnReport on_report,
                             std::uint64_t seed)
    : core_(std::move(core)),
      position_(position),
      options_(options),
      request_(std::move(request)),
      on_report_(std::move(on_report)),
      seed_(seed) {
    request_.limits.multipv = options_.multipv;
    if (uses_book() && !position_.over()) book_reply_ = core_->book_reply(position_);
}

BestMove SearchSession::run(const std::stop_token& stop) {
    if (position_.over()) {
        wait_for_stop(stop);
        return {};
    }
    if (book_reply_) {
        report(*book_reply_);
        return best_of(*book_reply_);
    }
    const SearchReport found = request_.mode == GoMode::Ponder
                                   ? ponder(stop)
                                   : search(limits_left(request_.received), stop);
    if (request_.mode == GoMode::Infinite) wait_for_stop(stop);
    return best_of(found);
}

bool SearchSession::ponder_hit() {
    {
        const std::lock_guard lock(mutex_);
        if (request_.mode != GoMode::Ponder || hit_) return false;
        hit_ = true;
        hit_at_ = Clock::now();
    }
    changed_.notify_all();
    pondering_.request_stop();
    return true;
}

// The book is for playing at full strength only, not for analysis.
bool SearchSession::uses_book() const {
    const bool playing = request_.mode == GoMode::Play && request_.limits.root_moves.empty() &&
                         !request_.limits.depth && !request_.limits.nodes;
    return playing && !has_handicap() && options_.multipv == 1;
}

// Pondering has no limits. After ponderhit a new search with the real limits takes over. The
// transposition table keeps the results, so little work is repeated, and no searcher has to support
// limits that change.
SearchReport SearchSession::ponder(const std::stop_token& stop) {
    const std::stop_callback forward(stop, [this] { pondering_.request_stop(); });
    SearchLimits unlimited;
    unlimited.root_moves = request_.limits.root_moves;
    unlimited.multipv = request_.limits.multipv;
    SearchReport found = search(unlimited, pondering_.get_token());
    wait_for_stop(stop);
    if (stop.stop_requested()) return found;
    return search(limits_left(hit_at_), stop);
}

// Delays the answer until stop or ponderhit, as the protocol requires for `infinite` and `ponder`.
void SearchSession::wait_for_stop(const std::stop_token& stop) {
    if (request_.mode == GoMode::Play) return;
    std::unique_lock lock(mutex_);
    changed_.wait(lock, stop, [this] { return hit_; });
}

SearchLimits SearchSession::limits_left(Clock::time_point since) const {
    SearchLimits limits = request_.limits;
    const auto elapsed = std::chrono::duration_cast<Milliseconds>(Clock::now() - since);
    const auto take = [&](Milliseconds& time) { time = std::max(time - elapsed, Milliseconds{0}); };
    if (limits.movetime) take(*limits.movetime);
    if (limits.clock) take(limits.clock->remaining);
    return limits;
}

SearchReport SearchSession::search(SearchLimits limits, const std::stop_token& stop) {
    if (has_handicap()) {
        Random random(mix64(~seed_ ^ position_.key()));
        limits = limited(std::move(limits), handicap(grade()), random);
    }
    return core_->search(
        position_, limits, [this](const SearchReport& found) { report(found); }, stop);
}

void SearchSession::report(const SearchReport& found) const {
    if (!on_report_) return;
    EngineReport text{found, {}};
    auto& pvs = text.search.pvs;
    if (std::cmp_greater(pvs.size(), options_.multipv))
        pvs.resize(static_cast<std::size_t>(options_.multipv));
    for (const ScoredPv& pv : pvs) {
        std::string moves;
        for (const Move move : pv.moves) {
            if (!moves.empty()) moves += ' ';
            moves += move_text(position_.variant(), move);
        }
        text.pv.push_back(std::move(moves));
    }
    on_report_(text);
}

BestMove SearchSession::best_of(const SearchReport& found) const {
    std::size_t chosen = 0;
    if (has_handicap()) {
        Random random(mix64(seed_ ^ position_.key()));
        const auto wins_board = [this](Move move) { return wins_small_board(position_, move); };
        chosen = choose_pv(found.pvs, handicap(grade()), position_.variant().line_points,
                           wins_board, random);
    }
    const std::vector<Move>& moves = found.pvs[chosen].moves;
    BestMove best{move_text(position_.variant(), moves[0]), {}};
    AnyPosition next = position_;
    next.play(moves[0]);
    const bool turn_passes = !next.over() && next.side_to_move() != position_.side_to_move();
    if (moves.size() > 1 && turn_passes) best.reply = move_text(position_.variant(), moves[1]);
    return best;
}

}  // namespace xttt
