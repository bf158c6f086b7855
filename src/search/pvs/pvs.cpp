#include "search/pvs/pvs.h"

#include <thread>

#include "search/instantiate.h"
#include "search/pvs/main_search.h"
#include "search/pvs/quiescence.h"
#include "search/pvs/root.h"

namespace xttt {
namespace {

#if defined(__cpp_lib_jthread)
// The helper threads of one search. The destructor stops and joins them, also after an exception.
class HelperThreads {
public:
    explicit HelperThreads(ThreadCoordinator& coordinator) : coordinator_(coordinator) {
        coordinator_.set_task({});
    }
    ~HelperThreads() { stop(); }
    HelperThreads(const HelperThreads&) = delete;
    HelperThreads& operator=(const HelperThreads&) = delete;

    template <class F>
    void start(F&& work) {
        threads_.emplace_back(std::forward<F>(work));
    }
    const std::atomic<bool>& stop_flag() const { return stop_; }
    // Blocks until all threads have ended.
    void stop() {
        stop_ = true;
        coordinator_.set_task({});
        threads_.clear();
    }

private:
    ThreadCoordinator& coordinator_;
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
          threads_(std::max(1, options.threads)) {
        for (int i = 0; i < threads_.size(); ++i)
            workers_.push_back(std::make_unique<Worker>(evaluator_, table_, options.tuning,
                                                        options.selective, threads_,
                                                        shared_history_, i));
    }

    void new_game() override {
        table_.clear();
        for (auto& worker : workers_) worker->forget();
    }

    SearchReport search(const Position<V>& pos, const SearchLimits& limits,
                        const ReportFunction& report) override {
        Stopper stopper(limits, options_.overhead, this->stop_);
        // A full-width search must return the minimax value; entries of other searches could change
        // it.
        if (!options_.selective) table_.clear();
        table_.new_search();
        for (auto& worker : workers_) worker->reset_nodes();
        shared_history_.clear();
        if (threads_.size() > 1) share_nodes(stopper);
        Worker& main = *workers_.front();
        main.begin(pos, stopper);

        // Platforms without threads (WebAssembly) have only the main thread.
#if defined(__cpp_lib_jthread)
        HelperThreads helpers(threads_);
        for (std::size_t i = 1; i < workers_.size(); ++i)
            helpers.start([&, i] { help(*workers_[i], pos, stopper, helpers.stop_flag()); });
#endif

        SearchReport result = deepen(
            root_moves(pos, limits), limits, stopper, report,
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

    void help(Worker& worker, const Position<V>& pos, const Stopper& main,
              const std::atomic<bool>& stop) {
        Stopper stopper(main, stop);
        share_nodes(stopper);
        worker.begin(pos, stopper);
        worker.help();
    }

    // Every thread checks the node limit itself, because the main thread may be waiting for a core.
    void share_nodes(Stopper& stopper) const {
        stopper.share_nodes([this] { return nodes(); }, threads_.size());
    }

    // The nodes of all threads.
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
    ThreadCoordinator threads_;
    SharedHistory<V> shared_history_;
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
#undef XTTT_INSTANTIATE

}  // namespace xttt
