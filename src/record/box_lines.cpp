#include "record/box_lines.h"

#include <array>
#include <string_view>

namespace xttt {
namespace {

// Junctions by the arms that exist (up 1, right 2, down 4, left 8), then by those that are heavy.
// Unicode has a character for every mixture of light and heavy lines.
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

}  // namespace

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

std::string horizontal_line(Weight weight, int length, bool ascii) {
    std::string out;
    for (int i = 0; i < length; ++i)
        out += weight == Weight::Heavy ? (ascii ? "#" : "━") : (ascii ? "-" : "─");
    return out;
}

std::string vertical_line(Weight weight, bool ascii) {
    return weight == Weight::Heavy ? (ascii ? "#" : "┃") : (ascii ? "|" : "│");
}

}  // namespace xttt
