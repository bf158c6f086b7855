#include "engine/core.h"

#include <fmt/format.h>

#include "engine/typed_core.h"
#include "rules/perft.h"
#include "rules/with_variant.h"

namespace xttt {
namespace {

// Shallow depths are counted without checking for a stop; they take a moment at most.
constexpr int kQuickPerft = 4;

template <const Variant& V>
std::optional<std::uint64_t> stoppable_perft(const Position<V>& pos, int depth,
                                             const std::stop_token& stop) {
    if (depth <= kQuickPerft) return perft(pos, depth);
    std::uint64_t sum = 0;
    bool stopped = false;
    pos.for_each_legal([&](Move move) {
        if (stopped || (stopped = stop.stop_requested())) return;
        Position<V> next = pos;
        next.play(move);
        const auto count = stoppable_perft(next, depth - 1, stop);
        if (count)
            sum += *count;
        else
            stopped = true;
    });
    if (stopped) return std::nullopt;
    return sum;
}

}  // namespace

Result<std::unique_ptr<EngineCore>> make_core(std::string_view variant) {
    return with_variant(variant, []<const Variant & V>() -> Result<std::unique_ptr<EngineCore>> {
        return std::make_unique<TypedCore<V>>(make_searcher<V>);
    });
}

Result<AnyPosition> set_up_position(const Variant& variant, const std::optional<std::string>& fen,
                                    std::span<const std::string> moves) {
    AnyPosition position(variant);
    if (fen) {
        TRY(position, AnyPosition::parse_fen(variant, *fen));
    }
    for (std::size_t i = 0; i < moves.size(); ++i) {
        const auto move = position.parse_move(moves[i]);
        if (!move)
            return fail(move.error().code, fmt::format("move {}: {}", i + 1, move.error().message));
        position.play(*move);
    }
    return position;
}

std::optional<std::uint64_t> perft(const AnyPosition& position, int depth,
                                   const std::stop_token& stop) {
    return position.visit([&](const auto& pos) { return stoppable_perft(pos, depth, stop); });
}

}  // namespace xttt
