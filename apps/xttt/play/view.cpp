#include "play/view.h"

#include <algorithm>

#include <fmt/format.h>

#include "draw/board_drawing.h"

namespace xttt {
namespace {

constexpr std::string_view kKeys =
    "arrows Enter or h9: move  Tab hint  u undo  s save  r resign  ? help  q quit";
constexpr int kUsualColumns = 80;
constexpr int kPanelWidth = 23;
constexpr int kPanelLines = 17;        // beside the board
constexpr int kPanelLinesBelow = 7;    // below it, in two columns
constexpr int kTurnsColumnBelow = 40;  // where the second begins

// The last of the turns, as many as there is room for.
void draw_turns(Terminal& terminal, const std::vector<std::string>& turns, int line, int column,
                int bottom) {
    const auto room = static_cast<std::size_t>(std::max(bottom - line, 0));
    for (std::size_t i = turns.size() - std::min(turns.size(), room); i < turns.size(); ++i)
        terminal.print(line++, column, turns[i]);
}

void draw_beside(Terminal& terminal, const Panel& panel, int column, int bottom) {
    int line = 0;
    for (const auto& fact : panel.facts) terminal.print(line++, column, fact);
    draw_turns(terminal, panel.turns, line + 1, column, bottom);
}

void draw_below(Terminal& terminal, const Panel& panel, int first, int bottom) {
    int line = first;
    for (const auto& fact : panel.facts)
        if (!fact.empty()) terminal.print(line++, 2, fact);
    draw_turns(terminal, panel.turns, first, kTurnsColumnBelow, bottom);
}

// The cursor, where its move would send the other player, and the hint.
template <const Variant& V>
void draw_choice(Terminal& terminal, const View& view) {
    if (!view.cursor) return;
    const auto mark = [&](Move move, Highlight how) {
        const DrawnCell at = drawn_cell<V>(move);
        terminal.highlight(at.line, at.column, at.width, how);
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
    const int lines = (beside ? std::max(height, kPanelLines) : height + kPanelLinesBelow) + 2;
    const int columns = beside ? beside_width : width;
    if (terminal.lines() < lines || terminal.columns() < columns)
        return terminal.print(
            0, 0,
            fmt::format("The window is too small: it needs {} columns and {} lines", columns,
                        lines));

    terminal.print(0, 0, draw_board(pos, {.ascii = view.ascii, .color = true}));
    draw_choice<V>(terminal, view);
    const int bottom = terminal.lines() - 2;
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
