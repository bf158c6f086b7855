#include "selfplay/generate.h"

#include <atomic>
#include <map>
#include <mutex>
#include <thread>

#include "base/clock.h"
#include "rules/variant.h"
#include "selfplay/game_maker.h"
#include "selfplay/record_file.h"

namespace xttt {
namespace {

// Accepts finished games in any order and writes them in the order of their numbers.
template <const Variant& V>
class OrderedWriter {
public:
    OrderedWriter(RecordWriter<V> writer, const SelfPlayOptions& options,
                  const std::function<void(const SelfPlayProgress&)>& progress)
        : writer_(std::move(writer)),
          first_game_(writer_.games()),
          first_record_(writer_.records()),
          total_(options.games),
          time_(options.time),
          progress_(progress) {}

    std::uint32_t games() const { return writer_.games(); }
    std::uint32_t add(std::uint32_t number, std::vector<TrainingRecord<V>> records) {
        const std::lock_guard lock(mutex_);
        if (number >= writer_.games()) waiting_.emplace(number, std::move(records));
        while (!waiting_.empty() && waiting_.begin()->first == writer_.games() && written_) {
            written_ = writer_.add_game(waiting_.begin()->second);
            waiting_.erase(waiting_.begin());
        }
        if (Clock::now() - shown_ >= std::chrono::seconds(1)) {
            shown_ = Clock::now();
            show();
        }
        return writer_.games();
    }
    bool failed() {
        const std::lock_guard lock(mutex_);
        return !written_;
    }
    bool out_of_time() const { return time_ && Clock::now() - start_ >= *time_; }
    Result<void> finish() {
        show();
        return written_;
    }

private:
    void show() const {
        if (!progress_) return;
        const std::chrono::duration<double> elapsed = Clock::now() - start_;
        const std::uint32_t done = writer_.games() - first_game_;
        double left = done == 0 ? 0 : elapsed.count() / done * (total_ - writer_.games());
        if (time_) left = std::min(left, (*time_ - elapsed).count());
        progress_({writer_.games(), writer_.records(), writer_.records() - first_record_, elapsed,
                   std::chrono::duration<double>(std::max(0.0, left))});
    }

    std::mutex mutex_;
    RecordWriter<V> writer_;
    Result<void> written_;
    std::map<std::uint32_t, std::vector<TrainingRecord<V>>> waiting_;
    std::uint32_t first_game_;
    std::uint64_t first_record_;
    std::uint32_t total_;
    std::optional<std::chrono::seconds> time_;
    const std::function<void(const SelfPlayProgress&)>& progress_;
    Clock::time_point start_ = Clock::now();
    Clock::time_point shown_ = start_;
};

// Plays on threads of this process, each with its own search.
template <const Variant& V>
class SelfPlayThreads final : public SelfPlayExecutor<V> {
public:
    explicit SelfPlayThreads(std::vector<GameMaker<V>> makers) : makers_(std::move(makers)) {}
    Result<void> play(std::uint32_t first, std::uint32_t end,
                      const typename SelfPlayExecutor<V>::Take& take,
                      const std::function<bool()>& enough) override {
        std::atomic<std::uint32_t> next{first};
        std::vector<std::jthread> threads;
        for (auto& maker : makers_)
            threads.emplace_back([&] {
                while (!enough()) {
                    const std::uint32_t number = next++;
                    if (number >= end) return;
                    take(number, maker.play(number));
                }
            });
        return {};
    }

private:
    std::vector<GameMaker<V>> makers_;
};

}  // namespace

template <const Variant& V>
Result<void> generate(const SelfPlayOptions& options, SelfPlayExecutor<V>& executor,
                      const std::function<void(const SelfPlayProgress&)>& progress) {
    TRY(auto writer, RecordWriter<V>::open(
                         options.out, record_header<V>(options.search.evaluation, options.nodes,
                                                       recipe_number(options))));
    OrderedWriter<V> ordered(std::move(writer), options, progress);
    const auto played = executor.play(
        ordered.games(), options.games,
        [&](std::uint32_t number, std::vector<TrainingRecord<V>> records) {
            return ordered.add(number, std::move(records));
        },
        [&] { return ordered.out_of_time() || ordered.failed(); });
    const auto written = ordered.finish();
    return played ? written : played;
}

template <const Variant& V>
Result<void> generate(const SelfPlayOptions& options,
                      const std::function<void(const SelfPlayProgress&)>& progress) {
    std::vector<GameMaker<V>> makers;
    for (int t = 0; t < options.threads; ++t) {
        TRY(auto maker, GameMaker<V>::make(options));
        makers.push_back(std::move(maker));
    }
    SelfPlayThreads<V> threads(std::move(makers));
    return generate<V>(options, threads, progress);
}

#define XTTT_INSTANTIATE(V)                                                                 \
    template Result<void> generate<V>(const SelfPlayOptions&, SelfPlayExecutor<V>&,         \
                                      const std::function<void(const SelfPlayProgress&)>&); \
    template Result<void> generate<V>(const SelfPlayOptions&,                               \
                                      const std::function<void(const SelfPlayProgress&)>&);
XTTT_FOR_EACH_VARIANT(XTTT_INSTANTIATE)
#undef XTTT_INSTANTIATE

}  // namespace xttt
