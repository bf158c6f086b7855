#include "play/view.h"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "base/count_text.h"
#include "draw/board_drawing.h"
#include "rules/notation.h"

namespace xttt {

namespace {

constexpr std::size_t kNameWidth = 13;

std::string_view color_of(Side side) {
    return side == Side::X ? "\x1b[1;96m" : "\x1b[1;93m";
}
std::string colored(Side side, std::string_view text) {
    return fmt::format("{}{}\x1b[0m", color_of(side), text);
}

std::string clock_text(std::chrono::milliseconds time) {
    const auto seconds = time.count() / 1000;
    return fmt::format("{}:{:02}", seconds / 60, seconds % 60);
}

std::string side_row(Side side, const PanelSide& shown, bool to_move) {
    return fmt::format("{} {} {:<{}} {}", to_move ? ">" : " ",
                       colored(side, std::string(1, letter(side))),
                       shown.name.substr(0, kNameWidth), kNameWidth, clock_text(shown.time));
}

template <const Variant& V>
std::string bound_text(const Position<V>& pos) {
    if (!pos.is_bound()) return "anywhere";
    std::string where;
    for (int b = pos.bound_place(); b < V.small_boards(); b += V.places())
        if (pos.is_open(b)) where += (where.empty() ? "" : ", ") + board_text<V>(b);
    return where;
}

template <const Variant& V>
void add_state(std::vector<std::string>& rows, const Position<V>& pos) {
    for (const Side side : {Side::X, Side::O})
        rows.push_back(fmt::format("{} {}, {}", colored(side, std::string(1, letter(side))),
                                   count_text(std::popcount(pos.won(side)), "board"),
                                   count_text(pos.board_points(side), "point")));
    rows.emplace_back();
    if (const auto outcome = pos.outcome()) {
        rows.push_back(outcome->line_winner ? colored(*outcome->line_winner,
                                                      fmt::format("{} completed a line",
                                                                  letter(*outcome->line_winner)))
                                            : "All boards are closed");
        rows.push_back(fmt::format("points {} : {}", outcome->points[0], outcome->points[1]));
    } else {
        const Side side = pos.side_to_move();
        rows.push_back(colored(side, fmt::format("{} to move", letter(side))) +
                       (pos.is_bonus_move() ? ": bonus!" : ""));
        rows.push_back((pos.is_bound() ? "in " : "") + bound_text(pos));
    }
}

template <const Variant& V>
std::vector<std::string> turn_rows(const GameRecord& record) {
    std::vector<std::string> turns;
    const auto add = [&](const Position<V>& pos, const RecordedMove& played) {
        const std::string text = move_text<V>(played.move);
        const Side side = pos.side_to_move();
        if (pos.is_bonus_move() && !turns.empty())
            turns.back() += "+" + text;
        else
            turns.push_back(colored(side, fmt::format("{} ", letter(side))) + text);
    };
    // The moves of a game that is being played are legal.
    static_cast<void>(replay<V>(record, add));
    return turns;
}

}  // namespace

Panel panel_of(const GameRecord& record, const AnyPosition& position,
               const std::array<PanelSide, 2>& sides) {
    return position.visit([&] < const Variant& V > (const Position<V>& pos) -> Panel {
        std::vector<std::string> facts{fmt::format("\x1b[1mxttt\x1b[0m {}", V.name), ""};
        const bool over = pos.over() || record.forfeit;
        for (const Side side : {Side::X, Side::O})
            facts.push_back(side_row(side, sides[static_cast<std::size_t>(index(side))],
                                     !over && pos.side_to_move() == side));
        facts.emplace_back();
        add_state(facts, pos);
        return {std::move(facts), turn_rows<V>(record)};
    });
}

std::vector<int> boards_bound_by(const AnyPosition& position, Move move) {
    return position.visit([&] < const Variant& V > (const Position<V>& pos) {
        std::vector<int> boards;
        if (!pos.is_legal(move)) return boards;
        Position<V> next = pos;
        next.play(move);
        if (next.over() || !next.is_bound()) return boards;
        for (int b = next.bound_place(); b < V.small_boards(); b += V.places())
            if (next.is_open(b)) boards.push_back(b);
        return boards;
    });
}

std::string preview_text(const AnyPosition& position, Move move) {
    return position.visit([&] < const Variant& V > (const Position<V>& pos) -> std::string {
        if (!pos.is_legal(move)) return "";
        Position<V> next = pos;
        next.play(move);
        const std::string text = move_text<V>(move);
        if (next.over()) return text + " ends the game";
        const char who = letter(next.side_to_move());
        if (next.is_bonus_move())
            return fmt::format("{} wins a board: {} moves again, {}", text, who, bound_text(next));
        if (!next.is_bound()) return fmt::format("{} lets {} move anywhere", text, who);
        return fmt::format("{} sends {} to {}", text, who, bound_text(next));
    });
}

namespace {

constexpr std::string_view kKeys =
    "arrows Enter or h9: move  Tab hint  u undo  s save  r resign  ? help  q quit";
constexpr int kUsualColumns = 80;
constexpr int kPanelWidth = 23;
constexpr int kPanelRows = 17;         // beside the board
constexpr int kPanelRowsBelow = 7;     // below it, in two columns
constexpr int kTurnsColumnBelow = 40;  // where the second begins

// The latest turns that fit.
void draw_turns(Terminal& terminal, const std::vector<std::string>& turns, int row, int column,
                int bottom) {
    const auto capacity = static_cast<std::size_t>(std::max(bottom - row, 0));
    for (std::size_t i = turns.size() - std::min(turns.size(), capacity); i < turns.size(); ++i)
        terminal.print(row++, column, turns[i]);
}

void draw_beside(Terminal& terminal, const Panel& panel, int column, int bottom) {
    int row = 0;
    for (const auto& fact : panel.facts) terminal.print(row++, column, fact);
    draw_turns(terminal, panel.turns, row + 1, column, bottom);
}

void draw_below(Terminal& terminal, const Panel& panel, int first, int bottom) {
    int row = first;
    for (const auto& fact : panel.facts)
        if (!fact.empty()) terminal.print(row++, 2, fact);
    draw_turns(terminal, panel.turns, first, kTurnsColumnBelow, bottom);
}

// The cursor, where its move would send the other player, and the hint.
template <const Variant& V>
void draw_choice(Terminal& terminal, const View& view) {
    if (!view.cursor) return;
    const auto mark = [&](Move move, Highlight how) {
        const DrawnCell at = drawn_cell<V>(move);
        terminal.highlight(at.row, at.column, at.width, how);
    };
    for (const int board : boards_bound_by(view.position, *view.cursor))
        for (int cell = 0; cell < V.places(); ++cell)
            mark(move_from_id<V>(board * V.places() + cell), Highlight::Target);
    if (!view.hint.is_none()) mark(view.hint, Highlight::Hint);
    mark(*view.cursor, Highlight::Cursor);
}

template <const Variant& V>
void draw_game(Terminal& terminal, const View& view, const Position<V>& pos) {
    const auto [height, _, width] = drawn_size<V>();
    const int beside_width = width + 1 + kPanelWidth;
    const bool beside = beside_width <= std::max(terminal.columns(), kUsualColumns);
    const int rows = (beside ? std::max(height, kPanelRows) : height + kPanelRowsBelow) + 2;
    const int columns = beside ? beside_width : width;
    if (terminal.rows() < rows || terminal.columns() < columns)
        return terminal.print(
            0, 0,
            fmt::format("The window is too small: it needs {} columns and {} rows", columns, rows));

    terminal.print(0, 0, draw_board(pos, {.ascii = view.ascii, .color = true}));
    draw_choice<V>(terminal, view);
    const int bottom = terminal.rows() - 2;
    const Panel panel = panel_of(view.record, view.position, view.sides);
    if (beside)
        draw_beside(terminal, panel, width + 1, bottom);
    else
        draw_below(terminal, panel, height, bottom);
    terminal.print(bottom, 1, view.bottom);
    terminal.print(bottom + 1, 1, fmt::format("\x1b[2m{}\x1b[0m", kKeys));
}

}  // namespace

void draw(Terminal& terminal, const View& view) {
    terminal.clear();
    view.position.visit([&](const auto& pos) { draw_game(terminal, view, pos); });
    terminal.show();
}

}  // namespace xttt
