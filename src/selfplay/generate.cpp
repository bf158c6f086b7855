#include "selfplay/generate.h"

#include <atomic>
#include <cmath>
#include <map>
#include <mutex>
#include <thread>

#include <fmt/format.h>

#include "base/random.h"
#include "base/text.h"
#include "rules/fen.h"
#include "rules/instantiate.h"
#include "selfplay/record_file.h"

namespace xttt {
namespace {

using Clock = std::chrono::steady_clock;

// Everything that decides the games, as one number.
std::uint64_t recipe_of(const SelfPlayOptions& o) {
    std::string text =
        fmt::format("{} {} {} {} {} {} {} {} {} {} {}", o.search.algorithm, o.search.evaluation,
                    o.search.eval_file, o.search.hash_mb, o.nodes, o.opening_min, o.opening_max,
                    o.random_share, o.temperature, o.temperature_plies, o.seed);
    for (const auto& fen : o.openings) text += '\n' + fen;
    std::uint64_t hash = 0;
    for (const char c : text) hash = mix64(hash ^ static_cast<unsigned char>(c));
    return hash;
}

// One thread's player.
template <const Variant& V>
class GameMaker {
public:
    GameMaker(const SelfPlayOptions& options, const std::vector<Position<V>>& openings,
              std::unique_ptr<Searcher<V>> searcher)
        : options_(options), openings_(openings), searcher_(std::move(searcher)) {}

    std::vector<TrainingRecord<V>> play(std::uint32_t number) {
        Random random(mix64(mix64(options_.seed) + number));
        std::vector<TrainingRecord<V>> records;
        searcher_->new_game();
        // A game may end in its random moves; then it is begun again.
        while (records.empty()) {
            Position<V> pos = opening(random);
            while (!pos.over()) {
                const bool warm =
                    options_.temperature > 0 && pos.mark_count() < options_.temperature_plies;
                const SearchReport report = think(pos, warm);
                records.push_back(
                    TrainingRecord<V>::of(pos, report.score(), report.best_move(), number));
                if (random.unit() < options_.random_share)
                    pos.play(random_move(pos, random));
                else
                    pos.play(warm ? draw(report, random) : report.best_move());
            }
            for (auto& record : records) record.set_end(*pos.outcome());
        }
        records.back().ends_game = 1;
        return records;
    }

private:
    static Move random_move(const Position<V>& pos, Random& random) {
        return pos.nth_legal(random.below(static_cast<std::uint32_t>(pos.legal_count())));
    }
    Position<V> opening(Random& random) const {
        Position<V> pos;
        if (!openings_.empty())
            pos = openings_[random.below(static_cast<std::uint32_t>(openings_.size()))];
        const auto span = static_cast<std::uint32_t>(options_.opening_max - options_.opening_min);
        int plies = options_.opening_min + static_cast<int>(random.below(span + 1));
        for (; plies > 0 && !pos.over(); --plies) pos.play(random_move(pos, random));
        return pos;
    }
    SearchReport think(const Position<V>& pos, bool warm) {
        SearchLimits limits;
        limits.nodes = options_.nodes;
        limits.multipv = warm ? kWarmLines : 1;
        return searcher_->search(pos, limits, {});
    }
    // One of the best moves, the worse the less often.
    Move draw(const SearchReport& report, Random& random) const {
        double sum = 0;
        std::array<double, kWarmLines> weights{};
        for (std::size_t i = 0; i < report.lines.size(); ++i) {
            const double behind = (report.score() - report.lines[i].score) / double{kPoint};
            weights[i] = std::exp(-behind / options_.temperature);
            sum += weights[i];
        }
        double at = random.unit() * sum;
        for (std::size_t i = 0; i < report.lines.size(); ++i)
            if ((at -= weights[i]) < 0) return report.lines[i].moves[0];
        return report.best_move();
    }

    static constexpr int kWarmLines = 4;
    const SelfPlayOptions& options_;
    const std::vector<Position<V>>& openings_;
    std::unique_ptr<Searcher<V>> searcher_;
};

// Takes finished games in any order and writes them in the order of their numbers.
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
    void add(std::uint32_t number, std::vector<TrainingRecord<V>> records) {
        const std::lock_guard lock(mutex_);
        waiting_.emplace(number, std::move(records));
        while (!waiting_.empty() && waiting_.begin()->first == writer_.games() && written_) {
            written_ = writer_.add_game(waiting_.begin()->second);
            waiting_.erase(waiting_.begin());
        }
        if (Clock::now() - shown_ < std::chrono::seconds(1)) return;
        shown_ = Clock::now();
        show();
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
        if (time_) left = std::min(left, std::chrono::duration<double>(*time_ - elapsed).count());
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

template <const Variant& V>
Result<std::vector<Position<V>>> parse_openings(const std::vector<std::string>& fens) {
    std::vector<Position<V>> positions;
    for (const auto& fen : fens) {
        const auto pos = parse_fen<V>(fen);
        if (!pos) return std::unexpected(pos.error());
        if (!pos->over()) positions.push_back(*pos);
    }
    return positions;
}

}  // namespace

template <const Variant& V>
Result<void> generate(const SelfPlayOptions& options,
                      const std::function<void(const SelfPlayProgress&)>& progress) {
    if (options.opening_min > options.opening_max)
        return fail(Errc::Usage, fmt::format("at least {} and at most {} random moves: no number "
                                             "is both",
                                             options.opening_min, options.opening_max));
    const auto openings = parse_openings<V>(options.openings);
    if (!openings) return std::unexpected(openings.error());
    std::vector<GameMaker<V>> makers;
    for (int t = 0; t < options.threads; ++t) {
        auto searcher = make_searcher<V>(options.search);
        if (!searcher) return std::unexpected(searcher.error());
        makers.emplace_back(options, *openings, std::move(*searcher));
    }
    auto writer = RecordWriter<V>::open(
        options.out,
        record_header<V>(options.search.evaluation, options.nodes, recipe_of(options)));
    if (!writer) return std::unexpected(writer.error());
    OrderedWriter<V> ordered(std::move(*writer), options, progress);

    std::atomic<std::uint32_t> next{ordered.games()};
    std::vector<std::jthread> threads;
    for (auto& maker : makers)
        threads.emplace_back([&] {
            while (!ordered.out_of_time() && !ordered.failed()) {
                const std::uint32_t number = next++;
                if (number >= options.games) return;
                ordered.add(number, maker.play(number));
            }
        });
    threads.clear();
    return ordered.finish();
}

#define XTTT_INSTANTIATE(V)                                   \
    template Result<void> generate<V>(const SelfPlayOptions&, \
                                      const std::function<void(const SelfPlayProgress&)>&);
XTTT_FOR_EACH_VARIANT(XTTT_INSTANTIATE)

}  // namespace xttt
