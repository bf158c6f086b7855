"""The board objects of the course simulators, as a bot sees them.

Attributes, methods, arguments, order of the cells and return values are exactly those of the originals,
because bots depend on them:

- 2018 (``extreme``): class ``Board`` with ``board_status``, ``block_status``; moves (row, column).
- 2019 (``double``): class ``BigBoard`` with ``big_boards_status``, ``small_boards_status``, each a
  pair; moves (board, row, column).

``diagonal`` and ``ultimate`` had no course simulator; they get the 2018 object with their own size
and lines.
"""

from __future__ import print_function

_WON, _DRAW, _OPEN = "WON", "DRAW", "-"


def straight_lines(size):
    """Rows and columns, alternating, in the order of the original simulators."""
    lines = []
    for i in range(size):
        lines.append(tuple((i, j) for j in range(size)))
        lines.append(tuple((j, i) for j in range(size)))
    return lines


def diagonals(size):
    return [
        tuple((i, i) for i in range(size)),
        tuple((i, size - 1 - i) for i in range(size)),
    ]


def diamonds(size):
    """The four neighbours of each inner cell."""
    inner = range(1, size - 1)
    return [((r, c - 1), (r - 1, c), (r + 1, c), (r, c + 1)) for r in inner for c in inner]


def _holds_line(cells, lines, top, left, mark):
    for line in lines:
        for row, column in line:
            if cells[top + row][left + column] != mark:
                break
        else:
            return True
    return False


def _line_winner(blocks, lines):
    for line in lines:
        row, column = line[0]
        first = blocks[row][column]
        if first != "x" and first != "o":
            continue
        if all(blocks[r][c] == first for r, c in line):
            return first
    return None


def _has_empty(cells, size, top, left):
    return any("-" in cells[top + i][left:left + size] for i in range(size))


def _close(cells, blocks, lines, size, row, column, mark):
    """Updates the small board of a cell that was just marked; returns whether it is won."""
    block_row, block_column = row // size, column // size
    top, left = block_row * size, block_column * size
    if _holds_line(cells, lines, top, left, mark):
        blocks[block_row][block_column] = mark
        return True
    if not _has_empty(cells, size, top, left):
        blocks[block_row][block_column] = "d"
    return False


def _grid(size):
    return [["-" for _ in range(size)] for _ in range(size)]


def _row_text(cells, size, row):
    """One row of cells with the spacing of Python 2's print statement: a blank before each small board."""
    return "".join(
        " " + " ".join(str(c) for c in cells[row][left:left + size]) + (" " if left + size < size * size else "")
        for left in range(0, size * size, size))


def make_single_board(size, lines):
    """The class of the 2018 edition's board."""
    width = size * size
    start = (-1, -1)
    every_line = lines

    class Board(object):
        def __init__(self):
            self.board_status = _grid(width)
            self.block_status = _grid(size)

        def print_board(self):
            print("==============Board State==============")
            for i in range(width):
                if i % size == 0:
                    print()
                print(_row_text(self.board_status, size, i))
            print()
            print("==============Block State==============")
            for row in self.block_status:
                print(" ".join(str(b) for b in row))
            print("=======================================")
            print("\n")

        def find_valid_move_cells(self, old_move):
            cells, blocks = self.board_status, self.block_status
            block_row, block_column = old_move[0] % size, old_move[1] % size
            if old_move != start and blocks[block_row][block_column] == "-":
                top, left = block_row * size, block_column * size
                return [(i, j)
                        for i in range(top, top + size)
                        for j in range(left, left + size)
                        if cells[i][j] == "-"]
            return [(i, j)
                    for i in range(width)
                    for j in range(width)
                    if cells[i][j] == "-" and blocks[i // size][j // size] == "-"]

        def find_terminal_state(self):
            winner = _line_winner(self.block_status, every_line)
            if winner is not None:
                return (winner, _WON)
            if any("-" in row for row in self.block_status):
                return ("CONTINUE", _OPEN)
            return ("NONE", _DRAW)

        def check_valid_move(self, old_move, new_move):
            if len(old_move) != 2 or len(new_move) != 2:
                return False
            for number in (old_move[0], old_move[1], new_move[0], new_move[1]):
                if type(number) is not int:
                    return False
            # As in the original, row and column `width`, one past the last, pass this check.
            if old_move != start and not (0 <= old_move[0] <= width and 0 <= old_move[1] <= width):
                return False
            return new_move in self.find_valid_move_cells(old_move)

        def update(self, old_move, new_move, ply):
            if not self.check_valid_move(old_move, new_move):
                return "UNSUCCESSFUL", False
            row, column = new_move
            self.board_status[row][column] = ply
            won = _close(self.board_status, self.block_status, every_line, size, row, column, ply)
            return "SUCCESSFUL", won

    return Board


def make_double_board(size, lines):
    """The class of the 2019 edition's pair of boards."""
    width = size * size
    start = (-1, -1, -1)
    every_line = lines

    class BigBoard(object):
        def __init__(self):
            self.big_boards_status = (_grid(width), _grid(width))
            self.small_boards_status = (_grid(size), _grid(size))

        def print_board(self):
            print("================BigBoard State================")
            for i in range(width):
                if i % size == 0:
                    print()
                print((" " * 5).join(_row_text(cells, size, i) for cells in self.big_boards_status))
            print()
            print("==============SmallBoards States==============")
            for i in range(size):
                print((" " * 4).join(" ".join(str(b) for b in blocks[i])
                                     for blocks in self.small_boards_status))
            print("==============================================")
            print("\n")

        def find_valid_move_cells(self, old_move):
            both, closed = self.big_boards_status, self.small_boards_status
            block_row, block_column = old_move[1] % size, old_move[2] % size
            if old_move == start or (closed[0][block_row][block_column] != "-"
                                     and closed[1][block_row][block_column] != "-"):
                return [(k, i, j)
                        for k in range(2)
                        for i in range(width)
                        for j in range(width)
                        if both[k][i][j] == "-" and closed[k][i // size][j // size] == "-"]
            top, left = block_row * size, block_column * size
            return [(k, i, j)
                    for k in range(2)
                    if closed[k][block_row][block_column] == "-"
                    for i in range(top, top + size)
                    for j in range(left, left + size)
                    if both[k][i][j] == "-"]

        def find_terminal_state(self):
            for blocks in self.small_boards_status:
                winner = _line_winner(blocks, every_line)
                if winner is not None:
                    return (winner, _WON)
            if any("-" in row for blocks in self.small_boards_status for row in blocks):
                return ("CONTINUE", _OPEN)
            return ("NONE", _DRAW)

        def check_valid_move(self, old_move, new_move):
            if len(old_move) != 3 or len(new_move) != 3:
                return False
            for i in range(3):
                if type(old_move[i]) is not int or type(new_move[i]) is not int:
                    return False
            if old_move != start and not (0 <= old_move[0] <= 1 and 0 <= old_move[1] < width
                                          and 0 <= old_move[2] < width):
                return False
            return new_move in self.find_valid_move_cells(old_move)

        def update(self, old_move, new_move, ply):
            if not self.check_valid_move(old_move, new_move):
                return "UNSUCCESSFUL", False
            k, row, column = new_move
            self.big_boards_status[k][row][column] = ply
            won = _close(self.big_boards_status[k], self.small_boards_status[k], every_line, size,
                         row, column, ply)
            return "SUCCESSFUL", won

    return BigBoard
