#include <fmt/format.h>

#include "draw/board_drawing.h"
#include "rules/variant.h"

namespace xttt {
namespace {

constexpr int kCell = 24;       // pixels along a cell
constexpr int kSvgMargin = 22;  // space for the coordinates
constexpr int kSvgGap = 16;     // between big boards
constexpr const char* kX = "#c0392b";
constexpr const char* kO = "#2563a8";

const char* svg_color(Side side) {
    return side == Side::X ? kX : kO;
}

template <const Variant& V>
class Picture {
public:
    explicit Picture(const Position<V>& pos) : pos_(pos), legal_(pos.legal_moves()) {}

    std::string text() {
        const int side = V.width() * kCell;
        const int width = V.big_boards * (side + kSvgMargin) + (V.big_boards - 1) * kSvgGap + 8;
        const int height = side + kSvgMargin + 8;
        svg_ = fmt::format(R"(<svg xmlns="http://www.w3.org/2000/svg" width="{0}" height="{1}" )"
                           R"(viewBox="0 0 {0} {1}" font-family="sans-serif" font-size="11">)"
                           R"(<rect width="{0}" height="{1}" fill="#fff"/>)",
                           width, height);
        for (int big = 0; big < V.big_boards; ++big) coordinates(big);
        for (int board = 0; board < V.small_boards(); ++board) small_board(board);
        svg_ += "</svg>\n";
        return std::move(svg_);
    }

private:
    struct Point {
        int x;
        int y;
    };
    static Point corner(Move m) {
        const GridCell at = grid_cell<V>(m);
        return {kSvgMargin + at.big_board * (V.width() * kCell + kSvgMargin + kSvgGap) +
                    at.column * kCell,
                kSvgMargin + at.row * kCell};
    }

    template <class... Args>
    void add(fmt::format_string<Args...> format, Args&&... args) {
        fmt::format_to(std::back_inserter(svg_), format, std::forward<Args>(args)...);
    }

    void coordinates(int big) {
        const Point origin = corner(Move::at(big * V.places(), 0));
        for (int i = 0; i < V.width(); ++i) {
            add(R"(<text x="{}" y="{}" text-anchor="middle" fill="#777">{}</text>)",
                origin.x + i * kCell + kCell / 2, origin.y - 6, static_cast<char>('a' + i));
            add(R"(<text x="{}" y="{}" text-anchor="end" fill="#777">{}</text>)", origin.x - 5,
                origin.y + i * kCell + kCell / 2 + 4, i + 1);
        }
    }

    void small_board(int board) {
        const Point at = corner(Move::at(board, 0));
        const int size = V.size * kCell;
        const auto winner = pos_.board_winner(board);
        bool target = false;
        for (int c = 0; c < V.places(); ++c) target |= legal_.contains(Move::at(board, c));
        const bool bound = target && pos_.is_bound();
        add(R"(<rect x="{}" y="{}" width="{}" height="{}" fill="{}"/>)", at.x, at.y, size, size,
            bound    ? "#fff4d6"
            : winner ? (*winner == Side::X ? "#fbe9e7" : "#e6eff9")
                     : "#fff");
        for (int i = 1; i < V.size; ++i)
            add(R"(<path d="M{} {}v{}M{} {}h{}" stroke="#ddd"/>)", at.x + i * kCell, at.y, size,
                at.x, at.y + i * kCell, size);
        for (int c = 0; c < V.places(); ++c) cell(Move::at(board, c), winner.has_value());
        if (winner) mark(*winner, at.x, at.y, size, 6, 0.85);
        add(R"(<rect x="{}" y="{}" width="{}" height="{}" fill="none" stroke="{}" stroke-width="{}"/>)",
            at.x, at.y, size, size, bound ? "#d9a400" : "#444", bound ? 3 : 1.5);
    }

    void cell(Move m, bool faint) {
        const Point at = corner(m);
        const Mask bit = Mask{1} << m.cell;
        if (m == pos_.last_move())
            add(R"(<rect x="{}" y="{}" width="{}" height="{}" fill="#cdeccd"/>)", at.x + 1,
                at.y + 1, kCell - 2, kCell - 2);
        for (const Side side : {Side::X, Side::O})
            if (pos_.marks(side, m.board) & bit)
                mark(side, at.x, at.y, kCell, 2, faint ? 0.3 : 1.0);
        if (legal_.contains(m))
            add(R"(<circle cx="{}" cy="{}" r="2" fill="#999"/>)", at.x + kCell / 2,
                at.y + kCell / 2);
    }

    void mark(Side side, int x, int y, int size, int stroke, double opacity) {
        const int inset = size / 5, inner = size - 2 * inset;
        if (side == Side::X)
            add(R"(<path d="M{0} {1}l{2} {2}m0 -{2}l-{2} {2}")", x + inset, y + inset, inner);
        else
            add(R"(<circle cx="{}" cy="{}" r="{}")", x + size / 2, y + size / 2, inner / 2);
        add(R"( fill="none" stroke="{}" stroke-width="{}" opacity="{}"/>)", svg_color(side), stroke,
            opacity);
    }

    const Position<V>& pos_;
    CellSet<V> legal_;
    std::string svg_;
};

}  // namespace

template <const Variant& V>
std::string draw_svg(const Position<V>& pos) {
    return Picture<V>(pos).text();
}

#define XTTT_INSTANTIATE(V) template std::string draw_svg<V>(const Position<V>&);
XTTT_FOR_EACH_VARIANT(XTTT_INSTANTIATE)
#undef XTTT_INSTANTIATE

}  // namespace xttt
