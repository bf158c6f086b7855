// The features of training records, and the scores of the engine, for the trainer (native.py).
// Trainer and engine share the feature code (eval/nnue/feature_set.h).

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <string>

#include "base/random.h"
#include "engine/win_probability.h"
#include "eval/nnue/nnue.h"
#include "rules/symmetry.h"
#include "rules/with_variant.h"
#include "selfplay/record_file.h"

namespace xttt {
namespace {

// One batch for the trainer; the caller owns the arrays. Both views have the same number of
// features; those of position i start at offsets[i].
struct Batch {
    std::int32_t* mover;  // features in the view of the side to move
    std::int32_t* other;
    std::int32_t* offsets;  // one more than positions
    std::int64_t* buckets;
    float* scores;   // as log-odds of winning, clipped to +-kSure
    float* results;  // 1 won, 0.5 drawn, 0 lost
};

constexpr float kSure = 10;

class Reader {
public:
    virtual ~Reader() = default;
    virtual const Variant& variant() const = 0;
    virtual std::int64_t size() const = 0;
    virtual std::int32_t features() const = 0;
    // How many of them (the last ones) are contents of small boards, of which a network has rows
    // for some.
    virtual std::int32_t contents() const = 0;
    virtual std::int32_t most_features() const = 0;
    virtual std::int32_t scale() const = 0;
    virtual std::int32_t unit() const = 0;
    virtual void games(std::uint32_t* out) const = 0;
    // Transformed by random symmetries unless the seed is 0.
    virtual void batch(const std::int64_t* which, std::int64_t count, std::uint64_t seed,
                       const Batch& out) const = 0;
    virtual Result<void> scores(const std::string& network, const std::int64_t* which,
                                std::int64_t count, std::int32_t* out) const = 0;
};

template <const Variant& V>
class TypedReader final : public Reader {
public:
    explicit TypedReader(std::vector<TrainingRecord<V>> records) : records_(std::move(records)) {}

    const Variant& variant() const override { return V; }
    std::int64_t size() const override { return static_cast<std::int64_t>(records_.size()); }
    std::int32_t features() const override { return nnue::Layout<V>::kCount; }
    std::int32_t contents() const override { return nnue::Layout<V>::kContents; }
    std::int32_t most_features() const override {
        return static_cast<std::int32_t>(All{}.rows[0].size() + Turn{}.rows[0].size());
    }
    // The score per unit of log-odds, by the win probability curve of the engine.
    std::int32_t scale() const override {
        const double p = win_probability(kPoint, V);
        return static_cast<std::int32_t>(std::lround(kPoint / std::log(p / (1 - p))));
    }
    std::int32_t unit() const override { return kMarginUnit<V>; }
    void games(std::uint32_t* out) const override {
        for (const auto& record : records_) *out++ = record.game;
    }

    void batch(const std::int64_t* which, std::int64_t count, std::uint64_t seed,
               const Batch& out) const override {
        Random random(mix64(seed));
        std::int32_t filled = 0;
        for (std::int64_t i = 0; i < count; ++i) {
            const auto& record = records_[static_cast<std::size_t>(which[i])];
            Position<V> pos = record.position();
            if (seed != 0)
                pos = Symmetry<V>(static_cast<int>(random.below(Symmetry<V>::kCount)))(pos);
            out.offsets[i] = filled;
            const nnue::FeatureSet<V> boards(pos);
            All all;
            Turn turn;
            boards.list(pos, all);
            boards.turn(pos, turn);
            const int me = index(pos.side_to_move());
            filled += append(all, me, out, filled);
            filled += append(turn, me, out, filled);
            out.buckets[i] = nnue::bucket_of<V>(pos.playable().size());
            const auto odds = static_cast<float>(record.score) / static_cast<float>(scale_);
            out.scores[i] = std::clamp(odds, -kSure, kSure);
            out.results[i] = 0.5F + 0.5F * static_cast<float>(record.result);
        }
        out.offsets[count] = filled;
    }

    Result<void> scores(const std::string& path, const std::int64_t* which, std::int64_t count,
                        std::int32_t* out) const override {
        TRY(auto network, nnue::Network<V>::load(path));
        const NnueEvaluator<V> eval(network);
        for (std::int64_t i = 0; i < count; ++i) {
            const auto pos = records_[static_cast<std::size_t>(which[i])].position();
            out[i] = eval.score(eval.start(pos), pos);
        }
        return {};
    }

private:
    using All = typename nnue::FeatureSet<V>::AllFeatures;
    using Turn = typename nnue::FeatureSet<V>::TurnRows;

    template <class Rows>
    static std::int32_t append(const Rows& rows, int me, const Batch& out, std::int32_t at) {
        std::copy_n(rows.rows[me].begin(), rows.count, out.mover + at);
        std::copy_n(rows.rows[me ^ 1].begin(), rows.count, out.other + at);
        return rows.count;
    }

    std::vector<TrainingRecord<V>> records_;
    std::int32_t scale_ = scale();
};

Result<std::unique_ptr<Reader>> open_reader(const std::string& path) {
    TRY(const auto header, read_record_header(path));
    return with_variant(variant_of(header),
                        [&]<const Variant & V>() -> Result<std::unique_ptr<Reader>> {
                            TRY(auto records, read_records<V>(path));
                            return std::make_unique<TypedReader<V>>(std::move(records));
                        });
}

void tell(const Error& error, char* message, std::int32_t size) {
    std::snprintf(message, static_cast<std::size_t>(size), "%s", error.message.c_str());
}

}  // namespace
}  // namespace xttt

extern "C" {

// Null on failure, with the reason in `message`.
void* xttt_open(const char* path, char* message, std::int32_t message_size) {
    auto reader = xttt::open_reader(path);
    if (reader) return reader->release();
    xttt::tell(reader.error(), message, message_size);
    return nullptr;
}
void xttt_close(void* reader) {
    delete static_cast<xttt::Reader*>(reader);
}
const char* xttt_variant(const void* reader) {
    return static_cast<const xttt::Reader*>(reader)->variant().name.data();
}
std::int64_t xttt_size(const void* reader) {
    return static_cast<const xttt::Reader*>(reader)->size();
}
std::int32_t xttt_features(const void* reader) {
    return static_cast<const xttt::Reader*>(reader)->features();
}
std::int32_t xttt_contents(const void* reader) {
    return static_cast<const xttt::Reader*>(reader)->contents();
}
std::int32_t xttt_most_features(const void* reader) {
    return static_cast<const xttt::Reader*>(reader)->most_features();
}
std::int32_t xttt_scale(const void* reader) {
    return static_cast<const xttt::Reader*>(reader)->scale();
}
std::int32_t xttt_unit(const void* reader) {
    return static_cast<const xttt::Reader*>(reader)->unit();
}
// Hidden neurons, output rows, unit of the first layer, unit and largest value of output weights,
// version of network files.
void xttt_shape(std::int32_t* out) {
    using namespace xttt::nnue;
    const std::int32_t shape[] = {kHidden,     kBuckets,   kActivationMax,
                                  kOutputUnit, kMaxOutput, std::int32_t{kNetworkVersion}};
    std::copy(std::begin(shape), std::end(shape), out);
}
void xttt_games(const void* reader, std::uint32_t* out) {
    static_cast<const xttt::Reader*>(reader)->games(out);
}
void xttt_batch(const void* reader, const std::int64_t* which, std::int64_t count,
                std::uint64_t seed, std::int32_t* mover, std::int32_t* other, std::int32_t* offsets,
                std::int64_t* buckets, float* scores, float* results) {
    static_cast<const xttt::Reader*>(reader)->batch(
        which, count, seed, {mover, other, offsets, buckets, scores, results});
}
// The scores of the engine with a network file; false on failure, with the reason in `message`.
bool xttt_scores(const void* reader, const char* network, const std::int64_t* which,
                 std::int64_t count, std::int32_t* out, char* message, std::int32_t message_size) {
    const auto done = static_cast<const xttt::Reader*>(reader)->scores(network, which, count, out);
    if (!done) xttt::tell(done.error(), message, message_size);
    return done.has_value();
}
}
