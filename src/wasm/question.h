#pragma once

#include <string_view>
#include <vector>

#include "base/text.h"
#include "rules/fen.h"
#include "rules/notation.h"

namespace xttt::wasm {

// The variant of the module.
inline constexpr const Variant& V = XTTT_VARIANT;

// A question of the host: up to three text lines.
//   a FEN, or nothing for the initial position
//   the moves played from there
//   legal moves of the resulting position that the question is about
struct Question {
    Position<V> pos;
    std::vector<Move> moves;
};

inline Result<Question> read_question(std::string_view text) {
    const auto text_lines = split(text, '\n');
    Question question;
    if (!text_lines[0].empty()) {
        TRY(question.pos, parse_fen<V>(text_lines[0]));
    }
    if (text_lines.size() > 1) TRY_VOID(play_moves(question.pos, text_lines[1]));
    if (text_lines.size() > 2) {
        for (const std::string_view word : split_words(text_lines[2])) {
            TRY(const auto move, parse_move(question.pos, word));
            question.moves.push_back(move);
        }
    }
    return question;
}

}  // namespace xttt::wasm
