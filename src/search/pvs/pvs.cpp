#include "search/pvs/pvs.h"

#include <thread>

#include "search/instantiate.h"
#include "search/pvs/horizon.h"
#include "search/pvs/root.h"
#include "search/pvs/tree.h"

namespace xttt {
namespace {

#if defined(__cpp_lib_jthread)
// The other threads of one search. They wait for tasks, so whatever ends the search, an error too,
// has to tell them.
class Helpers {
public:
    explicit Helpers(Team& team) : team_(team) { team_.set_task({}); }
    ~Helpers() { stop(); }
    Helpers(const Helpers&) = delete;
    Helpers& operator=(const Helpers&) = delete;

    template <class F>
    void start(F&& work) {
        threads_.emplace_back(std::forward<F>(work));
    }
    const std::atomic<bool>& stop_flag() const { return stop_; }
    // Returns when all have ended.
    void stop() {
        stop_ = true;
        team_.set_task({});
        threads_.clear();
    }

private:
    Team& team_;
    std::atomic<bool> stop_{false};
    std::vector<std::jthread> threads_;
};
#endif

template <const Variant& V, class E>
class PvsSearch final : public Searcher<V> {
public:
    PvsSearch(E evaluator, const PvsOptions& options)
        : evaluator_(std::move(evaluator)),
          options_(options),
          table_(options.hash_mb),
          team_(std::max(1, options.threads)) {
        for (int i = 0; i < team_.size(); ++i)
            workers_.push_back(std::make_unique<Worker>(
                evaluator_, table_, options.tuning, options.selective, team_, common_history_, i));
    }

    void new_game() override {
        table_.clear();
        for (auto& worker : workers_) worker->forget();
    }

    SearchReport search(const Position<V>& pos, const SearchLimits& limits,
                        const ReportFunction& report) override {
        Stopper stopper(limits, options_.overhead, this->stop_);
        // Values that must equal plain minimax cannot build on other searches.
        if (!options_.selective) table_.clear();
        table_.new_search();
        for (auto& worker : workers_) worker->reset_nodes();
        common_history_.clear();
        if (team_.size() > 1) share_nodes(stopper);
        Worker& main = *workers_.front();
        main.begin(pos, stopper);

        // Where there are no threads, as in a browser's module, the main search is alone.
#if defined(__cpp_lib_jthread)
        Helpers helpers(team_);
        for (std::size_t i = 1; i < workers_.size(); ++i)
            helpers.start([&, i] { help(*workers_[i], pos, limits.nodes, helpers.stop_flag()); });
#endif

        SearchReport result = deepen(
            pos, limits, stopper, report,
            [&](std::span<RootMove> moves, int depth) { return main.search_root(moves, depth); },
            [&](SearchReport& latest) { fill(latest); });
#if defined(__cpp_lib_jthread)
        helpers.stop();
#endif
        fill(result);
        return result;
    }

private:
    using Worker = PvsWorker<V, E>;

    void help(Worker& worker, const Position<V>& pos, std::optional<std::uint64_t> nodes,
              const std::atomic<bool>& stop) {
        Stopper stopper({.nodes = nodes}, {}, stop);
        share_nodes(stopper);
        worker.begin(pos, stopper);
        worker.help();
    }

    // Every thread looks at the limit: one that waits for a processor must not let the others pass
    // it.
    void share_nodes(Stopper& stopper) const {
        stopper.share_nodes([this] { return nodes(); }, team_.size());
    }

    // Of all threads; while they search, as far as each has told.
    std::uint64_t nodes() const {
        std::uint64_t sum = 0;
        for (const auto& worker : workers_) sum += worker->nodes();
        return sum;
    }

    void fill(SearchReport& latest) const {
        latest.nodes = nodes();
        latest.seldepth = std::max(workers_.front()->seldepth(), latest.depth);
        latest.hashfull = table_.permille_used();
    }

    E evaluator_;
    PvsOptions options_;
    TranspositionTable table_;
    Team team_;
    CommonHistory<V> common_history_;
    std::vector<std::unique_ptr<Worker>> workers_;
};

}  // namespace

template <const Variant& V, class E>
std::unique_ptr<Searcher<V>> make_pvs_search(E evaluator, const PvsOptions& options) {
    return std::make_unique<PvsSearch<V, E>>(std::move(evaluator), options);
}

#define XTTT_INSTANTIATE(V, E) \
    template std::unique_ptr<Searcher<V>> make_pvs_search<V, E<V>>(E<V>, const PvsOptions&);
XTTT_FOR_EACH_EVALUATOR(XTTT_INSTANTIATE)

}  // namespace xttt
