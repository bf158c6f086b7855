#pragma once

#include <array>
#include <cstddef>
#include <istream>
#include <streambuf>
#include <string>
#include <string_view>

namespace xttt::ugi {

// Longer than any game with all its moves: longer lines do not belong to the protocol.
inline constexpr std::size_t kMaxTextLine = 1 << 16;

enum class TextLineRead { TextLine, TooLong, End };

// Reads the next line without its end; the last line needs none. Nothing is kept of a line that is
// too long.
TextLineRead read_text_line(std::istream& in, std::string& text_line);

// The standard input of an engine. Ends at the end of the input, or when the output is closed: a
// manager that is gone has closed one of them.
class ManagerInput final : public std::streambuf {
public:
    // Borrows both file descriptors.
    ManagerInput(int input, int output) : input_(input), output_(output) {}

protected:
    int_type underflow() override;

private:
    bool wait_for_input() const;

    int input_, output_;
    std::array<char, 4096> buffer_;
};

// Reads a line word by word; words are separated by blanks.
class Words {
public:
    explicit Words(std::string_view text_line) : rest_(text_line) { skip(); }

    bool empty() const { return rest_.empty(); }
    // The next word without taking it; empty at the end.
    std::string_view peek() const { return rest_.substr(0, rest_.find_first_of(kSpace)); }
    std::string_view next() {
        const std::string_view word = peek();
        rest_.remove_prefix(word.size());
        skip();
        return word;
    }
    // The words up to `end` or the end of the line, joined by single blanks; `end` stays.
    std::string until(std::string_view end) {
        std::string text;
        while (!empty() && peek() != end) {
            if (!text.empty()) text += ' ';
            text += next();
        }
        return text;
    }
    // Everything not taken yet, without blanks at the end.
    std::string_view rest() const { return rest_.substr(0, rest_.find_last_not_of(kSpace) + 1); }

private:
    static constexpr std::string_view kSpace = " \t\r\v\f\n";
    void skip() {
        const auto start = rest_.find_first_not_of(kSpace);
        rest_.remove_prefix(start == std::string_view::npos ? rest_.size() : start);
    }
    std::string_view rest_;
};

}  // namespace xttt::ugi
