#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>

#include "base/result.h"
#include "rules/any_position.h"
#include "search/make_searcher.h"

namespace xttt {

// The searcher and the opening book of one variant, behind an interface without the variant as a
// template parameter. All positions must be of variant().
class EngineCore {
public:
    virtual ~EngineCore() = default;
    virtual const Variant& variant() const = 0;

    // Builds the searcher and allocates its memory. Do not call it during a search.
    virtual Result<void> configure(const SearchOptions& options) = 0;
    // Reads an opening book; an empty path closes it. On failure the old one stays.
    virtual Result<void> load_book(const std::string& path) = 0;
    // Checks that a network file is for this variant; an empty path means the built-in one.
    virtual Result<void> check_network(const std::string& path) const = 0;
    // Clears the tables and statistics of the searcher. Do not call it during a search.
    virtual void new_game() = 0;

    // The static evaluation for the side to move. Requires a game that is not over.
    virtual Result<Score> evaluate(const AnyPosition& position,
                                   const SearchOptions& options) const = 0;
    // The book move, as a report of depth 0; empty if there is none.
    virtual std::optional<SearchReport> book_reply(const AnyPosition& position) const = 0;
    // Requires configure() and a game that is not over. A stop requested before or during the
    // search ends it.
    virtual SearchReport search(const AnyPosition& position, const SearchLimits& limits,
                                const ReportFunction& report, const std::stop_token& stop) = 0;
};

using CoreFactory = std::function<Result<std::unique_ptr<EngineCore>>(std::string_view variant)>;

Result<std::unique_ptr<EngineCore>> make_core(std::string_view variant);

// The position of a FEN (empty: the initial position) after some moves. The error names the first
// bad move.
Result<AnyPosition> set_up_position(const Variant& variant, const std::optional<std::string>& fen,
                                    std::span<const std::string> moves);
// The number of sequences of `depth` moves; empty once stopped.
std::optional<std::uint64_t> perft(const AnyPosition& position, int depth,
                                   const std::stop_token& stop);

}  // namespace xttt
