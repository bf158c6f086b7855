#pragma once

#include <string>
#include <string_view>

namespace xttt::ugi {

// Reads a line word by word; words are separated by blanks.
class Words {
public:
    explicit Words(std::string_view line) : rest_(line) { skip(); }

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
