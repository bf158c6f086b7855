#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>

#include "base/result.h"
#include "rules/any_of.h"
#include "rules/any_position.h"
#include "search/book/book.h"
#include "search/make_searcher.h"

namespace xttt {

// The searcher and the opening book of one variant chosen at run time. All positions must be of
// variant().
class EngineCore {
public:
    template <const Variant& V>
    using Maker = std::function<Result<std::unique_ptr<Searcher<V>>>(const SearchOptions&)>;

    template <const Variant& V>
    explicit EngineCore(Maker<V> make) : core_(Core<V>{std::move(make), {}, {}}) {}

    const Variant& variant() const { return *kVariants[core_.index()]; }

    // Builds the searcher and allocates its memory. Do not call it during a search.
    Result<void> configure(const SearchOptions& options);
    // Reads an opening book; an empty path closes it. On failure the old one stays.
    Result<void> load_book(const std::string& path);
    // Checks that a network file is for this variant; an empty path means the built-in one.
    Result<void> check_network(const std::string& path) const;
    // Clears the tables and statistics of the searcher. Do not call it during a search.
    void new_game();

    // The book move, as a report of depth 0; empty if there is none.
    std::optional<SearchReport> book_reply(const AnyPosition& position) const;
    // Requires configure() and a game that is not over. A stop requested before or during the
    // search ends it.
    SearchReport search(const AnyPosition& position, const SearchLimits& limits,
                        const ReportFunction& report, const std::stop_token& stop);

private:
    template <const Variant& V>
    struct Core {
        Maker<V> make;
        std::optional<Book<V>> book;
        std::unique_ptr<Searcher<V>> searcher;
    };
    AnyOf<Core> core_;
};

using CoreFactory = std::function<Result<std::unique_ptr<EngineCore>>(std::string_view variant)>;

Result<std::unique_ptr<EngineCore>> make_core(std::string_view variant);

// The position of a FEN (empty: the initial position) after some moves. The error names the first
// bad move.
Result<AnyPosition> set_up_position(const Variant& variant, const std::optional<std::string>& fen,
                                    std::span<const std::string> moves);
// The static evaluation for the side to move. Requires a game that is not over.
Result<Score> evaluate(const SearchOptions& options, const AnyPosition& position);
// The number of sequences of `depth` moves; empty once stopped.
std::optional<std::uint64_t> perft(const AnyPosition& position, int depth,
                                   const std::stop_token& stop);

}  // namespace xttt
