#pragma once

#include <string_view>

namespace xttt {

// Keys beyond the characters themselves.
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
    // Text whose colours are ANSI sequences; lines are parted by '\n'. What does not fit is cut.
    void print(int row, int column, std::string_view text);
    // Changes how what stands there looks.
    void highlight(int row, int column, int width, Highlight how);
    // Puts everything since clear() on the screen.
    void show();

    // The next key, or KeyCode::None after so many milliseconds without one.
    Keystroke wait_key(int milliseconds);
};

}  // namespace xttt
