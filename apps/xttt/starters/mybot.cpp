// mybot plays Extreme Tic-Tac-Toe: all variants, speaking UGI, without any library. It wins a
// small board if it can, and plays at random otherwise: change choose() below.

#include <cstdint>
#include <iostream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

struct Variant {
    int big_boards, size;
    bool diagonals, diamonds, bonus;
};

Variant variant_named(const std::string& name) {
    if (name == "double") return {2, 3, true, false, true};
    if (name == "diagonal") return {1, 4, true, false, true};
    if (name == "ultimate") return {1, 3, true, false, false};
    return {1, 4, false, true, true};  // extreme
}

struct Move {
    int board, cell;  // small boards in reading order, big board 1 first; cells likewise
};

class Game {
public:
    explicit Game(const Variant& variant)
        : v(variant), places(v.size * v.size), marks{Marks(boards(), 0), Marks(boards(), 0)} {
        const int n = v.size;
        const auto bit = [n](int row, int column) { return 1u << (row * n + column); };
        std::uint32_t down = 0, up = 0;
        for (int i = 0; i < n; ++i) {
            std::uint32_t row = 0, column = 0;
            for (int j = 0; j < n; ++j) row |= bit(i, j), column |= bit(j, i);
            lines.push_back(row);
            lines.push_back(column);
            down |= bit(i, i), up |= bit(i, n - 1 - i);
        }
        if (v.diagonals) lines.insert(lines.end(), {down, up});
        for (int r = 1; v.diamonds && r + 1 < n; ++r)
            for (int c = 1; c + 1 < n; ++c)
                lines.push_back(bit(r - 1, c) | bit(r + 1, c) | bit(r, c - 1) | bit(r, c + 1));
    }

    int boards() const { return v.big_boards * v.size * v.size; }
    bool has_line(std::uint32_t cells) const {
        for (const auto line : lines)
            if ((cells & line) == line) return true;
        return false;
    }
    bool won(int side, int board) const { return has_line(marks[side][board]); }
    bool open(int board) const {
        const auto full = (1u << places) - 1;
        return !won(0, board) && !won(1, board) && (marks[0][board] | marks[1][board]) != full;
    }

    std::vector<Move> legal() const {
        std::vector<Move> moves;
        const auto add = [&](int board) {
            for (int c = 0; open(board) && c < places; ++c)
                if (!((marks[0][board] | marks[1][board]) >> c & 1)) moves.push_back({board, c});
        };
        // The last cell names a small board on each big board; if all are closed, any will do.
        for (int b = last_cell; last_cell >= 0 && b < boards(); b += places) add(b);
        for (int b = 0; moves.empty() && b < boards(); ++b) add(b);
        return moves;
    }

    void play(Move m) {
        marks[side][m.board] |= 1u << m.cell;
        last_cell = m.cell;
        // The first small board won in a turn earns one more move.
        bonus = v.bonus && !bonus && won(side, m.board);
        if (!bonus) side ^= 1;
    }

    std::string text(Move m) const {
        const int n = v.size, place = m.board % places;
        const std::string big = v.big_boards > 1 ? std::to_string(m.board / places + 1) : "";
        return big + static_cast<char>('a' + place % n * n + m.cell % n) +
               std::to_string(place / n * n + m.cell / n + 1);
    }
    Move move(std::string word) const {
        int big = 0;
        if (v.big_boards > 1) big = word[0] - '1', word.erase(0, 1);
        return at(big, std::stoi(word.substr(1)) - 1, word[0] - 'a');
    }
    Move at(int big, int row, int column) const {
        const int n = v.size;
        return {big * places + row / n * n + column / n, row % n * n + column % n};
    }

    // The four fields of a FEN: cells, side, last move, bonus.
    void set_up(const std::string& cells, const std::string& who, const std::string& last,
                const std::string& extra) {
        int big = 0, row = 0, column = 0, run = 0;
        for (const char c : cells + "/") {
            if (c >= '0' && c <= '9') {
                run = run * 10 + c - '0';
                continue;
            }
            column += run, run = 0;
            if (c == '/') ++row, column = 0;
            if (c == '|') ++big, row = column = 0;
            if (c == 'x' || c == 'o') {
                const Move m = at(big, row, column++);
                marks[c == 'o'][m.board] |= 1u << m.cell;
            }
        }
        side = who == "o";
        last_cell = last == "-" ? -1 : move(last).cell;
        bonus = extra == "b";
    }

    using Marks = std::vector<std::uint32_t>;
    Variant v;
    int places;
    std::vector<std::uint32_t> lines;
    Marks marks[2];
    int side = 0;  // to move: 0 is x, 1 is o
    int last_cell = -1;
    bool bonus = false;
};

// The move to play. Requires a game that is not over.
Move choose(const Game& game, std::mt19937& rng) {
    const auto moves = game.legal();
    for (const Move m : moves)
        if (game.has_line(game.marks[game.side][m.board] | 1u << m.cell)) return m;
    return moves[rng() % moves.size()];
}

int main() {
    Variant variant = variant_named("extreme");
    Game game(variant);
    std::mt19937 rng(2026);
    for (std::string text_line, word; std::getline(std::cin, text_line);) {
        std::istringstream words(text_line);
        words >> word;
        if (word == "ugi") {
            std::cout << "id name mybot\nugiok" << std::endl;
        } else if (word == "isready") {
            std::cout << "readyok" << std::endl;
        } else if (word == "setoption") {
            std::string name, value;
            words >> word >> name >> word >> value;
            if (name == "Variant") variant = variant_named(value);
            game = Game(variant);
        } else if (word == "position") {
            game = Game(variant);
            words >> word;
            std::string cells, side, last, bonus;
            if (word == "fen" && words >> cells >> side >> last >> bonus)
                game.set_up(cells, side, last, bonus);
            while (words >> word)
                if (word != "moves") game.play(game.move(word));
        } else if (word == "go") {
            std::cout << "bestmove " << game.text(choose(game, rng)) << std::endl;
        } else if (word == "quit") {
            break;
        }
    }
}
