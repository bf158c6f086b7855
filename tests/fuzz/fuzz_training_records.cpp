#include <cstring>
#include <vector>

#include "fuzz.h"
#include "rules/fen.h"
#include "selfplay/check.h"

// Bytes as training records: one without a fault has a position that can be written and played on.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace xttt;
    fuzz::with_input(data, size, [] < const Variant& V > (std::string_view bytes) {
        std::vector<TrainingRecord<V>> records(bytes.size() / sizeof(TrainingRecord<V>));
        if (!records.empty())
            std::memcpy(records.data(), bytes.data(), records.size() * sizeof records[0]);
        for (const auto& record : records) {
            if (!record_fault(record).empty()) continue;
            auto pos = record.position();
            fuzz::require(!to_fen<V>(pos).empty(), "a position can be written");
            pos.play(record.best_move());
        }
        const auto starts = GameStarts<V>::make({});
        if (starts) (void)check_games<V>(*starts, 0, 1, records);
    });
    return 0;
}
