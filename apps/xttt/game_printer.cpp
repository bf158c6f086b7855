#include "game_printer.h"

#include <algorithm>
#include <bit>
#include <utility>

#include <fmt/format.h>

#include "base/count_text.h"
#include "base/text.h"

namespace xttt {
namespace {

std::string_view winner_text(GameResult result) {
    switch (result) {
        case GameResult::XWins:
            return "x (player 1)";
        case GameResult::OWins:
            return "o (player 2)";
        case GameResult::Draw:
            return "none, a draw";
        case GameResult::Unfinished:
            return "none yet";
    }
    std::unreachable();
}

std::string message_text(const PlayedGame& game) {
    if (game.ending.reason == "line") return "completed a line of small boards";
    if (game.ending.reason == "full") return "every small board is closed and there is no line";
    if (game.record.drawn) return terminal_safe(*game.record.drawn);
    const Forfeit& forfeit = *game.record.forfeit;
    return fmt::format("{} forfeits by {}: {}", letter(forfeit.offender), name(forfeit.reason),
                       terminal_safe(forfeit.detail));
}

std::string points_text(const Ending& ending) {
    if (!ending.points) return {};
    const auto [x, o] = *ending.points;
    return fmt::format(" ({}–{})", std::max(x, o), std::min(x, o));
}

}  // namespace

std::string ending_sentence(const GameRecord& record, const Ending& ending,
                            std::optional<Side> person) {
    if (ending.result == GameResult::Unfinished)
        return fmt::format("Not finished: {} played", count_text(record.moves.size(), "move"));
    if (record.drawn) return "Draw by adjudication" + points_text(ending);
    if (ending.result == GameResult::Draw)
        return "Draw: all boards are closed" + points_text(ending);
    const Side winner = ending.result == GameResult::XWins ? Side::X : Side::O;
    const std::string outcome = !person             ? fmt::format("{} won", letter(winner))
                                : *person == winner ? "You won"
                                                    : "You lost";
    if (record.forfeit)
        return fmt::format("{}: {} forfeits by {}", outcome, letter(record.forfeit->offender),
                           name(record.forfeit->reason));
    if (ending.reason == "line")
        return fmt::format("{}: {} completed a line of {} boards{}", outcome, letter(winner),
                           record.variant->size == 3 ? "three" : "four", points_text(ending));
    return fmt::format("{} on points{}", outcome, points_text(ending));
}

void BoardPrinter::on_start(const GameSetup&, const AnyPosition& position) {
    draw(position);
}

void BoardPrinter::on_move(const MovedEvent& event) {
    out_ << letter(event.side) << " plays " << move_text(event.after.variant(), event.move)
         << "\n\n";
    draw(event.after);
}

void BoardPrinter::draw(const AnyPosition& position) {
    position.visit([&](const auto& pos) {
        if (!pos.over()) out_ << draw_board(pos, style_) << describe_position(pos) << '\n';
    });
}

void ResultPrinter::on_end(const PlayedGame& game, const AnyPosition& position) {
    const auto points = game.ending.points.value_or(std::array{0, 0});
    out_ << position.visit([&](const auto& pos) { return draw_board(pos, style_); }) << '\n'
         << fmt::format("{} against {}, {}, {}\n", terminal_safe(game.record.tags.at("X")),
                        terminal_safe(game.record.tags.at("O")), game.record.variant->name,
                        count_text(game.record.moves.size(), "move"))
         << fmt::format("winner:  {}\n", winner_text(game.ending.result))
         << fmt::format("message: {}\n", message_text(game))
         << fmt::format("points:  x {}, o {}\n", points[0], points[1])
         << position.visit([] < const Variant& V > (const Position<V>& pos) {
                int drawn = 0;
                for (int board = 0; board < V.small_boards(); ++board) drawn += pos.is_drawn(board);
                return fmt::format("x: {}  o: {}  d: {}\n", std::popcount(pos.won(Side::X)),
                                   std::popcount(pos.won(Side::O)), drawn);
            });
}

}  // namespace xttt
