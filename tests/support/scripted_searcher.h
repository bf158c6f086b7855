#pragma once

#include <algorithm>
#include <atomic>
#include <functional>
#include <memory>
#include <thread>

#include "base/clock.h"
#include "engine/core.h"

namespace xttt::test {

// What a scripted searcher was asked, and how it is to answer.
struct Script {
    std::function<Score(int move_number)> score = [](int n) { return -100 * n; };
    int natural_end = kMaxPly;          // the depth after which there is nothing left to look at
    std::chrono::milliseconds step{1};  // time for one depth
    std::atomic<int> searches = 0;
    std::atomic<int> new_games = 0;
    std::atomic<int> built = 0;
    SearchLimits last_limits;  // written before searches counts
};

// Finishes one depth per step until its limits end it. Its lines are the legal moves in
// order, each worth what the script says.
template <const Variant& V>
class ScriptedSearcher final : public Searcher<V> {
public:
    explicit ScriptedSearcher(std::shared_ptr<Script> script) : script_(std::move(script)) {}

    void new_game() override { ++script_->new_games; }

    SearchReport search(const Position<V>& pos, const SearchLimits& limits,
                        const ReportFunction& report) override {
        const auto begin = Clock::now();
        script_->last_limits = limits;
        ++script_->searches;
        script_->searches.notify_all();
        SearchReport found;
        auto end = Clock::time_point::max();
        if (limits.movetime) end = begin + *limits.movetime;
        if (limits.clock) end = begin + limits.clock->remaining;
        const auto done = [&] {
            return this->stop_ || found.depth >= limits.depth.value_or(script_->natural_end) ||
                   found.nodes >= limits.nodes.value_or(UINT64_MAX) || Clock::now() >= end;
        };
        do {
            ++found.depth;
            found.nodes += 100;
            found.pvs = pvs_of(pos, limits);
            found.elapsed =
                std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - begin);
            if (report) report(found);
            if (!done()) std::this_thread::sleep_for(script_->step);
        } while (!done());
        return found;
    }

private:
    std::vector<ScoredPv> pvs_of(const Position<V>& pos, const SearchLimits& limits) const {
        std::vector<ScoredPv> pvs;
        pos.for_each_legal([&](Move move) {
            if (!limits.root_moves.empty() && std::ranges::count(limits.root_moves, move) == 0)
                return;
            if (std::cmp_equal(pvs.size(), limits.multipv)) return;
            ScoredPv pv{script_->score(static_cast<int>(pvs.size())), {move}};
            Position<V> next = pos;
            next.play(move);
            if (!next.over()) pv.moves.push_back(next.nth_legal(0));
            pvs.push_back(std::move(pv));
        });
        return pvs;
    }

    std::shared_ptr<Script> script_;
};

// Cores of every variant whose searchers follow the script.
inline CoreFactory scripted_cores(std::shared_ptr<Script> script) {
    return [script](std::string_view variant) {
        return with_variant(
            variant, [&]<const Variant & V>() -> Result<std::unique_ptr<EngineCore>> {
                return std::make_unique<EngineCore>(EngineCore::Maker<V>(
                    [script](const SearchOptions&) -> Result<std::unique_ptr<Searcher<V>>> {
                        ++script->built;
                        return std::make_unique<ScriptedSearcher<V>>(script);
                    }));
            });
    };
}

}  // namespace xttt::test
