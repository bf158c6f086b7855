#include "selfplay/arrange.h"

#include <algorithm>
#include <unordered_set>

#include "base/random.h"
#include "rules/instantiate.h"
#include "rules/symmetry.h"
#include "selfplay/record_file.h"

namespace xttt {

template <const Variant& V>
Result<Arranged> arrange_records(const ArrangeOptions& options) {
    std::vector<TrainingRecord<V>> all;
    RecordHeader header = record_header<V>("mixed", 0, 0);
    Arranged arranged;
    std::uint32_t first_game = 0;
    std::unordered_set<Key> seen;
    for (const auto& path : options.in) {
        if (options.in.size() == 1) {
            const auto own = read_record_header(path);
            if (!own) return std::unexpected(own.error());
            header = *own;
        }
        std::uint32_t last_game = first_game;
        const auto read = for_each_record<V>(path, [&](std::span<const TrainingRecord<V>> piece) {
            for (TrainingRecord<V> record : piece) {
                ++arranged.read;
                // Games of different files stay different games.
                record.game += first_game;
                last_game = std::max(last_game, record.game);
                if (options.dedupe &&
                    !seen.insert(canonical(record.position()).position.key()).second)
                    continue;
                all.push_back(record);
            }
        });
        if (!read) return std::unexpected(read.error());
        first_game = last_game + 1;
    }
    Random random(mix64(options.seed));
    for (std::size_t i = all.size(); i > 1; --i)
        std::swap(all[i - 1], all[random.below(static_cast<std::uint32_t>(i))]);
    // Marks a file that no game can be added to: its recipe is none.
    header.recipe = 0;
    arranged.written = all.size();
    if (auto written = write_records<V>(options.out, header, all); !written)
        return std::unexpected(written.error());
    return arranged;
}

#define XTTT_INSTANTIATE(V) template Result<Arranged> arrange_records<V>(const ArrangeOptions&);
XTTT_FOR_EACH_VARIANT(XTTT_INSTANTIATE)

}  // namespace xttt
