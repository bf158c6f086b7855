// The rules of one variant, XTTT_VARIANT.
#include "rules/perft.h"
#include "wasm/boundary.h"
#include "wasm/question.h"
#include "wasm/state_json.h"

using namespace xttt;
using namespace xttt::wasm;

XTTT_EXPORT(xttt_variant) int xttt_variant() {
    return answer(variant_json<V>());
}

// The position of a question (question.h).
XTTT_EXPORT(xttt_state) int xttt_state(int length) {
    return answer(read_question(host_text(length)).transform([](const Question& question) {
        return state_json(question.pos);
    }));
}

// Perft: the number of move sequences of length `depth`, as decimal text.
XTTT_EXPORT(xttt_perft) int xttt_perft(int length, int depth) {
    return answer(read_question(host_text(length)).transform([depth](const Question& question) {
        return std::to_string(perft(question.pos, depth));
    }));
}
