#include "players/human_player.h"

#include <array>
#include <string>

#include <fmt/format.h>

#include "base/text.h"
#include "rules/notation.h"

namespace xttt {
namespace {

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view kBlank = " \t\r";
    const auto first = text.find_first_not_of(kBlank);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

}  // namespace

template <const Variant& V>
Result<Move> parse_typed_move(const Position<V>& pos, std::string_view text) {
    constexpr std::size_t kNumbers = V.big_boards > 1 ? 3 : 2;
    const auto words = split_words(text);
    if (words.size() == 1) return parse_move(pos, words[0]);

    std::array<int, kNumbers> numbers{};
    const bool right_count = words.size() == kNumbers;
    for (std::size_t i = 0; right_count && i < kNumbers; ++i) {
        const bool is_board = kNumbers == 3 && i == 0;
        const int bound = is_board ? V.big_boards : V.places();
        const auto number = to_number<int>(words[i]);
        if (!number || *number < 0 || *number >= bound)
            return fail(Errc::BadMove,
                        fmt::format("{} is not a {}: choose from 0 to {}", quote(words[i]),
                                    is_board ? "big board" : "row or column", bound - 1));
        numbers[i] = *number;
    }
    if (!right_count)
        return fail(
            Errc::BadMove,
            fmt::format("{} is not a move: type a move such as {}, or {} counted from 0 such as {}",
                        quote(text), move_text<V>(pos.nth_legal(0)),
                        kNumbers == 3 ? "big board, row and column" : "row and column",
                        kNumbers == 3 ? "0 8 7" : "8 7"));
    const int big_board = kNumbers == 3 ? numbers[0] : 0;
    const Move move = move_at<V>({big_board, numbers[kNumbers - 2], numbers[kNumbers - 1]});
    return parse_move(pos, move_text<V>(move));
}

#define XTTT_INSTANTIATE(V) \
    template Result<Move> parse_typed_move<V>(const Position<V>&, std::string_view);
XTTT_FOR_EACH_VARIANT(XTTT_INSTANTIATE)
#undef XTTT_INSTANTIATE

Reply HumanPlayer::choose(const Turn& turn, Deadline) {
    std::string text_line;
    for (;;) {
        if (course_prompt_)
            out_ << fmt::format("Enter your move: <format:{}row column> (you're playing with {})\n",
                                turn.position.variant().big_boards > 1 ? "board " : "",
                                letter(turn.side))
                 << std::flush;
        else
            out_ << letter(turn.side) << "'s move (or resign): " << std::flush;
        if (!std::getline(in_, text_line))
            return {Failure{ForfeitReason::Resignation, "the input ended"}};
        const auto text = trimmed(text_line);
        if (text.empty()) continue;
        if (to_lower(text) == "resign") return {Failure{ForfeitReason::Resignation, "resigned"}};
        const auto move =
            turn.position.visit([&](const auto& pos) { return parse_typed_move(pos, text); });
        if (move) return {*move};
        out_ << move.error().message << '\n';
    }
}

}  // namespace xttt
