#include "draw/board_drawing.h"

#include <array>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "base/count_text.h"
#include "base/text.h"
#include "rules/notation.h"

namespace xttt {
namespace {

// The weight of a part of a frame.
enum class Weight { None, Light, Heavy };

// Junctions by the arms that exist (up 1, right 2, down 4, left 8), then by those that are heavy.
// Unicode has a character for every mixture of light and heavy arms.
using Family = std::array<std::string_view, 16>;

constexpr Family kDownRight{"┌", "", "┍", "", "┎", "", "┏"};
constexpr Family kDownLeft{"┐", "", "", "", "┒", "", "", "", "┑", "", "", "", "┓"};
constexpr Family kUpRight{"└", "┖", "┕", "┗"};
constexpr Family kUpLeft{"┘", "┚", "", "", "", "", "", "", "┙", "┛"};
constexpr Family kNoLeft{"├", "┞", "┝", "┡", "┟", "┠", "┢", "┣"};
constexpr Family kNoRight{"┤", "┦", "", "", "┧", "┨", "", "", "┥", "┩", "", "", "┪", "┫"};
constexpr Family kNoUp{"┬", "", "┮", "", "┰", "", "┲", "", "┭", "", "┯", "", "┱", "", "┳"};
constexpr Family kNoDown{"┴", "┸", "┶", "┺", "", "", "", "", "┵", "┹", "┷", "┻"};
constexpr Family kAll{"┼", "╀", "┾", "╄", "╁", "╂", "╆", "╊",
                      "┽", "╃", "┿", "╇", "╅", "╉", "╈", "╋"};

const Family& family(int arms) {
    switch (arms) {
        case 6:
            return kDownRight;
        case 12:
            return kDownLeft;
        case 3:
            return kUpRight;
        case 9:
            return kUpLeft;
        case 7:
            return kNoLeft;
        case 13:
            return kNoRight;
        case 14:
            return kNoUp;
        case 11:
            return kNoDown;
        default:
            return kAll;
    }
}

// The character where four borders meet.
std::string junction(Weight up, Weight right, Weight down, Weight left, bool ascii) {
    unsigned arms = 0, heavy = 0, bit = 1;
    for (const Weight arm : {up, right, down, left}) {
        if (arm != Weight::None) arms |= bit;
        if (arm == Weight::Heavy) heavy |= bit;
        bit <<= 1;
    }
    if (ascii) return heavy != 0 ? "#" : "+";
    return std::string(family(static_cast<int>(arms))[heavy]);
}

std::string horizontal_border(Weight weight, int length, bool ascii) {
    std::string out;
    for (int i = 0; i < length; ++i)
        out += weight == Weight::Heavy ? (ascii ? "#" : "━") : (ascii ? "-" : "─");
    return out;
}

std::string vertical_border(Weight weight, bool ascii) {
    return weight == Weight::Heavy ? (ascii ? "#" : "┃") : (ascii ? "|" : "│");
}

constexpr int kCellWidth = 3;
constexpr int kGap = 3;  // between two big boards

// Colours that colour-blind people can distinguish; shape and position show the same.
constexpr std::string_view kColorX = "1;96", kColorO = "1;93", kFrame = "92", kFaint = "2",
                           kLegal = "92", kLast = "7";

std::string_view color_of(Side side) {
    return side == Side::X ? kColorX : kColorO;
}

// A won small board as one big mark over all its cells, kCellWidth columns each.
template <const Variant& V>
std::string big_mark_row(Side side, int row, bool ascii) {
    using Rows4 = std::array<std::string_view, 4>;
    using Rows3 = std::array<std::string_view, 3>;
    static constexpr std::array<std::array<Rows4, 2>, 2> k4{
        {{{{"  ▀▄    ▄▀  ", "    ▀▄▄▀    ", "    ▄▀▀▄    ", "  ▄▀    ▀▄  "},
           {"   ▄▀▀▀▀▄   ", "  █      █  ", "  █      █  ", "   ▀▄▄▄▄▀   "}}},
         {{{"  \\\\    //  ", "    \\\\//    ", "    //\\\\    ", "  //    \\\\  "},
           {"   .----.   ", "  |      |  ", "  |      |  ", "   '----'   "}}}}};
    static constexpr std::array<std::array<Rows3, 2>, 2> k3{
        {{{{" ▀▄   ▄▀ ", "   ▀█▀   ", " ▄▀   ▀▄ "}, {" ▄▀▀▀▀▀▄ ", " █     █ ", " ▀▄▄▄▄▄▀ "}}},
         {{{"  \\   /  ", "    X    ", "  /   \\  "}, {"  .---.  ", "  |   |  ", "  '---'  "}}}}};
    static_assert(V.size == 3 || V.size == 4, "a big mark is drawn for these sizes only");
    const auto row_index = static_cast<std::size_t>(row);
    const auto side_index = static_cast<std::size_t>(index(side));
    if constexpr (V.size == 4) return std::string(k4[ascii][side_index][row_index]);
    if constexpr (V.size == 3) return std::string(k3[ascii][side_index][row_index]);
}

template <const Variant& V>
class Drawing {
public:
    Drawing(const Position<V>& pos, const DrawingStyle& style)
        : pos_(pos), style_(style), legal_(pos.legal_moves()) {}

    // The position of a cell in the drawing.
    static DrawnCell place_of(Move move) {
        const GridCell at = grid_cell<V>(move);
        const int titles = V.big_boards > 1 ? 2 : 1;
        return {titles + at.row + at.row / V.size + 1,
                at.big_board * (kWidth + kGap) + kMargin + 1 + at.column * kCellWidth +
                    at.column / V.size,
                kCellWidth};
    }

    // The text lines of one big board, all of the same width.
    std::vector<std::string> big_board(int big) const {
        std::vector<std::string> text_lines;
        if constexpr (V.big_boards > 1)
            text_lines.push_back(pad(fmt::format("big board {}", big + 1), kMargin + 1));
        text_lines.push_back(column_letters());
        for (int board_row = 0; board_row < V.size; ++board_row) {
            text_lines.push_back(rule(big, board_row));
            for (int row = 0; row < V.size; ++row) text_lines.push_back(cells(big, board_row, row));
        }
        text_lines.push_back(rule(big, V.size));
        return text_lines;
    }

private:
    static constexpr int kMargin = 3;  // for row numbers
    static constexpr int kBoardWidth = V.size * kCellWidth;
    static constexpr int kWidth = kMargin + 1 + V.size * (kBoardWidth + 1);

    std::string paint(std::string_view color, std::string_view text) const {
        if (!style_.color || color.empty()) return std::string(text);
        return fmt::format("\x1b[{}m{}\x1b[0m", color, text);
    }
    std::string pad(std::string_view text, int indent) const {
        return std::string(static_cast<std::size_t>(indent), ' ') +
               paint(kFaint, fmt::format("{:<{}}", text, kWidth - indent));
    }

    std::string column_letters() const {
        std::string letters;
        for (int c = 0; c < V.width(); ++c) {
            if (c % V.size == 0) letters += ' ';
            letters += fmt::format(" {} ", static_cast<char>('a' + c));
        }
        return pad(letters, kMargin);
    }

    static bool on_board(int board_row, int board_column) {
        return board_row >= 0 && board_row < V.size && board_column >= 0 && board_column < V.size;
    }
    static int board_at(int big, int board_row, int board_column) {
        return big * V.places() + board_row * V.size + board_column;
    }
    bool is_forced(int big, int board_row, int board_column) const {
        if (!on_board(board_row, board_column) || pos_.over() || !pos_.is_bound()) return false;
        const int board = board_at(big, board_row, board_column);
        return board % V.places() == pos_.bound_place() && pos_.is_open(board);
    }
    // The weight of the border between two neighbouring small boards, one of which may be outside.
    Weight between(int big, int row_a, int column_a, int row_b, int column_b) const {
        if (!on_board(row_a, column_a) && !on_board(row_b, column_b)) return Weight::None;
        return is_forced(big, row_a, column_a) || is_forced(big, row_b, column_b) ? Weight::Heavy
                                                                                  : Weight::Light;
    }
    // The borders that meet at the corner above and left of small board (r, c).
    Weight border_right_of(int big, int r, int c) const { return between(big, r - 1, c, r, c); }
    Weight border_below(int big, int r, int c) const { return between(big, r, c - 1, r, c); }

    std::string frame(Weight weight, std::string_view text) const {
        return paint(weight == Weight::Heavy ? kFrame : kFaint, text);
    }

    // The horizontal border above a row of small boards.
    std::string rule(int big, int r) const {
        std::string text_line(kMargin, ' ');
        for (int c = 0; c <= V.size; ++c) {
            const Weight up = border_below(big, r - 1, c), down = border_below(big, r, c);
            const Weight left = border_right_of(big, r, c - 1), right = border_right_of(big, r, c);
            const bool heavy = up == Weight::Heavy || down == Weight::Heavy ||
                               left == Weight::Heavy || right == Weight::Heavy;
            text_line += frame(heavy ? Weight::Heavy : Weight::Light,
                               junction(up, right, down, left, style_.ascii));
            if (c < V.size)
                text_line += frame(right, horizontal_border(right, kBoardWidth, style_.ascii));
        }
        return text_line;
    }

    std::string cells(int big, int board_row, int row) const {
        const int number = board_row * V.size + row + 1;
        std::string text_line = paint(kFaint, fmt::format("{:>{}} ", number, kMargin - 1));
        for (int c = 0; c < V.size; ++c) {
            const Weight weight = border_below(big, board_row, c);
            text_line += frame(weight, vertical_border(weight, style_.ascii));
            text_line += board_cells(board_at(big, board_row, c), row);
        }
        const Weight weight = border_below(big, board_row, V.size);
        return text_line + frame(weight, vertical_border(weight, style_.ascii));
    }

    // One row of cells of a small board.
    std::string board_cells(int board, int row) const {
        const auto cell_at = [&](int column) {
            return Move{static_cast<std::uint8_t>(board),
                        static_cast<std::uint8_t>(row * V.size + column)};
        };
        std::string text_line;
        const auto winner = pos_.board_winner(board);
        if (!winner) {
            for (int column = 0; column < V.size; ++column) text_line += cell(cell_at(column));
            return text_line;
        }
        const std::string mark = big_mark_row<V>(*winner, row, style_.ascii);
        const Move last = pos_.last_move();
        if (last.board != board || last.cell / V.size != row) return paint(color_of(*winner), mark);
        // The cell of the last move is shown on top of the mark.
        std::size_t from = 0;
        for (int column = 0; column < V.size; ++column) {
            std::size_t end = from;
            for (int i = 0; i < kCellWidth; ++i) end += utf8_length(mark, end);
            text_line += cell_at(column) == last
                             ? cell(cell_at(column))
                             : paint(color_of(*winner), mark.substr(from, end - from));
            from = end;
        }
        return text_line;
    }

    std::string cell(Move at) const {
        const Mask bit = Mask{1} << at.cell;
        for (const Side side : {Side::X, Side::O}) {
            if ((pos_.marks(side, at.board) & bit) == 0) continue;
            const char mark = letter(side);
            if (at == pos_.last_move())
                return paint(color_of(side), paint(kLast, fmt::format("[{}]", mark)));
            return paint(pos_.is_drawn(at.board) ? kFaint : color_of(side),
                         fmt::format(" {} ", mark));
        }
        if (!legal_.contains(at)) return "   ";
        return paint(kLegal, style_.ascii ? " . " : " · ");
    }

    const Position<V>& pos_;
    const DrawingStyle& style_;
    CellSet<V> legal_;
};

}  // namespace

template <const Variant& V>
std::string draw_board(const Position<V>& pos, const DrawingStyle& style) {
    const Drawing<V> drawing(pos, style);
    auto text_lines = drawing.big_board(0);
    for (int big = 1; big < V.big_boards; ++big) {
        const auto beside = drawing.big_board(big);
        for (std::size_t i = 0; i < text_lines.size(); ++i)
            text_lines[i] += std::string(kGap, ' ') + beside[i];
    }
    return fmt::format("{}\n", fmt::join(text_lines, "\n"));
}

template <const Variant& V>
DrawnCell drawn_cell(Move move) {
    return Drawing<V>::place_of(move);
}

template <const Variant& V>
std::string describe_position(const Position<V>& pos) {
    std::string text;
    if (const auto outcome = pos.outcome()) {
        text =
            outcome->line_winner
                ? fmt::format("{} won with a line of small boards", letter(*outcome->line_winner))
                : std::string("draw: every small board is closed and there is no line");
        text += fmt::format("; points: x {}, o {}\n", outcome->points[0], outcome->points[1]);
    } else {
        std::string where = "any open small board";
        if (pos.is_bound()) {
            where.clear();
            for (int b = pos.bound_place(); b < V.small_boards(); b += V.places())
                if (pos.is_open(b)) where += (where.empty() ? "" : " or ") + board_text<V>(b);
        }
        text = fmt::format("{} to move{} in {} ({})\n", letter(pos.side_to_move()),
                           pos.is_bonus_move() ? ", a bonus move," : "", where,
                           count_text(pos.legal_count(), "legal move"));
    }
    text += fmt::format("small boards won: x {}, o {}; worth x {}, o {} points",
                        std::popcount(pos.won(Side::X)), std::popcount(pos.won(Side::O)),
                        pos.board_points(Side::X), pos.board_points(Side::O));
    if (!pos.last_move().is_none())
        text += fmt::format("; last move {}", move_text<V>(pos.last_move()));
    return text + "\n";
}

#define XTTT_INSTANTIATE(V)                                                      \
    template std::string draw_board<V>(const Position<V>&, const DrawingStyle&); \
    template DrawnCell drawn_cell<V>(Move);                                      \
    template std::string describe_position<V>(const Position<V>&);
XTTT_FOR_EACH_VARIANT(XTTT_INSTANTIATE)
#undef XTTT_INSTANTIATE

}  // namespace xttt
