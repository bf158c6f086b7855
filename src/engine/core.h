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

// The searcher and the opening book of one variant, behind an interface that does not know the
// variant as a type. All positions must be of variant().
class EngineCore {
public:
    virtual ~EngineCore() = default;
    virtual const Variant& variant() const = 0;

    // Builds the searcher, with all its memory. Not while one of its searches runs.
    virtual Result<void> configure(const SearchOptions& options) = 0;
    // Reads a book of opening moves; an empty path closes it. On failure the old one stays.
    virtual Result<void> load_book(const std::string& path) = 0;
    // Whether a network file suits the variant; an empty path stands for the built-in one.
    virtual Result<void> check_network(const std::string& path) const = 0;
    // Clears what the searcher has learned. Not while a search runs.
    virtual void new_game() = 0;

    // The value for the side to move, without search. Requires a game that is not over.
    virtual Result<Score> evaluate(const AnyPosition& position,
                                   const SearchOptions& options) const = 0;
    // The move of the book, as a search of no depth; empty if it has none.
    virtual std::optional<SearchReport> book_reply(const AnyPosition& position) const = 0;
    // Requires configure(), and a game that is not over. A stop requested before or during the
    // search ends it.
    virtual SearchReport search(const AnyPosition& position, const SearchLimits& limits,
                                const ReportFunction& report, const std::stop_token& stop) = 0;
};

using CoreFactory = std::function<Result<std::unique_ptr<EngineCore>>(std::string_view variant)>;

Result<std::unique_ptr<EngineCore>> make_core(std::string_view variant);

// Sets up a FEN, or the start without one, and plays moves. An error names the move at fault.
Result<AnyPosition> set_up_position(const Variant& variant, const std::optional<std::string>& fen,
                                    std::span<const std::string> moves);
// The number of sequences of `depth` moves; empty once stopped.
std::optional<std::uint64_t> perft(const AnyPosition& position, int depth,
                                   const std::stop_token& stop);

}  // namespace xttt
