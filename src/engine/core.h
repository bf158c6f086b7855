#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>

#include "base/result.h"
#include "rules/outcome.h"
#include "search/make_searcher.h"

namespace xttt {

// The part of an engine that knows its variant as a type: one game and one searcher, behind an
// interface that does not. The game may go on while a search looks at an earlier moment of it.
class EngineCore {
public:
    virtual ~EngineCore() = default;
    virtual const Variant& variant() const = 0;

    // --- The game ------------------------------------------------------------------------------
    // Sets up a FEN, or the start without one, and plays moves. On failure nothing changes.
    virtual Result<void> set_position(const std::optional<std::string>& fen,
                                      std::span<const std::string> moves) = 0;
    virtual Side side_to_move() const = 0;
    virtual std::optional<Outcome> outcome() const = 0;
    virtual std::string fen() const = 0;
    virtual std::string drawing() const = 0;  // for a person, in plain ASCII
    virtual Result<Move> parse_move(std::string_view text) const = 0;
    virtual std::string move_text(Move move) const = 0;
    // The value for the side to move, without search. Requires a game that is not over.
    virtual Result<Score> evaluate(const SearchOptions& options) const = 0;

    // --- The searcher --------------------------------------------------------------------------
    // Builds the searcher, with all its memory. Not while one of its searches runs.
    virtual Result<void> configure(const SearchOptions& options) = 0;
    // Reads a book of opening moves; an empty path closes it. On failure the old one stays.
    virtual Result<void> load_book(const std::string& path) = 0;
    // Whether a network file suits the variant; an empty path stands for the built-in one.
    virtual Result<void> check_network(const std::string& path) const = 0;
    // Forgets what earlier games taught. Not while a search runs.
    virtual void new_game() = 0;

    // Fixes the position (and the book) that the functions below look at. Not while one of them
    // runs.
    virtual void take_snapshot() = 0;
    virtual int legal_count() const = 0;
    virtual Key key() const = 0;
    // Whether the opponent is to move after this one.
    virtual bool passes_turn(Move move) const = 0;
    // The answer of the book, as a search of no depth; empty if it has none.
    virtual std::optional<SearchReport> book_reply() const = 0;
    // Requires configure(), and a snapshot whose game is not over. A stop asked for before or
    // during the search ends it.
    virtual SearchReport search(const SearchLimits& limits, const ReportFunction& report,
                                const std::stop_token& stop) = 0;
    // The number of sequences of `depth` moves; nothing once stopped.
    virtual std::optional<std::uint64_t> perft(int depth, const std::stop_token& stop) const = 0;
};

using CoreFactory = std::function<Result<std::unique_ptr<EngineCore>>(std::string_view variant)>;

// The core of a variant at the start of a game.
Result<std::unique_ptr<EngineCore>> make_core(std::string_view variant);

}  // namespace xttt
