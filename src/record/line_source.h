#pragma once

#include <cstddef>
#include <istream>
#include <optional>
#include <string>

#include "base/result.h"

namespace xttt {

// The lines of a stream, numbered from 1, without their line ends (either kind). A line longer than
// the limit is an error of its own and is skipped without being kept in memory.
class LineSource {
public:
    static constexpr std::size_t kLongestLine = std::size_t{1} << 20;

    explicit LineSource(std::istream& in) : in_(in) {}

    // The next line; empty at the end of the input. A failed read is reported once, then it ends.
    std::optional<Result<std::string>> next();
    // The number of the line last given.
    std::size_t number() const { return number_; }
    // Makes next() give the last line once more.
    void push_back(std::string line);

private:
    std::istream& in_;
    std::size_t number_ = 0;
    std::optional<std::string> pushed_;
    bool ended_ = false;
};

}  // namespace xttt
