#include "engine/thinking.h"

#include <algorithm>
#include <utility>

#include "base/random.h"

namespace xttt {

using std::chrono::steady_clock;

Thinking::Thinking(std::shared_ptr<EngineCore> core, const EngineOptions& options,
                   GoRequest request, OnReport on_report, std::uint64_t seed)
    : core_(std::move(core)),
      options_(options),
      request_(std::move(request)),
      on_report_(std::move(on_report)),
      seed_(seed) {
    request_.limits.multipv = options_.multipv;
}

BestMove Thinking::run(const std::stop_token& stop) {
    if (core_->legal_count() == 0) {
        hold(stop);
        return {};
    }
    if (const auto known = from_book()) {
        report(*known);
        return best_of(*known);
    }
    const SearchReport found = request_.mode == GoMode::Ponder
                                   ? ponder(stop)
                                   : search(limits_left(request_.received), stop);
    if (request_.mode == GoMode::Infinite) hold(stop);
    return best_of(found);
}

bool Thinking::ponder_hit() {
    {
        const std::lock_guard lock(mutex_);
        if (request_.mode != GoMode::Ponder || hit_) return false;
        hit_ = true;
        hit_at_ = steady_clock::now();
    }
    changed_.notify_all();
    pondering_.request_stop();
    return true;
}

// The book is for playing: who analyses wants to see thinking, and a weaker player knows no theory.
std::optional<SearchReport> Thinking::from_book() const {
    const bool playing = request_.mode == GoMode::Play && request_.limits.root_moves.empty() &&
                         !request_.limits.depth && !request_.limits.nodes;
    if (!playing || has_handicap() || options_.multipv > 1) return std::nullopt;
    return core_->book_reply();
}

// Pondering has no limits. When it turns out to have been right, a new search with the real limits
// takes over: what was learned is in the searcher's memory, so little is done twice, and no
// searcher needs to know of limits that change under way.
SearchReport Thinking::ponder(const std::stop_token& stop) {
    const std::stop_callback forward(stop, [this] { pondering_.request_stop(); });
    SearchLimits unlimited;
    unlimited.root_moves = request_.limits.root_moves;
    unlimited.multipv = request_.limits.multipv;
    SearchReport found = search(unlimited, pondering_.get_token());
    hold(stop);
    if (stop.stop_requested()) return found;
    return search(limits_left(hit_at_), stop);
}

// Until the one who asked lets the answer go: at once in play.
void Thinking::hold(const std::stop_token& stop) {
    if (request_.mode == GoMode::Play) return;
    std::unique_lock lock(mutex_);
    changed_.wait(lock, stop, [this] { return hit_; });
}

SearchLimits Thinking::limits_left(steady_clock::time_point since) const {
    SearchLimits limits = request_.limits;
    const auto gone = std::chrono::duration_cast<Milliseconds>(steady_clock::now() - since);
    const auto take = [&](Milliseconds& time) { time = std::max(time - gone, Milliseconds{0}); };
    if (limits.movetime) take(*limits.movetime);
    if (limits.clock) take(limits.clock->remaining);
    return limits;
}

SearchReport Thinking::search(SearchLimits limits, const std::stop_token& stop) {
    if (has_handicap()) limits = limited(std::move(limits), skill_level(options_.skill));
    return core_->search(limits, [this](const SearchReport& found) { report(found); }, stop);
}

void Thinking::report(const SearchReport& found) const {
    if (!on_report_) return;
    EngineReport text{found, {}};
    auto& lines = text.search.lines;
    if (std::cmp_greater(lines.size(), options_.multipv))
        lines.resize(static_cast<std::size_t>(options_.multipv));
    for (const SearchLine& line : lines) {
        std::string pv;
        for (const Move move : line.moves) {
            if (!pv.empty()) pv += ' ';
            pv += core_->move_text(move);
        }
        text.pv.push_back(std::move(pv));
    }
    on_report_(text);
}

BestMove Thinking::best_of(const SearchReport& found) const {
    std::size_t chosen = 0;
    if (has_handicap()) {
        Random random(mix64(seed_ ^ core_->key()));
        chosen = choose_line(found.lines, skill_level(options_.skill), core_->variant().line_points,
                             random);
    }
    const std::vector<Move>& moves = found.lines[chosen].moves;
    BestMove best{core_->move_text(moves[0]), {}};
    if (moves.size() > 1 && core_->passes_turn(moves[0])) best.reply = core_->move_text(moves[1]);
    return best;
}

}  // namespace xttt
