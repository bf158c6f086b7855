#pragma once

#include <array>
#include <cstddef>
#include <istream>
#include <optional>
#include <string>

#include "base/result.h"
#include "record/game_record.h"

namespace xttt {

// Reads the text lines of a stream, numbered from 1, without their ends (\n or \r\n). A text line
// longer than the limit is an error; it is skipped without keeping it in memory.
class TextLineSource {
public:
    static constexpr std::size_t kMaxTextLineBytes = std::size_t{1} << 20;

    explicit TextLineSource(std::istream& in) : in_(in) {}

    // The next text line; empty at the end of the input. A failed read is reported once and ends
    // the input.
    std::optional<Result<std::string>> next();
    // The number of the text line returned last.
    std::size_t number() const { return number_; }
    // Makes next() return this text line again.
    void push_back(std::string text_line);

private:
    std::istream& in_;
    std::size_t number_ = 0;
    std::optional<std::string> pushed_;
    bool ended_ = false;
};

// The ending that a file states; all parts are optional.
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
