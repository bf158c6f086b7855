#include "selfplay/shuffle.h"

#include <algorithm>
#include <bit>
#include <thread>
#include <utility>

#include "base/random.h"
#include "rules/symmetry.h"
#include "selfplay/check.h"
#include "selfplay/record_file.h"

namespace xttt {
namespace {

// The key of each record's canonical position. Canonicalisation dominates the time of joining
// files, so it runs on all cores.
template <const Variant& V>
std::vector<Key> canonical_keys(const std::vector<TrainingRecord<V>>& records) {
    std::vector<Key> keys(records.size());
    const std::size_t parts = std::max(1U, std::thread::hardware_concurrency());
    std::vector<std::jthread> threads;
    for (std::size_t part = 0; part < parts; ++part)
        threads.emplace_back([&, part] {
            const std::size_t end = records.size() * (part + 1) / parts;
            for (std::size_t i = records.size() * part / parts; i < end; ++i)
                keys[i] = canonical(records[i].position()).position.key();
        });
    threads.clear();  // joins the threads
    return keys;
}

// An open-addressing hash set of keys with a capacity known in advance.
class KeySet {
public:
    explicit KeySet(std::size_t keys) : slots_(std::bit_ceil(2 * keys + 1)) {}
    // Returns false if the key was already in the set.
    bool insert(Key key) {
        if (key == 0) return !std::exchange(has_zero_, true);  // 0 marks an empty slot
        for (std::size_t at = key & (slots_.size() - 1);; at = (at + 1) & (slots_.size() - 1)) {
            if (slots_[at] == key) return false;
            if (slots_[at] != 0) continue;
            slots_[at] = key;
            return true;
        }
    }

private:
    std::vector<Key> slots_;
    bool has_zero_ = false;
};

// Keeps the first record of each set of symmetric positions.
template <const Variant& V>
void drop_images(std::vector<TrainingRecord<V>>& records) {
    const std::vector<Key> keys = canonical_keys<V>(records);
    KeySet seen(records.size());
    std::size_t kept = 0;
    for (std::size_t i = 0; i < records.size(); ++i)
        if (seen.insert(keys[i])) records[kept++] = records[i];
    records.resize(kept);
}

}  // namespace

template <const Variant& V>
Result<Shuffled> shuffle_records(const ShuffleOptions& options) {
    std::vector<TrainingRecord<V>> all;
    RecordHeader header = record_header<V>("mixed", 0, 0);
    std::uint32_t first_game = 0;
    for (const auto& path : options.in) {
        if (options.in.size() == 1) {
            TRY(header, read_record_header(path));
        }
        std::uint32_t last_game = first_game;
        TRY_VOID(check_records<V>(path));
        TRY_VOID(for_each_record<V>(path, [&](std::span<const TrainingRecord<V>> piece) {
            for (TrainingRecord<V> record : piece) {
                // Renumbers the games, so that games of different files keep different numbers.
                record.game += first_game;
                last_game = std::max(last_game, record.game);
                all.push_back(record);
            }
        }));
        first_game = last_game + 1;
    }
    Shuffled shuffled{.read = all.size()};
    if (options.dedupe) drop_images<V>(all);
    Random random(mix64(options.seed));
    for (std::size_t i = all.size(); i > 1; --i)
        std::swap(all[i - 1], all[random.below(static_cast<std::uint32_t>(i))]);
    // Marks a file that cannot be continued: it has no recipe.
    header.recipe = 0;
    shuffled.written = all.size();
    TRY_VOID(write_records<V>(options.out, header, all));
    return shuffled;
}

#define XTTT_INSTANTIATE(V) template Result<Shuffled> shuffle_records<V>(const ShuffleOptions&);
XTTT_FOR_EACH_VARIANT(XTTT_INSTANTIATE)
#undef XTTT_INSTANTIATE

}  // namespace xttt
