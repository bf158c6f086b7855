#pragma once

#include <cstdint>
#include <iterator>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "eval/move_facts.h"
#include "rules/fen.h"
#include "rules/notation.h"
#include "rules/position.h"
#include "wasm/boundary.h"

// A variant and a position as the JSON that web/src/core/types.ts describes.
namespace xttt::wasm {

inline std::string numbers_json(std::uint64_t bits) {
    std::string out = "[";
    for_each_bit(bits, [&](int bit) {
        if (out.size() > 1) out += ',';
        out += std::to_string(bit);
    });
    return out + ']';
}

template <const Variant& V>
std::string variant_json() {
    std::string lines, values, names;
    for (const Mask line : kLines<V>) lines += (lines.empty() ? "" : ",") + numbers_json(line);
    for (int b = 0; b < V.small_boards(); ++b)
        values += (b == 0 ? "" : ",") + std::to_string(board_value<V>(b));
    for (int id = 0; id < V.cells(); ++id)
        names += (id == 0 ? "" : " ") + move_text<V>(move_from_id<V>(id));
    return fmt::format(
        R"({{"name":{},"summary":{},"bigBoards":{},"size":{},"bonus":{},"linePoints":{},)"
        R"("moveTimeMs":{},"lines":[{}],"boardPoints":[{}],"names":"{}"}})",
        json_string(V.name), json_string(V.summary), V.big_boards, V.size, V.bonus_move,
        V.line_points, V.move_time.count(), lines, values, names);
}

// The small boards of the line that ended the game; none if it did not end with a line.
template <const Variant& V>
BoardSet winning_line(const Position<V>& pos) {
    if (pos.status() != Status::LineX && pos.status() != Status::LineO) return 0;
    const BoardSet won = pos.won(pos.status() == Status::LineX ? Side::X : Side::O);
    for (int big = 0; big < V.big_boards; ++big) {
        for (const Mask line : kLines<V>) {
            const BoardSet boards = line << (big * V.places());
            if ((won & boards) == boards) return boards;
        }
    }
    return 0;
}

template <const Variant& V>
std::string outcome_json(const Position<V>& pos) {
    const auto outcome = pos.outcome();
    if (!outcome) return "null";
    const auto side = [](std::optional<Side> who) -> std::string {
        return who ? fmt::format("\"{}\"", letter(*who)) : "null";
    };
    return fmt::format(R"({{"reason":"{}","winner":{},"rated":{},"points":[{},{}],"line":{}}})",
                       outcome->reason == EndReason::Line ? "line" : "full",
                       side(outcome->line_winner), side(outcome->rated_winner()),
                       outcome->points[0], outcome->points[1], numbers_json(winning_line(pos)));
}

template <const Variant& V>
std::string legal_json(const Position<V>& pos) {
    struct Reply {
        Move move;
        std::uint32_t facts;
        BoardSet next;  // where the next move can be played
    };
    std::vector<Reply> replies;
    bool danger = false;
    pos.for_each_legal([&](Move m) {
        Position<V> next = pos;
        next.play(m);
        replies.push_back({m, move_facts(pos, m, next), boards_to_play(next)});
        danger = danger || (replies.back().facts & kGivesGame) != 0;
    });
    std::string out = "[";
    for (Reply& reply : replies) {
        if (danger && (reply.facts & kGivesGame) == 0) reply.facts |= kSavesGame;
        fmt::format_to(std::back_inserter(out), R"({}{{"id":{},"move":"{}","facts":{},"next":{}}})",
                       out.size() > 1 ? "," : "", move_id<V>(reply.move), move_text<V>(reply.move),
                       reply.facts, numbers_json(reply.next));
    }
    return out + ']';
}

template <const Variant& V>
std::string state_json(const Position<V>& pos) {
    std::string cells, boards;
    for (int b = 0; b < V.small_boards(); ++b) {
        for (int c = 0; c < V.places(); ++c) {
            const bool x = pos.marks(Side::X, b) >> c & 1, o = pos.marks(Side::O, b) >> c & 1;
            cells += x ? 'x' : o ? 'o' : '.';
        }
        const auto winner = pos.board_winner(b);
        boards += winner ? letter(*winner) : pos.is_open(b) ? '-' : 'd';
    }
    const BoardSet forced = pos.is_bound() && !pos.over() ? boards_to_play(pos) : 0;
    const Move last = pos.last_move();
    return fmt::format(
        R"({{"fen":{},"side":"{}","bonus":{},"last":{},"lastMove":{},"cells":"{}","boards":"{}",)"
        R"("forced":{},"points":[{},{}],"outcome":{},"legal":{}}})",
        json_string(to_fen(pos)), letter(pos.side_to_move()), pos.is_bonus_move(),
        last.is_none() ? -1 : move_id<V>(last),
        last.is_none() ? std::string("null") : json_string(move_text<V>(last)), cells, boards,
        numbers_json(forced), pos.board_points(Side::X), pos.board_points(Side::O),
        outcome_json(pos), legal_json(pos));
}

}  // namespace xttt::wasm
