#include "cluster/self_play_judge.h"

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
Result<SelfPlayJudge<V>> SelfPlayJudge<V>::make(const SelfPlayRecipe& recipe, double verified) {
    auto starts = GameStarts<V>::make(recipe);
    if (!starts) return std::unexpected(starts.error());
    auto maker = GameMaker<V>::make(recipe);
    if (!maker) return std::unexpected(maker.error());
    return SelfPlayJudge(std::move(*starts), std::move(*maker), verified);
}

template <const Variant& V>
bool SelfPlayJudge<V>::wants_to_verify(const std::string& worker, std::uint32_t number) {
    if (verified_ > 0 && !known_workers_.contains(worker)) return true;
    // Nobody who plays can tell which; the same ones each time a batch is asked for.
    Random lots(mix64(salt_ ^ number));
    return lots.unit() < verified_;
}

template <const Variant& V>
Result<void> SelfPlayJudge<V>::judge(const SelfPlayOrder& order, const Report& report) {
    if (report.run != order.run || report.item != order.item)
        return fail(Errc::BadRecord, "it answers another order");
    if (std::holds_alternative<std::string>(report.outcome)) return {};
    const auto* games = std::get_if<SelfPlayGames>(&report.outcome);
    if (games == nullptr) return fail(Errc::BadRecord, "it is no self-play");
    const auto records = records_of<V>(games->records);
    if (!records) return std::unexpected(records.error());
    if (auto fine = check_games<V>(starts_, order.first, order.count, *records); !fine) return fine;
    for (auto begin = records->begin(); begin != records->end();) {
        const auto number = begin->game;
        const auto end = std::find_if(begin, records->end(),
                                      [&](const auto& record) { return record.game != number; });
        if (wants_to_verify(report.worker, number)) {
            const auto here = maker_.play(number);
            const auto size = static_cast<std::size_t>(end - begin);
            if (here.size() != size ||
                std::memcmp(here.data(), &*begin, size * sizeof(here[0])) != 0)
                return fail(Errc::BadRecord,
                            fmt::format("game {} is another than the one played here: the worker "
                                        "has another engine, or lies",
                                        number));
            known_workers_.insert(report.worker);
        }
        begin = end;
    }
    return {};
}

#define XTTT_INSTANTIATE(V)                                                            \
    template Result<std::vector<TrainingRecord<V>>> records_of<V>(const std::string&); \
    template class SelfPlayJudge<V>;
XTTT_FOR_EACH_VARIANT(XTTT_INSTANTIATE)
#undef XTTT_INSTANTIATE

}  // namespace xttt
