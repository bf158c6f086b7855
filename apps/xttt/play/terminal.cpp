#include "play/terminal.h"

#include <algorithm>
#include <array>
#include <clocale>
#include <utility>

#define NCURSES_NOMACROS 1
#include <curses.h>

#include "base/text.h"

namespace xttt {
namespace {

enum Pair : short { kCyan = 1, kYellow, kGreen, kTarget, kHint };

// The attributes that a list of SGR numbers ("1;96") adds to those in force.
attr_t with_codes(attr_t now, std::string_view codes) {
    for (const auto code : split(codes, ';')) {
        if (code == "0") now = A_NORMAL;
        if (code == "1") now |= A_BOLD;
        if (code == "2") now |= A_DIM;
        if (code == "7") now |= A_REVERSE;
        constexpr std::array kColors{std::pair{std::string_view("96"), kCyan},
                                     std::pair{std::string_view("93"), kYellow},
                                     std::pair{std::string_view("92"), kGreen}};
        for (const auto& [text, pair] : kColors)
            if (code == text) now = (now & ~A_COLOR) | static_cast<attr_t>(COLOR_PAIR(pair));
    }
    return now;
}

}  // namespace

Terminal::Terminal() {
    std::setlocale(LC_ALL, "");
    ::initscr();
    ::cbreak();
    ::noecho();
    ::keypad(stdscr, TRUE);
    ::set_escdelay(25);
    ::curs_set(0);
    if (::has_colors()) {
        ::start_color();
        ::use_default_colors();
        const short bright = COLORS >= 16 ? 8 : 0;
        ::init_pair(kCyan, static_cast<short>(COLOR_CYAN + bright), -1);
        ::init_pair(kYellow, static_cast<short>(COLOR_YELLOW + bright), -1);
        ::init_pair(kGreen, static_cast<short>(COLOR_GREEN + bright), -1);
        ::init_pair(kTarget, COLOR_WHITE, COLOR_BLUE);
        ::init_pair(kHint, COLOR_BLACK, COLOR_YELLOW);
    }
}

Terminal::~Terminal() {
    ::endwin();
}

int Terminal::rows() const {
    return LINES;
}
int Terminal::columns() const {
    return COLS;
}

void Terminal::clear() {
    ::erase();
}

void Terminal::print(int row, int column, std::string_view text) {
    attr_t attributes = A_NORMAL;
    for (const std::string_view whole : split(text, '\n')) {
        if (row >= LINES) break;
        ::move(row++, column);
        std::string_view rest = whole;
        while (!rest.empty()) {
            const auto escape = rest.find("\x1b[");
            ::attrset(attributes);
            const auto plain = rest.substr(0, escape);
            int y = 0, x = 0;
            getyx(stdscr, y, x);
            static_cast<void>(y);
            // addnstr counts bytes, so text that might not fit is cut by characters.
            std::size_t bytes = 0;
            for (int capacity = COLS - x; capacity > 0 && bytes < plain.size(); --capacity)
                bytes += std::max<std::size_t>(utf8_length(plain, bytes), 1);
            ::addnstr(plain.data(), static_cast<int>(bytes));
            if (bytes < plain.size() || escape == std::string_view::npos) break;
            const auto end = rest.find('m', escape);
            if (end == std::string_view::npos) break;
            attributes = with_codes(attributes, rest.substr(escape + 2, end - escape - 2));
            rest.remove_prefix(end + 1);
        }
    }
    ::attrset(A_NORMAL);
}

void Terminal::highlight(int row, int column, int width, Highlight how) {
    if (row < 0 || row >= LINES || column < 0 || column >= COLS) return;
    switch (how) {
        case Highlight::Cursor:
            ::mvchgat(row, column, width, A_REVERSE | A_BOLD, 0, nullptr);
            break;
        case Highlight::Target:
            ::mvchgat(row, column, width, A_BOLD, kTarget, nullptr);
            break;
        case Highlight::Hint:
            ::mvchgat(row, column, width, A_BOLD, kHint, nullptr);
            break;
    }
}

void Terminal::show() {
    ::refresh();
}

Keystroke Terminal::wait_key(int milliseconds) {
    ::timeout(milliseconds);
    const int key = ::getch();
    switch (key) {
        case ERR:
            return {};
        case KEY_UP:
            return {KeyCode::Up};
        case KEY_DOWN:
            return {KeyCode::Down};
        case KEY_LEFT:
            return {KeyCode::Left};
        case KEY_RIGHT:
            return {KeyCode::Right};
        case KEY_ENTER:
        case '\n':
        case '\r':
            return {KeyCode::Enter};
        case KEY_BACKSPACE:
        case 127:
        case '\b':
            return {KeyCode::Backspace};
        case '\t':
            return {KeyCode::Tab};
        case 27:
            return {KeyCode::Escape};
        case KEY_RESIZE:
            return {KeyCode::Resize};
        default:
            if (key >= ' ' && key <= '~') return {KeyCode::Character, static_cast<char>(key)};
            return {};
    }
}

}  // namespace xttt
