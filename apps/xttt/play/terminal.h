#pragma once

#include <string_view>

namespace xttt {

// Keys that are not printable characters.
enum class KeyCode {
    None,
    Character,
    Up,
    Down,
    Left,
    Right,
    Enter,
    Backspace,
    Tab,
    Escape,
    Resize
};

struct Keystroke {
    KeyCode key = KeyCode::None;
    char character = 0;  // printable ASCII, for KeyCode::Character
};

enum class Highlight { Cursor, Target, Hint };

// The whole terminal as a screen, from construction to destruction. There can be only one.
class Terminal {
public:
    Terminal();
    ~Terminal();
    Terminal(const Terminal&) = delete;
    Terminal& operator=(const Terminal&) = delete;

    int rows() const;
    int columns() const;

    void clear();
    // Prints text with ANSI colours and newlines. Text that does not fit is cut.
    void print(int row, int column, std::string_view text);
    // Highlights existing text.
    void highlight(int row, int column, int width, Highlight how);
    // Shows everything printed since clear().
    void show();

    // The next key, or KeyCode::None after this many milliseconds.
    Keystroke wait_key(int milliseconds);
};

}  // namespace xttt
