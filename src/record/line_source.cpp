#include "record/line_source.h"

#include <utility>

#include <fmt/format.h>

namespace xttt {

std::optional<Result<std::string>> LineSource::next() {
    if (pushed_) {
        ++number_;
        return std::exchange(pushed_, std::nullopt);
    }
    if (ended_) return std::nullopt;

    using Traits = std::istream::traits_type;
    std::string line;
    std::size_t length = 0;
    bool any = false;
    for (;;) {
        const auto c = in_.get();
        if (Traits::eq_int_type(c, Traits::eof())) {
            ended_ = true;
            break;
        }
        any = true;
        if (Traits::to_char_type(c) == '\n') break;
        if (++length <= kLongestLine) line += Traits::to_char_type(c);
    }
    if (!any && !in_.bad()) return std::nullopt;
    ++number_;
    if (in_.bad()) return fail(Errc::Io, "reading failed");
    if (length > kLongestLine)
        return fail(Errc::BadRecord, fmt::format("longer than {} bytes", kLongestLine));
    if (line.ends_with('\r')) line.pop_back();
    return line;
}

void LineSource::push_back(std::string line) {
    pushed_ = std::move(line);
    --number_;
}

}  // namespace xttt
