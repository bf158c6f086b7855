#pragma once

#include <array>
#include <cstddef>
#include <istream>
#include <optional>
#include <string>

#include "base/result.h"
#include "record/game_record.h"

namespace xttt {

// The lines of a stream, numbered from 1, without their line ends (either kind). A line longer than
// the limit is an error of its own and is skipped without being kept in memory.
class TextLineSource {
public:
    static constexpr std::size_t kMaxTextLineBytes = std::size_t{1} << 20;

    explicit TextLineSource(std::istream& in) : in_(in) {}

    // The next line; empty at the end of the input. A failed read is reported once, then it ends.
    std::optional<Result<std::string>> next();
    // The number of the line last given.
    std::size_t number() const { return number_; }
    // Makes next() give the last line once more.
    void push_back(std::string text_line);

private:
    std::istream& in_;
    std::size_t number_ = 0;
    std::optional<std::string> pushed_;
    bool ended_ = false;
};

// The ending as a file states it; all parts are optional.
struct StatedEnding {
    std::optional<GameResult> result;
    std::optional<std::string> reason;
    std::optional<std::array<int, 2>> points;
    std::string detail;
};

// Completes a record whose moves have been read: sets the forfeit, if one is stated, and checks
// that the stated ending follows from the moves and the forfeit.
Result<void> settle(GameRecord& record, const StatedEnding& stated);

// "1-0", "0-1", "1/2-1/2" or "*".
std::string_view score_text(GameResult result);
std::optional<GameResult> read_score_text(std::string_view text);

}  // namespace xttt
