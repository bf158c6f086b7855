#include "selfplay/arrange.h"

#include <algorithm>
#include <bit>
#include <thread>
#include <utility>

#include "base/random.h"
#include "rules/symmetry.h"
#include "selfplay/record_file.h"

namespace xttt {
namespace {

// The key of each record's canonical position. Turning positions takes most of the time of joining
// files, so all processors share it.
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
    threads.clear();  // waits for them
    return keys;
}

// A set of keys whose number is known before: one flat array, searched from where a key belongs.
class KeySet {
public:
    explicit KeySet(std::size_t keys) : slots_(std::bit_ceil(2 * keys + 1)) {}
    // False if the key was there.
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

// Keeps the first record of all that are images of the same position.
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
Result<Arranged> arrange_records(const ArrangeOptions& options) {
    std::vector<TrainingRecord<V>> all;
    RecordHeader header = record_header<V>("mixed", 0, 0);
    std::uint32_t first_game = 0;
    for (const auto& path : options.in) {
        if (options.in.size() == 1) {
            TRY(header, read_record_header(path));
        }
        std::uint32_t last_game = first_game;
        TRY_VOID(for_each_record<V>(path, [&](std::span<const TrainingRecord<V>> piece) {
            for (TrainingRecord<V> record : piece) {
                // Games of different files stay different games.
                record.game += first_game;
                last_game = std::max(last_game, record.game);
                all.push_back(record);
            }
        }));
        first_game = last_game + 1;
    }
    Arranged arranged{.read = all.size()};
    if (options.dedupe) drop_images<V>(all);
    Random random(mix64(options.seed));
    for (std::size_t i = all.size(); i > 1; --i)
        std::swap(all[i - 1], all[random.below(static_cast<std::uint32_t>(i))]);
    // Marks a file that no game can be added to: its recipe is none.
    header.recipe = 0;
    arranged.written = all.size();
    TRY_VOID(write_records<V>(options.out, header, all));
    return arranged;
}

#define XTTT_INSTANTIATE(V) template Result<Arranged> arrange_records<V>(const ArrangeOptions&);
XTTT_FOR_EACH_VARIANT(XTTT_INSTANTIATE)
#undef XTTT_INSTANTIATE

}  // namespace xttt
