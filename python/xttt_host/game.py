"""The state of the game, separate from the board that the bot gets and may damage."""

from xttt_host import variants
from xttt_host.boards import diagonals, diamonds, make_double_board, make_single_board, straight_lines


class Variant(object):
    """Size, lines and shape of a variant, and how its moves are written."""

    def __init__(self, name, size, lines, big_boards=1, bonus_move=True):
        self.name = name
        self.size = size
        self.lines = lines
        self.big_boards = big_boards
        self.bonus_move = bonus_move
        self.width = size * size
        self.start = (-1,) * (2 if big_boards == 1 else 3)

    def board_class(self):
        """A new class each time, so that changes by a bot affect only that bot."""
        make = make_single_board if self.big_boards == 1 else make_double_board
        return make(self.size, tuple(self.lines))

    def read_move(self, text):
        """(row, column) or (board, row, column) of a move such as d1 or 2a9."""
        board = ()
        if self.big_boards > 1:
            board, text = (int(text[0]) - 1,), text[1:]
        return board + (int(text[1:]) - 1, ord(text[0].lower()) - ord("a"))

    def write_move(self, move):
        """The text of a move, or None if it is not a move: the original simulators accept only a tuple
        of plain ints."""
        if type(move) is not tuple or len(move) != len(self.start):
            return None
        if any(type(number) is not int for number in move):
            return None
        board, (row, column) = move[:-2], move[-2:]
        if not (0 <= row < self.width and 0 <= column < self.width):
            return None
        if board and not 0 <= board[0] < self.big_boards:
            return None
        return "".join([str(k + 1) for k in board] + [chr(ord("a") + column), str(row + 1)])


def _lines(size, kinds):
    lines = straight_lines(size)
    if "diagonals" in kinds:
        lines = lines + diagonals(size)
    if "diamonds" in kinds:
        lines = lines + diamonds(size)
    return lines


VARIANTS = {name: Variant(name, size, _lines(size, kinds), big_boards, bonus_move)
            for name, size, kinds, big_boards, bonus_move in variants.VARIANTS}


class Game(object):
    """A position reached by moves that the referee has already checked."""

    def __init__(self, variant):
        self.variant = variant
        self.board = variant.board_class()()
        self.old_move = variant.start
        self.flag = "x"
        self.bonus = False

    def play(self, move):
        _, won = self.board.update(self.old_move, move, self.flag)
        self.old_move = move
        if won and self.variant.bonus_move and not self.bonus:
            self.bonus = True
        else:
            self.bonus = False
            self.flag = "o" if self.flag == "x" else "x"

    @classmethod
    def from_fen(cls, variant, fields):
        """From the four fields of a FEN the referee has checked."""
        game = cls(variant)
        cells, side, last, bonus = fields
        for k, rows in enumerate(cells.split("|")):
            for row, text in enumerate(rows.split("/")):
                for column, mark in enumerate(_expand(text)):
                    if mark != "-":
                        game._put(k, row, column, mark)
        game._decide_blocks()
        game.flag = side
        game.bonus = bonus == "b"
        game.old_move = variant.start if last == "-" else variant.read_move(last)
        return game

    def _grids(self):
        """(cells, blocks) of each big board."""
        board = self.board
        if self.variant.big_boards == 1:
            return [(board.board_status, board.block_status)]
        return list(zip(board.big_boards_status, board.small_boards_status))

    def _put(self, k, row, column, mark):
        self._grids()[k][0][row][column] = mark

    def _decide_blocks(self):
        size = self.variant.size
        for cells, blocks in self._grids():
            for i in range(size):
                for j in range(size):
                    block = [row[j * size:(j + 1) * size] for row in cells[i * size:(i + 1) * size]]
                    blocks[i][j] = _block_status(block, self.variant.lines)


def _expand(row):
    """A row of a FEN, cell by cell: "2x13" is two empty cells, an x and thirteen more."""
    run, marks = "", []
    for letter in row + " ":
        if letter.isdigit():
            run += letter
            continue
        marks.extend("-" * int(run or 0))
        run = ""
        if letter != " ":
            marks.append(letter)
    return marks


def _block_status(block, lines):
    for mark in "xo":
        if any(all(block[r][c] == mark for r, c in line) for line in lines):
            return mark
    return "-" if any("-" in row for row in block) else "d"
