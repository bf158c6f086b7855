#include "play/panel.h"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "rules/notation.h"

namespace xttt {
namespace {

constexpr std::size_t kNameWidth = 13;

std::string_view color_of(Side side) {
    return side == Side::X ? "\x1b[1;96m" : "\x1b[1;93m";
}
std::string colored(Side side, std::string_view text) {
    return fmt::format("{}{}\x1b[0m", color_of(side), text);
}

std::string clock_text(std::chrono::milliseconds time) {
    const auto seconds = time.count() / 1000;
    return fmt::format("{}:{:02}", seconds / 60, seconds % 60);
}

std::string side_line(Side side, const PanelSide& shown, bool to_move) {
    return fmt::format("{} {} {:<{}} {}", to_move ? ">" : " ",
                       colored(side, std::string(1, letter(side))),
                       shown.name.substr(0, kNameWidth), kNameWidth, clock_text(shown.time));
}

template <const Variant& V>
std::string bound_text(const Position<V>& pos) {
    if (!pos.is_bound()) return "anywhere";
    std::string where;
    for (int b = pos.bound_place(); b < V.small_boards(); b += V.places())
        if (pos.is_open(b)) where += (where.empty() ? "" : ", ") + board_text<V>(b);
    return where;
}

template <const Variant& V>
void add_state(std::vector<std::string>& lines, const Position<V>& pos) {
    for (const Side side : {Side::X, Side::O})
        lines.push_back(fmt::format("{} {} boards, {} points",
                                    colored(side, std::string(1, letter(side))),
                                    std::popcount(pos.won(side)), pos.board_points(side)));
    lines.emplace_back();
    if (const auto outcome = pos.outcome()) {
        lines.push_back(outcome->line_winner ? colored(*outcome->line_winner,
                                                       fmt::format("{} completed a line",
                                                                   letter(*outcome->line_winner)))
                                             : "All boards are closed");
        lines.push_back(fmt::format("points {} : {}", outcome->points[0], outcome->points[1]));
    } else {
        const Side side = pos.side_to_move();
        lines.push_back(colored(side, fmt::format("{} to move", letter(side))) +
                        (pos.is_bonus_move() ? ": bonus!" : ""));
        lines.push_back((pos.is_bound() ? "in " : "") + bound_text(pos));
    }
}

template <const Variant& V>
std::vector<std::string> turn_lines(const GameRecord& record) {
    std::vector<std::string> turns;
    const auto add = [&](const Position<V>& pos, const RecordedMove& played) {
        const std::string text = move_text<V>(played.move);
        const Side side = pos.side_to_move();
        if (pos.is_bonus_move() && !turns.empty())
            turns.back() += "+" + text;
        else
            turns.push_back(colored(side, fmt::format("{} ", letter(side))) + text);
    };
    // The moves of a game that is being played are legal.
    static_cast<void>(replay<V>(record, add));
    return turns;
}

}  // namespace

Panel panel_of(const GameRecord& record, const AnyPosition& position,
               const std::array<PanelSide, 2>& sides) {
    return position.visit([&] < const Variant& V > (const Position<V>& pos) -> Panel {
        std::vector<std::string> facts{fmt::format("\x1b[1mxttt\x1b[0m {}", V.name), ""};
        const bool over = pos.over() || record.forfeit;
        for (const Side side : {Side::X, Side::O})
            facts.push_back(side_line(side, sides[static_cast<std::size_t>(index(side))],
                                      !over && pos.side_to_move() == side));
        facts.emplace_back();
        add_state(facts, pos);
        return {std::move(facts), turn_lines<V>(record)};
    });
}

std::vector<int> boards_bound_by(const AnyPosition& position, Move move) {
    return position.visit([&] < const Variant& V > (const Position<V>& pos) {
        std::vector<int> boards;
        if (!pos.is_legal(move)) return boards;
        Position<V> next = pos;
        next.play(move);
        if (next.over() || !next.is_bound()) return boards;
        for (int b = next.bound_place(); b < V.small_boards(); b += V.places())
            if (next.is_open(b)) boards.push_back(b);
        return boards;
    });
}

std::string preview_text(const AnyPosition& position, Move move) {
    return position.visit([&] < const Variant& V > (const Position<V>& pos) -> std::string {
        if (!pos.is_legal(move)) return "";
        Position<V> next = pos;
        next.play(move);
        const std::string text = move_text<V>(move);
        if (next.over()) return text + " ends the game";
        const char who = letter(next.side_to_move());
        if (next.is_bonus_move())
            return fmt::format("{} wins a board: {} moves again, {}", text, who, bound_text(next));
        if (!next.is_bound()) return fmt::format("{} lets {} move anywhere", text, who);
        return fmt::format("{} sends {} to {}", text, who, bound_text(next));
    });
}

}  // namespace xttt
