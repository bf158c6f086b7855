#include "engine/core.h"

#include <filesystem>
#include <system_error>

#include <fmt/format.h>

#include "base/file.h"
#include "base/text.h"
#include "eval/nnue/network.h"
#include "rules/perft.h"

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

Result<void> EngineCore::configure(const SearchOptions& options) {
    return std::visit(
        [&](auto& core) -> Result<void> {
            core.searcher.reset();  // first, so that there are never two tables in memory
            TRY(core.searcher, core.make(options));
            return {};
        },
        core_);
}

Result<void> EngineCore::load_book(const std::string& path) {
    return std::visit(
        [&] < const Variant& V > (Core<V> & core) -> Result<void> {
            if (path.empty()) {
                core.book.reset();
                return {};
            }
            // Devices and pipes might never end, or never begin.
            std::error_code ignored;
            const auto text = std::filesystem::is_regular_file(path, ignored)
                                  ? read_input_file(path)
                                  : fail(Errc::Io, "it is not a file");
            if (!text)
                return fail(Errc::Io, fmt::format("cannot read the book {}: {}", quote(path),
                                                  text.error().message));
            auto book = Book<V>::parse(*text);
            if (!book)
                return fail(book.error().code,
                            fmt::format("{}: {}", quote(path), book.error().message));
            core.book = std::move(*book);
            return {};
        },
        core_);
}

Result<void> EngineCore::check_network(const std::string& path) const {
    return std::visit(
        [&] < const Variant& V > (const Core<V>&) -> Result<void> {
            if (!path.empty()) TRY_VOID(nnue::Network<V>::load(path));
            return {};
        },
        core_);
}

void EngineCore::new_game() {
    std::visit(
        [](auto& core) {
            if (core.searcher) core.searcher->new_game();
        },
        core_);
}

std::optional<SearchReport> EngineCore::book_reply(const AnyPosition& position) const {
    return std::visit(
        [&] < const Variant& V > (const Core<V>& core) -> std::optional<SearchReport> {
            const auto entry = core.book ? core.book->find(position.as<V>()) : std::nullopt;
            if (!entry) return std::nullopt;
            SearchReport report;
            report.pvs.push_back({entry->score, {entry->move}});
            return report;
        },
        core_);
}

SearchReport EngineCore::search(const AnyPosition& position, const SearchLimits& limits,
                                const ReportFunction& report, const std::stop_token& stop) {
    return std::visit([&] < const Variant& V >
                          (Core<V> & core) {
                              core.searcher->prepare();
                              // Registered after prepare(), so that a stop requested earlier is
                              // passed on too.
                              const std::stop_callback on_stop(stop,
                                                               [&] { core.searcher->stop(); });
                              return core.searcher->search(position.as<V>(), limits, report);
                          },
                      core_);
}

Result<std::unique_ptr<EngineCore>> make_core(std::string_view variant) {
    return with_variant(variant, []<const Variant & V>() -> Result<std::unique_ptr<EngineCore>> {
        return std::make_unique<EngineCore>(EngineCore::Maker<V>(make_searcher<V>));
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

Result<Score> evaluate(const SearchOptions& options, const AnyPosition& position) {
    return position.visit([&](const auto& pos) { return evaluate(options, pos); });
}

std::optional<std::uint64_t> perft(const AnyPosition& position, int depth,
                                   const std::stop_token& stop) {
    return position.visit([&](const auto& pos) { return stoppable_perft(pos, depth, stop); });
}

}  // namespace xttt
