// What puzzles and the opening explorer of one variant, XTTT_VARIANT, need: proofs, and the names
// of positions in opening files. A module of its own, because few visits need it.
#include <fmt/format.h>

#include "puzzles/goal_search.h"
#include "selfplay/opening_statistics.h"
#include "wasm/boundary.h"
#include "wasm/question.h"

namespace xttt::wasm {
namespace {

constexpr std::size_t kHashMb = 16;

GoalSearch<V>& goal_search() {
    static GoalSearch<V> the_search(kHashMb);
    return the_search;
}

Result<Goal> read_goal(int side, int kind, int amount, int boards) {
    if (side < 0 || side > 1 || kind < 0 || kind > 2)
        return fail(Errc::BadInput, "no such side or kind of goal");
    return Goal{static_cast<Side>(side), static_cast<Goal::Kind>(kind), amount, boards};
}

Result<void> check_nodes() {
    if (!goal_search().interrupted()) return {};
    return fail(Errc::BadInput, "the position is too hard to prove");
}

// Plays a move of the goal's side and, if the goal is still forced, the best replies to it.
Result<std::string> try_move(const Question& question, Goal goal) {
    auto& search = goal_search();
    Position<V> pos = question.pos;
    pos.play(question.moves[0]);
    goal = goal.after_move();
    const bool kept = search.forced(pos, goal);
    TRY_VOID(check_nodes());
    std::string replies;
    while (kept && !search.reached(pos, goal) && pos.side_to_move() != goal.side) {
        const Move reply = search.defence(pos, goal);
        TRY_VOID(check_nodes());
        replies += (replies.empty() ? "" : " ") + move_text<V>(reply);
        pos.play(reply);
        goal = goal.after_move();
    }
    return fmt::format(R"({{"kept":{},"reached":{},"replies":"{}"}})", kept,
                       kept && search.reached(pos, goal), replies);
}

Result<std::string> solution(const Question& question, const Goal& goal) {
    if (question.pos.side_to_move() != goal.side)
        return fail(Errc::BadInput, "it is the other side's turn");
    const Move move = goal_search().solution(question.pos, goal);
    TRY_VOID(check_nodes());
    if (move.is_none()) return fail(Errc::BadInput, "the goal cannot be forced");
    return move_text<V>(move);
}

// The name of the position, and for each legal move the number it has in an opening file.
std::string opening_json(const Position<V>& pos) {
    const Canonical<V> form = canonical(pos);
    std::string moves;
    pos.for_each_legal([&](Move m) {
        moves += fmt::format("{}{}", moves.empty() ? "" : ",", move_id<V>(opening_move(form, m)));
    });
    return fmt::format(R"({{"key":"{}","moves":[{}]}})", opening_key(form), moves);
}

}  // namespace
}  // namespace xttt::wasm

using namespace xttt;
using namespace xttt::wasm;

// Tries the single move of a question (question.h) for a goal: the side's number, Goal::Kind, the
// amount and the boards of it.
XTTT_EXPORT(xttt_goal_try)
int xttt_goal_try(int length, int side, int kind, int amount, int boards, double nodes) {
    goal_search().set_budget(static_cast<std::uint64_t>(nodes));
    return answer([&]() -> Result<std::string> {
        TRY(const auto question, read_question(host_text(length)));
        TRY(const auto goal, read_goal(side, kind, amount, boards));
        if (question.moves.size() != 1) return fail(Errc::BadInput, "a try needs one move");
        return try_move(question, goal);
    }());
}

// The move that reaches the goal soonest.
XTTT_EXPORT(xttt_goal_solution)
int xttt_goal_solution(int length, int side, int kind, int amount, int boards, double nodes) {
    goal_search().set_budget(static_cast<std::uint64_t>(nodes));
    return answer([&]() -> Result<std::string> {
        TRY(const auto question, read_question(host_text(length)));
        TRY(const auto goal, read_goal(side, kind, amount, boards));
        return solution(question, goal);
    }());
}

XTTT_EXPORT(xttt_opening) int xttt_opening(int length) {
    return answer(read_question(host_text(length)).transform([](const Question& question) {
        return opening_json(question.pos);
    }));
}
