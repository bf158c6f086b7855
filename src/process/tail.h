#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace xttt {

// The last bytes of an endless text.
class Tail {
public:
    explicit Tail(std::size_t limit) : limit_(limit) {}

    void add(std::string_view bytes) {
        text_.append(bytes);
        // Cut only now and then, so that adding stays cheap.
        if (text_.size() > 2 * limit_) text_.erase(0, text_.size() - limit_);
    }
    std::string text() const {
        return text_.size() > limit_ ? text_.substr(text_.size() - limit_) : text_;
    }

private:
    std::size_t limit_;
    std::string text_;
};

}  // namespace xttt
