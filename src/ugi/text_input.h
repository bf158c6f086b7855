#pragma once

#include <array>
#include <cstddef>
#include <istream>
#include <streambuf>
#include <string>
#include <string_view>

namespace xttt::ugi {

// The maximum length of a command: longer than any game with all its moves.
inline constexpr std::size_t kMaxTextLine = 1 << 16;

enum class TextLineRead { TextLine, TooLong, End };

// Reads the next text line without its end, which is optional at the end of the input. A text line
// that is too long is skipped.
TextLineRead read_text_line(std::istream& in, std::string& text_line);

// The standard input of an engine. Ends when the input ends or the output is closed, because a
// manager that has exited has closed at least one of them.
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

// Splits a text line into words separated by blanks.
class Words {
public:
    explicit Words(std::string_view text_line) : rest_(text_line) { skip(); }

    bool empty() const { return rest_.empty(); }
    // The next word without removing it; empty at the end.
    std::string_view peek() const { return rest_.substr(0, rest_.find_first_of(kSpace)); }
    std::string_view next() {
        const std::string_view word = peek();
        rest_.remove_prefix(word.size());
        skip();
        return word;
    }
    // The words up to `end` or the end of the text, joined by single blanks; does not remove `end`.
    std::string until(std::string_view end) {
        std::string text;
        while (!empty() && peek() != end) {
            if (!text.empty()) text += ' ';
            text += next();
        }
        return text;
    }
    // The rest of the text, without trailing blanks.
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
