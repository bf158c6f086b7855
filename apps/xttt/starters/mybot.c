/* mybot plays Extreme Tic-Tac-Toe: all variants, speaking UGI, without any library. It wins a small
   board if it can, and plays at random otherwise: change choose() below. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_BOARDS = 18, MAX_LINES = 12, MAX_MOVES = 256, MAX_INPUT = 4096 };

typedef struct {
    int big_boards, size, diagonals, diamonds, bonus;
} Variant;

typedef struct {
    int board, cell; /* small boards in reading order, big board 1 first; cells likewise */
} Move;

typedef struct {
    Variant v;
    int places, boards, line_count;
    uint32_t lines[MAX_LINES];
    uint32_t marks[2][MAX_BOARDS]; /* of x, of o */
    int side;                      /* to move: 0 is x, 1 is o */
    int last_cell;                 /* -1 at the start */
    int bonus;
} Game;

static Variant variant_named(const char* name) {
    const Variant extreme = {1, 4, 0, 1, 1}, twin = {2, 3, 1, 0, 1}, diagonal = {1, 4, 1, 0, 1},
                  ultimate = {1, 3, 1, 0, 0};
    if (strcmp(name, "double") == 0) return twin;
    if (strcmp(name, "diagonal") == 0) return diagonal;
    if (strcmp(name, "ultimate") == 0) return ultimate;
    return extreme;
}

static uint32_t bit(int n, int row, int column) { return UINT32_C(1) << (row * n + column); }

static Game new_game(Variant v) {
    Game g;
    const int n = v.size;
    uint32_t down = 0, up = 0;
    memset(&g, 0, sizeof g);
    g.v = v;
    g.places = n * n;
    g.boards = v.big_boards * n * n;
    g.last_cell = -1;
    for (int i = 0; i < n; ++i) {
        uint32_t row = 0, column = 0;
        for (int j = 0; j < n; ++j) row |= bit(n, i, j), column |= bit(n, j, i);
        g.lines[g.line_count++] = row;
        g.lines[g.line_count++] = column;
        down |= bit(n, i, i), up |= bit(n, i, n - 1 - i);
    }
    if (v.diagonals) g.lines[g.line_count++] = down, g.lines[g.line_count++] = up;
    for (int r = 1; v.diamonds && r + 1 < n; ++r)
        for (int c = 1; c + 1 < n; ++c)
            g.lines[g.line_count++] =
                bit(n, r - 1, c) | bit(n, r + 1, c) | bit(n, r, c - 1) | bit(n, r, c + 1);
    return g;
}

static int has_line(const Game* g, uint32_t cells) {
    for (int i = 0; i < g->line_count; ++i)
        if ((cells & g->lines[i]) == g->lines[i]) return 1;
    return 0;
}

static int is_open(const Game* g, int board) {
    const uint32_t full = (UINT32_C(1) << g->places) - 1;
    return !has_line(g, g->marks[0][board]) && !has_line(g, g->marks[1][board]) &&
           (g->marks[0][board] | g->marks[1][board]) != full;
}

static int add_moves(const Game* g, int board, Move* moves, int count) {
    for (int c = 0; is_open(g, board) && c < g->places; ++c)
        if (!((g->marks[0][board] | g->marks[1][board]) >> c & 1)) {
            moves[count].board = board;
            moves[count++].cell = c;
        }
    return count;
}

/* The last cell names a small board on each big board; if all are closed, any will do. */
static int legal_moves(const Game* g, Move* moves) {
    int count = 0;
    for (int b = g->last_cell; g->last_cell >= 0 && b < g->boards; b += g->places)
        count = add_moves(g, b, moves, count);
    if (count == 0)
        for (int b = 0; b < g->boards; ++b) count = add_moves(g, b, moves, count);
    return count;
}

static void play(Game* g, Move m) {
    g->marks[g->side][m.board] |= UINT32_C(1) << m.cell;
    g->last_cell = m.cell;
    /* The first small board won in a turn earns one more move. */
    g->bonus = g->v.bonus && !g->bonus && has_line(g, g->marks[g->side][m.board]);
    if (!g->bonus) g->side ^= 1;
}

static Move move_at(const Game* g, int big, int row, int column) {
    const int n = g->v.size;
    const Move m = {big * g->places + row / n * n + column / n, row % n * n + column % n};
    return m;
}

static Move parse_move(const Game* g, const char* word) {
    int big = 0;
    if (g->v.big_boards > 1) big = *word++ - '1';
    return move_at(g, big, atoi(word + 1) - 1, *word - 'a');
}

static void print_move(const Game* g, Move m) {
    const int n = g->v.size, place = m.board % g->places;
    if (g->v.big_boards > 1) printf("%d", m.board / g->places + 1);
    printf("%c%d", 'a' + place % n * n + m.cell % n, place / n * n + m.cell / n + 1);
}

/* The four fields of a FEN: cells, side, last move, bonus. */
static void set_up(Game* g, const char* cells, const char* side, const char* last, const char* bonus) {
    int big = 0, row = 0, column = 0, run = 0;
    for (const char* c = cells; *c != '\0'; ++c) {
        if (*c >= '0' && *c <= '9') {
            run = run * 10 + *c - '0';
            continue;
        }
        column += run, run = 0;
        if (*c == '/') ++row, column = 0;
        if (*c == '|') ++big, row = column = 0;
        if (*c == 'x' || *c == 'o') {
            const Move m = move_at(g, big, row, column++);
            g->marks[*c == 'o'][m.board] |= UINT32_C(1) << m.cell;
        }
    }
    g->side = strcmp(side, "o") == 0;
    g->last_cell = strcmp(last, "-") == 0 ? -1 : parse_move(g, last).cell;
    g->bonus = strcmp(bonus, "b") == 0;
}

/* The move to play. Requires a game that is not over. */
static Move choose(const Game* g) {
    Move moves[MAX_MOVES];
    const int count = legal_moves(g, moves);
    for (int i = 0; i < count; ++i)
        if (has_line(g, g->marks[g->side][moves[i].board] | UINT32_C(1) << moves[i].cell)) return moves[i];
    return moves[rand() % count];
}

static const char* next_word(void) {
    const char* word = strtok(NULL, " \n");
    return word != NULL ? word : "";
}

int main(void) {
    char input[MAX_INPUT];
    Variant variant = variant_named("extreme");
    Game game = new_game(variant);
    srand(2026);
    while (fgets(input, sizeof input, stdin) != NULL) {
        const char* word = strtok(input, " \n");
        if (word == NULL) continue;
        if (strcmp(word, "ugi") == 0) {
            puts("id name mybot\nugiok");
        } else if (strcmp(word, "isready") == 0) {
            puts("readyok");
        } else if (strcmp(word, "setoption") == 0) {
            next_word(); /* name */
            const int is_variant = strcmp(next_word(), "Variant") == 0;
            next_word(); /* value */
            if (is_variant) variant = variant_named(next_word());
            game = new_game(variant);
        } else if (strcmp(word, "position") == 0) {
            game = new_game(variant);
            if (strcmp(next_word(), "fen") == 0) {
                const char *cells = next_word(), *side = next_word(), *last = next_word();
                set_up(&game, cells, side, last, next_word());
            }
            for (const char* move = next_word(); *move != '\0'; move = next_word())
                if (strcmp(move, "moves") != 0) play(&game, parse_move(&game, move));
        } else if (strcmp(word, "go") == 0) {
            printf("bestmove ");
            print_move(&game, choose(&game));
            puts("");
        } else if (strcmp(word, "quit") == 0) {
            break;
        }
        fflush(stdout);
    }
    return 0;
}
