#pragma once

#include <filesystem>
#include <fstream>
#include <sstream>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "base/text.h"
#include "engine/core.h"
#include "eval/nnue/network.h"
#include "record/board_drawing.h"
#include "rules/fen.h"
#include "rules/notation.h"
#include "rules/perft.h"
#include "search/book/book.h"

namespace xttt {

template <const Variant& V>
class TypedCore final : public EngineCore {
public:
    using Maker = std::function<Result<std::unique_ptr<Searcher<V>>>(const SearchOptions&)>;

    explicit TypedCore(Maker make) : make_(std::move(make)) {}

    const Variant& variant() const override { return V; }

    Result<void> set_position(const std::optional<std::string>& fen,
                              std::span<const std::string> moves) override;
    Side side_to_move() const override { return game_.side_to_move(); }
    std::optional<Outcome> outcome() const override { return game_.outcome(); }
    std::string fen() const override { return to_fen(game_); }
    std::string drawing() const override {
        return draw_board<V>(game_, {.ascii = true, .color = false}) + describe_position<V>(game_);
    }
    Result<Move> parse_move(std::string_view text) const override {
        return xttt::parse_move(game_, text);
    }
    std::string move_text(Move move) const override { return xttt::move_text<V>(move); }

    Result<Score> evaluate(const SearchOptions& options) const override {
        return xttt::evaluate(options, game_);
    }

    Result<void> configure(const SearchOptions& options) override;
    Result<void> load_book(const std::string& path) override;
    Result<void> check_network(const std::string& path) const override {
        if (path.empty()) return {};
        if (auto network = nnue::Network<V>::load(path); !network)
            return std::unexpected(network.error());
        return {};
    }
    void new_game() override {
        if (searcher_) searcher_->new_game();
    }

    void take_snapshot() override {
        snapshot_ = game_;
        snapshot_book_ = book_;
    }
    int legal_count() const override { return snapshot_.legal_count(); }
    Key key() const override { return snapshot_.key(); }
    bool passes_turn(Move move) const override {
        Position<V> next = snapshot_;
        next.play(move);
        return !next.over() && next.side_to_move() != snapshot_.side_to_move();
    }
    std::optional<SearchReport> book_reply() const override;
    SearchReport search(const SearchLimits& limits, const ReportFunction& report,
                        const std::stop_token& stop) override;
    std::optional<std::uint64_t> perft(int depth, const std::stop_token& stop) const override {
        return perft_below(snapshot_, depth, stop);
    }

private:
    // Depths that take a moment at most are counted in one go; above them, stop is looked at.
    static constexpr int kQuickPerft = 4;
    static std::optional<std::uint64_t> perft_below(const Position<V>& pos, int depth,
                                                    const std::stop_token& stop);

    Maker make_;
    Position<V> game_;
    std::shared_ptr<const Book<V>> book_;  // null: none
    Position<V> snapshot_;
    std::shared_ptr<const Book<V>> snapshot_book_;
    std::unique_ptr<Searcher<V>> searcher_;
};

template <const Variant& V>
Result<void> TypedCore<V>::set_position(const std::optional<std::string>& fen,
                                        std::span<const std::string> moves) {
    Position<V> pos;
    if (fen) {
        auto parsed = parse_fen<V>(*fen);
        if (!parsed) return std::unexpected(parsed.error());
        pos = *parsed;
    }
    for (std::size_t i = 0; i < moves.size(); ++i) {
        const auto move = xttt::parse_move(pos, moves[i]);
        if (!move)
            return fail(move.error().code, fmt::format("move {}: {}", i + 1, move.error().message));
        pos.play(*move);
    }
    game_ = pos;
    return {};
}

template <const Variant& V>
Result<void> TypedCore<V>::configure(const SearchOptions& options) {
    searcher_.reset();  // first, so that two tables never stand side by side
    auto made = make_(options);
    if (!made) return std::unexpected(made.error());
    searcher_ = std::move(*made);
    return {};
}

template <const Variant& V>
Result<void> TypedCore<V>::load_book(const std::string& path) {
    if (path.empty()) {
        book_.reset();
        return {};
    }
    // Devices and pipes might never end.
    std::error_code ignored;
    const bool is_file = std::filesystem::is_regular_file(path, ignored);
    std::ifstream in(path, std::ios::binary);
    std::ostringstream text;
    if (!is_file || !in || !(text << in.rdbuf()))
        return fail(Errc::Io, fmt::format("the book {} cannot be read", quote(path)));
    auto book = Book<V>::parse(text.str());
    if (!book)
        return fail(book.error().code, fmt::format("{}: {}", quote(path), book.error().message));
    book_ = std::make_shared<const Book<V>>(std::move(*book));
    return {};
}

template <const Variant& V>
std::optional<SearchReport> TypedCore<V>::book_reply() const {
    const auto entry = snapshot_book_ ? snapshot_book_->find(snapshot_) : std::nullopt;
    if (!entry) return std::nullopt;
    SearchReport report;
    report.pvs.push_back({entry->score, {entry->move}});
    return report;
}

template <const Variant& V>
SearchReport TypedCore<V>::search(const SearchLimits& limits, const ReportFunction& report,
                                  const std::stop_token& stop) {
    searcher_->prepare();
    // Registered after prepare(): a stop that came before is then given once more.
    const std::stop_callback on_stop(stop, [this] { searcher_->stop(); });
    return searcher_->search(snapshot_, limits, report);
}

template <const Variant& V>
std::optional<std::uint64_t> TypedCore<V>::perft_below(const Position<V>& pos, int depth,
                                                       const std::stop_token& stop) {
    if (depth <= kQuickPerft) return xttt::perft(pos, depth);
    std::uint64_t sum = 0;
    bool stopped = false;
    pos.for_each_legal([&](Move move) {
        if (stopped || (stopped = stop.stop_requested())) return;
        Position<V> next = pos;
        next.play(move);
        const auto count = perft_below(next, depth - 1, stop);
        if (count)
            sum += *count;
        else
            stopped = true;
    });
    if (stopped) return std::nullopt;
    return sum;
}

}  // namespace xttt
