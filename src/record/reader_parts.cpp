#include "record/reader_parts.h"

#include <utility>

#include <fmt/format.h>

#include "base/names.h"
#include "base/text.h"

namespace xttt {

std::optional<Result<std::string>> TextLineSource::next() {
    if (pushed_) {
        ++number_;
        return std::exchange(pushed_, std::nullopt);
    }
    if (ended_) return std::nullopt;

    using Traits = std::istream::traits_type;
    std::string text_line;
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
        if (++length <= kMaxTextLineBytes) text_line += Traits::to_char_type(c);
    }
    if (!any && !in_.bad()) return std::nullopt;
    ++number_;
    if (in_.bad()) return fail(Errc::Io, "reading failed");
    if (length > kMaxTextLineBytes)
        return fail(Errc::BadRecord, fmt::format("longer than {} bytes", kMaxTextLineBytes));
    if (text_line.ends_with('\r')) text_line.pop_back();
    return text_line;
}

void TextLineSource::push_back(std::string text_line) {
    pushed_ = std::move(text_line);
    --number_;
}

namespace {

constexpr Names<GameResult, 4> kScores{{"1-0", "0-1", "1/2-1/2", "*"}};

std::string points_text(const std::optional<std::array<int, 2>>& points) {
    return points ? fmt::format("{}:{}", (*points)[0], (*points)[1]) : "none";
}

}  // namespace

Result<void> settle(GameRecord& record, const StatedEnding& stated) {
    TRY(const auto played, ending_of(record));

    const auto reason =
        stated.reason ? find_forfeit_reason(*stated.reason) : std::optional<ForfeitReason>{};
    if (reason) {
        if (played.result != GameResult::Unfinished)
            return bad_record(
                fmt::format("the game ended by '{}', so it cannot be forfeited by '{}'",
                            played.reason, *stated.reason));
        if (stated.result != GameResult::XWins && stated.result != GameResult::OWins)
            return bad_record(fmt::format("a forfeit by '{}' needs a winner", *stated.reason));
        const Side offender = stated.result == GameResult::XWins ? Side::O : Side::X;
        record.forfeit = Forfeit{offender, *reason, bounded_evidence(stated.detail)};
    } else if (stated.reason == kAdjudicatedDraw) {
        if (played.result != GameResult::Unfinished)
            return bad_record(fmt::format(
                "the game ended by '{}', so it cannot be adjudicated as a draw", played.reason));
        record.drawn = bounded_evidence(stated.detail);
    } else if (!stated.detail.empty()) {
        return bad_record("a detail is allowed only for a forfeit or an adjudication");
    }

    const auto ending = ending_of(record);
    if (stated.reason && *stated.reason != ending->reason)
        return bad_record(fmt::format("the reason is {}, but the moves give '{}'",
                                      quote(*stated.reason), ending->reason));
    if (stated.result && *stated.result != ending->result)
        return bad_record(fmt::format("the result is {}, but the moves give {}",
                                      score_text(*stated.result), score_text(ending->result)));
    if (stated.points && stated.points != ending->points)
        return bad_record(fmt::format("the points are {}, but the moves give {}",
                                      points_text(stated.points), points_text(ending->points)));
    return {};
}

std::string_view score_text(GameResult result) {
    return kScores.of(result);
}

std::optional<GameResult> read_score_text(std::string_view text) {
    return kScores.find(text);
}

}  // namespace xttt
