#include "server/preview/board_png.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <vector>

#include <zlib.h>

namespace xttt {
namespace {

using Color = std::array<std::uint8_t, 3>;

// As in web/src/share/board_image.ts.
constexpr Color kPaper{0xf6, 0xf4, 0xee}, kSurface{0xff, 0xfe, 0xfa}, kSunken{0xeb, 0xe7, 0xdc},
    kLine{0xd9, 0xd4, 0xc5}, kInk{0x22, 0x24, 0x2a}, kXColor{0xc2, 0x41, 0x1f},
    kOColor{0x12, 0x68, 0x8a}, kXSoft{0xf9, 0xdf, 0xd5}, kOSoft{0xd5, 0xea, 0xf1},
    kDrawn{0xcf, 0xcb, 0xc1};

struct Box {
    double x, y, width, height;
    Box grown(double by) const { return {x - by, y - by, width + 2 * by, height + 2 * by}; }
};

// Pixels with smooth edges: a shape is a function of the distance to its border, negative inside.
class Canvas {
public:
    Canvas() : pixels_(std::size_t{kPreviewWidth} * kPreviewHeight * 3) {
        for (std::size_t i = 0; i < pixels_.size(); ++i) pixels_[i] = kPaper[i % 3];
    }

    void fill(const Box& box, double radius, const Color& color) {
        shape(box, box.grown(-radius - 1), true, color, 1,
              [&](double x, double y) { return distance(box, radius, x, y); });
    }
    void frame(const Box& box, double radius, const Color& color, double width) {
        shape(
            box.grown(width), box.grown(-radius - width), false, color, 1,
            [&](double x, double y) { return std::abs(distance(box, radius, x, y)) - width / 2; });
    }
    void mark(Side side, const Box& box, double scale, double width, double opacity) {
        const double cx = box.x + box.width / 2, cy = box.y + box.height / 2;
        const double r = box.width * scale / 2;
        if (side == Side::O) {
            shape(box, kNothing, false, kOColor, opacity, [&](double x, double y) {
                return std::abs(std::sqrt((x - cx) * (x - cx) + (y - cy) * (y - cy)) - r) -
                       width / 2;
            });
        } else {
            // In coordinates along the diagonals, each stroke lies on an axis.
            const double half = r * std::sqrt(2.0);
            shape(box, kNothing, false, kXColor, opacity, [&](double x, double y) {
                const double u = (x - cx + y - cy) / std::sqrt(2.0);
                const double v = (x - cx - y + cy) / std::sqrt(2.0);
                const auto stroke = [&](double along, double across) {
                    const double beyond = std::max(std::abs(along) - half, 0.0);
                    return std::sqrt(beyond * beyond + across * across) - width / 2;
                };
                return std::min(stroke(u, v), stroke(v, u));
            });
        }
    }

    const std::vector<std::uint8_t>& pixels() const { return pixels_; }

private:
    static constexpr Box kNothing{0, 0, 0, 0};

    static double distance(const Box& box, double radius, double x, double y) {
        const double dx = std::abs(x - box.x - box.width / 2) - box.width / 2 + radius;
        const double dy = std::abs(y - box.y - box.height / 2) - box.height / 2 + radius;
        if (dx <= 0 || dy <= 0) return std::max(dx, dy) - radius;
        return std::sqrt(dx * dx + dy * dy) - radius;  // in a corner
    }

    // Paints within `box`. All pixels of `inner` are covered or none is, so they need no distance.
    template <class Distance>
    void shape(const Box& box, const Box& inner, bool covers_inner, const Color& color,
               double opacity, Distance distance) {
        const int left = std::max(static_cast<int>(box.x) - 1, 0);
        const int top = std::max(static_cast<int>(box.y) - 1, 0);
        const int right = std::min(static_cast<int>(box.x + box.width) + 2, kPreviewWidth);
        const int bottom = std::min(static_cast<int>(box.y + box.height) + 2, kPreviewHeight);
        const int inner_left = static_cast<int>(std::ceil(inner.x));
        const int inner_right = static_cast<int>(inner.x + inner.width);
        for (int y = top; y < bottom; ++y) {
            const bool in_rows = y >= inner.y && y + 1 <= inner.y + inner.height;
            for (int x = left; x < right; ++x) {
                if (in_rows && x >= inner_left && x < inner_right) {
                    for (; covers_inner && x < inner_right; ++x) blend(x, y, color, opacity);
                    x = inner_right - 1;
                    continue;
                }
                const double covered = std::clamp(0.5 - distance(x + 0.5, y + 0.5), 0.0, 1.0);
                if (covered > 0) blend(x, y, color, covered * opacity);
            }
        }
    }

    void blend(int x, int y, const Color& color, double part) {
        auto* pixel = &pixels_[3 * (static_cast<std::size_t>(y) * kPreviewWidth +
                                    static_cast<std::size_t>(x))];
        for (std::size_t i = 0; i < 3; ++i)
            pixel[i] = static_cast<std::uint8_t>(pixel[i] + (color[i] - pixel[i]) * part + 0.5);
    }

    std::vector<std::uint8_t> pixels_;
};

template <const Variant& V>
class Picture {
public:
    explicit Picture(const Position<V>& pos) : pos_(pos), legal_(pos.legal_moves()) {
        constexpr double kMargin = 30, kGap = 30;
        const double across = (kPreviewWidth - 2 * kMargin - (V.big_boards - 1) * kGap) /
                              static_cast<double>(V.big_boards);
        side_ = std::min(across, kPreviewHeight - 2 * kMargin);
        step_ = side_ + kGap;
        left_ = (kPreviewWidth - V.big_boards * side_ - (V.big_boards - 1) * kGap) / 2;
        top_ = (kPreviewHeight - side_) / 2;
        cell_ = side_ / V.width();
    }

    Canvas draw() {
        for (int big = 0; big < V.big_boards; ++big)
            canvas_.fill(Box{left_ + big * step_, top_, side_, side_}.grown(cell_ * 0.2),
                         cell_ * 0.4, kSunken);
        for (int board = 0; board < V.small_boards(); ++board) small_board(board);
        if (const Move last = pos_.last_move(); !last.is_none())
            canvas_.frame(cell_box(last).grown(-cell_ * 0.06), cell_ * 0.2, kInk, cell_ * 0.07);
        return std::move(canvas_);
    }

private:
    Box cell_box(Move move) const {
        const GridCell at = grid_cell<V>(move);
        return {left_ + at.big_board * step_ + at.column * cell_, top_ + at.row * cell_, cell_,
                cell_};
    }

    void small_board(int board) {
        const Box first = cell_box(Move::at(board, 0));
        const Box box = Box{first.x, first.y, V.size * cell_, V.size * cell_}.grown(-cell_ * 0.08);
        const auto winner = pos_.board_winner(board);
        const bool open = pos_.is_open(board);
        bool target = false;
        for (int c = 0; c < V.places(); ++c) target |= legal_.contains(Move::at(board, c));
        canvas_.fill(box, cell_ * 0.25,
                     winner ? (*winner == Side::X ? kXSoft : kOSoft)
                     : open ? kSurface
                            : kDrawn);
        for (int c = 0; c < V.places(); ++c) cell(Move::at(board, c), open);
        if (winner) canvas_.mark(*winner, box, 0.66, cell_ * 0.42, 1);
        if (target && pos_.is_bound())
            canvas_.frame(box, cell_ * 0.3, pos_.side_to_move() == Side::X ? kXColor : kOColor,
                          cell_ * 0.13);
    }

    void cell(Move move, bool open) {
        const Box box = cell_box(move);
        if (open) canvas_.frame(box.grown(-cell_ * 0.05), cell_ * 0.16, kLine, cell_ * 0.03);
        const Mask bit = Mask{1} << move.cell;
        for (const Side side : {Side::X, Side::O})
            if (pos_.marks(side, move.board) & bit)
                canvas_.mark(side, box, 0.56, cell_ * 0.15, open ? 1 : 0.25);
    }

    const Position<V>& pos_;
    CellSet<V> legal_;
    Canvas canvas_;
    double side_ = 0, step_ = 0, left_ = 0, top_ = 0, cell_ = 0;
};

void add_number(std::string& out, std::uint32_t value) {
    for (const int shift : {24, 16, 8, 0}) out += static_cast<char>(value >> shift & 255);
}

// A chunk of the PNG specification, section 5.3.
void add_chunk(std::string& out, std::string_view type, std::string_view data) {
    add_number(out, static_cast<std::uint32_t>(data.size()));
    const std::size_t start = out.size();
    out += type;
    out += data;
    const auto crc = ::crc32(0, reinterpret_cast<const Bytef*>(out.data() + start),
                             static_cast<uInt>(out.size() - start));
    add_number(out, static_cast<std::uint32_t>(crc));
}

std::string deflated(const std::string& data) {
    uLongf size = ::compressBound(data.size());
    std::string out(size, '\0');
    ::compress2(reinterpret_cast<Bytef*>(out.data()), &size,
                reinterpret_cast<const Bytef*>(data.data()), data.size(), Z_BEST_SPEED);
    out.resize(size);
    return out;
}

std::string png_of(const std::vector<std::uint8_t>& pixels) {
    // Each row as its difference to the one above (filter "Up"), which most rows resemble.
    constexpr std::size_t kRow = std::size_t{kPreviewWidth} * 3;
    std::string rows;
    rows.reserve(pixels.size() + kPreviewHeight);
    for (std::size_t y = 0; y < kPreviewHeight; ++y) {
        rows += '\2';
        for (std::size_t i = y * kRow; i < (y + 1) * kRow; ++i)
            rows += static_cast<char>(pixels[i] - (y == 0 ? 0 : pixels[i - kRow]));
    }
    std::string head;
    add_number(head, kPreviewWidth);
    add_number(head, kPreviewHeight);
    head += {8, 2, 0, 0, 0};  // 8 bits of red, green and blue
    std::string png = "\x89PNG\r\n\x1a\n";
    add_chunk(png, "IHDR", head);
    add_chunk(png, "IDAT", deflated(rows));
    add_chunk(png, "IEND", {});
    return png;
}

}  // namespace

std::string board_png(const AnyPosition& position) {
    return position.visit([] < const Variant& V > (const Position<V>& pos) {
        return png_of(Picture<V>(pos).draw().pixels());
    });
}

}  // namespace xttt
