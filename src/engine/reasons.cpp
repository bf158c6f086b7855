#include "engine/reasons.h"

#include <array>

#include <fmt/format.h>

#include "eval/move_facts.h"
#include "rules/variant.h"

namespace xttt {
namespace {

// The most valuable small board that the side to move can win at once; -1 if there is none.
template <const Variant& V>
int dearest_win(const Position<V>& pos) {
    int dearest = -1;
    for_each_bit(boards_to_play(pos), [&](int board) {
        if (winning_cells(pos, pos.side_to_move(), board) == 0) return;
        if (dearest < 0 || board_value<V>(board) > board_value<V>(dearest)) dearest = board;
    });
    return dearest;
}

template <const Variant& V>
Position<V> after(Position<V> pos, Move move) {
    pos.play(move);
    return pos;
}

}  // namespace

std::string_view reason_name(ReasonCode code) {
    static constexpr std::array<std::string_view, 22> kNames{
        "winsGame",    "forces",     "lost",        "ends",        "bonus",       "winsBoard",
        "saves",       "blocks",     "free",        "gives",       "safe",        "threatens",
        "open",        "missedWin",  "givesGame",   "missedForce", "allowsForce", "missedBonus",
        "missedBoard", "givesBoard", "freesChoice", "missedBlock"};
    return kNames[static_cast<std::size_t>(code)];
}

template <const Variant& V>
std::vector<Reason> merits(const Position<V>& pos, Move move, Score value) {
    const std::uint32_t facts = all_move_facts(pos, move);
    const Position<V> next = after(pos, move);
    const auto has = [facts](MoveFact fact) { return (facts & fact) != 0; };
    if (has(kWinsGame)) return {{ReasonCode::WinsGame}};
    std::vector<Reason> reasons;
    if (is_line_score(value)) {
        const int moves = moves_to_line(value);
        reasons.push_back({moves > 0 ? ReasonCode::Forces : ReasonCode::Lost, -1, std::abs(moves)});
    }
    if (has(kEndsGame)) reasons.push_back({ReasonCode::Ends});
    if (has(kWinsBoard))
        reasons.push_back(
            {has(kKeepsTurn) ? ReasonCode::Bonus : ReasonCode::WinsBoard, move.board});
    if (has(kSavesGame)) reasons.push_back({ReasonCode::Saves});
    // Winning the board also stops the opponent from winning it.
    if (has(kBlocks) && !has(kWinsBoard)) reasons.push_back({ReasonCode::Blocks, move.board});
    if (!has(kKeepsTurn) && !has(kEndsGame)) {
        const BoardSet boards = boards_to_play(next);
        if (has(kFreesChoice))
            reasons.push_back({ReasonCode::Free});
        else if (has(kGivesBoard))
            reasons.push_back({ReasonCode::Gives, dearest_win(next)});
        else if (std::popcount(boards) == 1)
            reasons.push_back({ReasonCode::Safe, std::countr_zero(boards)});
    }
    if (has(kThreatens)) reasons.push_back({ReasonCode::Threatens, move.board});
    if (reasons.empty()) reasons.push_back({ReasonCode::Open});
    return reasons;
}

template <const Variant& V>
std::vector<Reason> faults(const Position<V>& pos, Move move, Move best, Score best_score,
                           Score score) {
    const std::uint32_t played_facts = all_move_facts(pos, move);
    const std::uint32_t best_facts = all_move_facts(pos, best);
    const auto missed = [&](MoveFact fact) { return (best_facts & ~played_facts & fact) != 0; };
    const auto spared = [&](MoveFact fact) { return (played_facts & ~best_facts & fact) != 0; };
    const int best_line = is_line_score(best_score) ? moves_to_line(best_score) : 0;
    const int line = is_line_score(score) ? moves_to_line(score) : 0;

    std::vector<Reason> reasons;
    const auto add = [&](bool holds, Reason reason) {
        if (holds) reasons.push_back(reason);
    };
    // One reason for each fact: an immediate win is also a forced win in one move, and wins a
    // board.
    const bool missed_win = missed(kWinsGame), gives_game = spared(kGivesGame);
    const bool missed_board = missed(kWinsBoard) && !missed_win;
    add(missed_win, {ReasonCode::MissedWin});
    add(gives_game, {ReasonCode::GivesGame});
    add(best_line > 0 && line <= 0 && !missed_win, {ReasonCode::MissedForce, -1, best_line});
    add(line < 0 && best_line >= 0 && !gives_game, {ReasonCode::AllowsForce, -1, -line});
    if (missed(kKeepsTurn))
        reasons.push_back({ReasonCode::MissedBonus, best.board});
    else
        add(missed_board, {ReasonCode::MissedBoard, best.board});
    int given = -1;
    if (spared(kGivesBoard) && !gives_game) {
        const Position<V> next = after(pos, move);
        given = dearest_win(next);
        const Mask cells = winning_cells(next, next.side_to_move(), given);
        const Position<V> then = after(next, Move::at(given, std::countr_zero(cells)));
        reasons.push_back({ReasonCode::GivesBoard, given, 0, then.is_bonus_move()});
    }
    add(spared(kFreesChoice), {ReasonCode::FreesChoice});
    const bool said = missed_win || missed(kWinsBoard) || given == best.board;
    add(missed(kBlocks) && !said, {ReasonCode::MissedBlock, best.board});
    return reasons;
}

std::string reasons_json(const std::vector<Reason>& reasons) {
    std::string json;
    for (const Reason& reason : reasons) {
        json +=
            fmt::format(R"({}{{"code":"{}")", json.empty() ? "" : ",", reason_name(reason.code));
        if (reason.board >= 0) json += fmt::format(R"(,"board":{})", reason.board);
        if (reason.count > 0) json += fmt::format(R"(,"count":{})", reason.count);
        if (reason.bonus) json += R"(,"bonus":true)";
        json += '}';
    }
    return '[' + json + ']';
}

#define XTTT_INSTANTIATE(V)                                                  \
    template std::vector<Reason> merits<V>(const Position<V>&, Move, Score); \
    template std::vector<Reason> faults<V>(const Position<V>&, Move, Move, Score, Score);
XTTT_FOR_EACH_VARIANT(XTTT_INSTANTIATE)
#undef XTTT_INSTANTIATE

}  // namespace xttt
