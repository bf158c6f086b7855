#include "cluster/self_play_verifier.h"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "rules/variant.h"
#include "selfplay/check.h"

namespace xttt {

template <const Variant& V>
Result<std::vector<TrainingRecord<V>>> records_of(const std::string& bytes) {
    using Record = TrainingRecord<V>;
    if (bytes.size() % sizeof(Record) != 0)
        return fail(Errc::BadRecord, "its records end inside a record");
    std::vector<Record> records(bytes.size() / sizeof(Record));
    std::memcpy(records.data(), bytes.data(), bytes.size());
    return records;
}

template <const Variant& V>
Result<SelfPlayVerifier<V>> SelfPlayVerifier<V>::make(const SelfPlayRecipe& recipe,
                                                      double verified) {
    TRY(auto starts, GameStarts<V>::make(recipe));
    TRY(auto maker, GameMaker<V>::make(recipe));
    return SelfPlayVerifier(std::move(starts), std::move(maker), verified);
}

template <const Variant& V>
bool SelfPlayVerifier<V>::must_verify(const std::string& worker, std::uint32_t number) {
    if (verified_ > 0 && !known_workers_.contains(worker)) return true;
    // Workers cannot predict which; the same games each time a batch is checked.
    Random lots(mix64(salt_ ^ number));
    return lots.unit() < verified_;
}

template <const Variant& V>
Result<void> SelfPlayVerifier<V>::check(const SelfPlayOrder& order, const Report& report) {
    if (report.run != order.run || report.item != order.item)
        return fail(Errc::BadRecord, "it answers another order");
    if (std::holds_alternative<std::string>(report.outcome)) return {};
    const auto* games = std::get_if<SelfPlayGames>(&report.outcome);
    if (games == nullptr) return fail(Errc::BadRecord, "it is not self-play");
    TRY(const auto records, records_of<V>(games->records));
    TRY_VOID(check_games<V>(starts_, order.first, order.count, records));
    for (auto begin = records.begin(); begin != records.end();) {
        const auto number = begin->game;
        const auto end = std::find_if(begin, records.end(),
                                      [&](const auto& record) { return record.game != number; });
        if (must_verify(report.worker, number)) {
            const auto here = maker_.play(number);
            const auto size = static_cast<std::size_t>(end - begin);
            if (here.size() != size ||
                std::memcmp(here.data(), &*begin, size * sizeof(here[0])) != 0)
                return fail(Errc::BadRecord,
                            fmt::format("game {} differs from the one played here: the worker "
                                        "has another engine, or cheats",
                                        number));
            known_workers_.insert(report.worker);
        }
        begin = end;
    }
    return {};
}

#define XTTT_INSTANTIATE(V)                                                            \
    template Result<std::vector<TrainingRecord<V>>> records_of<V>(const std::string&); \
    template class SelfPlayVerifier<V>;
XTTT_FOR_EACH_VARIANT(XTTT_INSTANTIATE)
#undef XTTT_INSTANTIATE

}  // namespace xttt
