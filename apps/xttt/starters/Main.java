// mybot plays Extreme Tic-Tac-Toe: all variants, speaking UGI, without any library. It wins a small
// board if it can, and plays at random otherwise: change choose() below.

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

public final class Main {
    record Variant(int bigBoards, int size, boolean diagonals, boolean diamonds, boolean bonus) {
        static Variant named(String name) {
            return switch (name) {
                case "double" -> new Variant(2, 3, true, false, true);
                case "diagonal" -> new Variant(1, 4, true, false, true);
                case "ultimate" -> new Variant(1, 3, true, false, false);
                default -> new Variant(1, 4, false, true, true); // extreme
            };
        }
    }

    // Small boards in reading order, big board 1 first; cells likewise.
    record Move(int board, int cell) {}

    static final class Game {
        final Variant v;
        final int places, boards;
        final List<Integer> lines = new ArrayList<>();
        final int[][] marks; // of x, of o
        int side = 0; // to move: 0 is x, 1 is o
        int lastCell = -1;
        boolean bonus = false;

        Game(Variant variant) {
            v = variant;
            final int n = v.size();
            places = n * n;
            boards = v.bigBoards() * n * n;
            marks = new int[2][boards];
            int down = 0, up = 0;
            for (int i = 0; i < n; ++i) {
                int row = 0, column = 0;
                for (int j = 0; j < n; ++j) {
                    row |= bit(i, j);
                    column |= bit(j, i);
                }
                lines.addAll(List.of(row, column));
                down |= bit(i, i);
                up |= bit(i, n - 1 - i);
            }
            if (v.diagonals()) lines.addAll(List.of(down, up));
            for (int r = 1; v.diamonds() && r + 1 < n; ++r)
                for (int c = 1; c + 1 < n; ++c)
                    lines.add(bit(r - 1, c) | bit(r + 1, c) | bit(r, c - 1) | bit(r, c + 1));
        }

        private int bit(int row, int column) {
            return 1 << (row * v.size() + column);
        }

        boolean hasLine(int cells) {
            for (int line : lines) if ((cells & line) == line) return true;
            return false;
        }

        boolean isOpen(int board) {
            final int x = marks[0][board], o = marks[1][board];
            return !hasLine(x) && !hasLine(o) && (x | o) != (1 << places) - 1;
        }

        private void addMoves(int board, List<Move> moves) {
            for (int cell = 0; isOpen(board) && cell < places; ++cell)
                if (((marks[0][board] | marks[1][board]) >> cell & 1) == 0) moves.add(new Move(board, cell));
        }

        // The last cell names a small board on each big board; if all are closed, any will do.
        List<Move> legalMoves() {
            final List<Move> moves = new ArrayList<>();
            for (int b = lastCell; lastCell >= 0 && b < boards; b += places) addMoves(b, moves);
            for (int b = 0; moves.isEmpty() && b < boards; ++b) addMoves(b, moves);
            return moves;
        }

        void play(Move m) {
            marks[side][m.board()] |= 1 << m.cell();
            lastCell = m.cell();
            // The first small board won in a turn earns one more move.
            bonus = v.bonus() && !bonus && hasLine(marks[side][m.board()]);
            if (!bonus) side ^= 1;
        }

        Move at(int big, int row, int column) {
            final int n = v.size();
            return new Move(big * places + row / n * n + column / n, row % n * n + column % n);
        }

        Move parse(String word) {
            int big = 0;
            if (v.bigBoards() > 1) {
                big = word.charAt(0) - '1';
                word = word.substring(1);
            }
            return at(big, Integer.parseInt(word.substring(1)) - 1, word.charAt(0) - 'a');
        }

        String text(Move m) {
            final int n = v.size(), place = m.board() % places;
            final String big = v.bigBoards() > 1 ? String.valueOf(m.board() / places + 1) : "";
            return big + (char) ('a' + place % n * n + m.cell() % n) + (place / n * n + m.cell() / n + 1);
        }

        // The four fields of a FEN: cells, side, last move, bonus.
        void setUp(String cells, String who, String last, String extra) {
            int big = 0, row = 0, column = 0, run = 0;
            for (char c : cells.toCharArray()) {
                if (Character.isDigit(c)) {
                    run = run * 10 + c - '0';
                    continue;
                }
                column += run;
                run = 0;
                if (c == '/') {
                    ++row;
                    column = 0;
                } else if (c == '|') {
                    ++big;
                    row = column = 0;
                } else {
                    final Move m = at(big, row, column++);
                    marks[c == 'o' ? 1 : 0][m.board()] |= 1 << m.cell();
                }
            }
            side = who.equals("o") ? 1 : 0;
            lastCell = last.equals("-") ? -1 : parse(last).cell();
            bonus = extra.equals("b");
        }
    }

    static final Random random = new Random(2026); // a fixed seed: games can be repeated

    // The move to play. Requires a game that is not over.
    static Move choose(Game game) {
        final List<Move> moves = game.legalMoves();
        for (Move m : moves)
            if (game.hasLine(game.marks[game.side][m.board()] | 1 << m.cell())) return m;
        return moves.get(random.nextInt(moves.size()));
    }

    public static void main(String[] arguments) throws IOException {
        final BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
        Variant variant = Variant.named("extreme");
        Game game = new Game(variant);
        for (String line; (line = input.readLine()) != null;) {
            final String[] words = line.trim().split("\\s+");
            switch (words[0]) {
                case "ugi" -> System.out.println("id name mybot\nugiok");
                case "isready" -> System.out.println("readyok");
                case "setoption" -> {
                    if (words.length == 5 && words[2].equals("Variant")) variant = Variant.named(words[4]);
                    game = new Game(variant);
                }
                case "position" -> {
                    game = new Game(variant);
                    int next = 2;
                    if (words[1].equals("fen")) {
                        game.setUp(words[2], words[3], words[4], words[5]);
                        next = 6;
                    }
                    for (String word : Arrays.copyOfRange(words, next, words.length))
                        if (!word.equals("moves")) game.play(game.parse(word));
                }
                case "go" -> System.out.println("bestmove " + game.text(choose(game)));
                case "quit" -> {
                    return;
                }
                default -> {}
            }
            System.out.flush();
        }
    }
}
