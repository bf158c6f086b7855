# Written for Python 3: there `/` divides exactly.
class Team12:
    def __init__(self) -> None:
        self.visits: dict[tuple, int] = {}

    def move(self, board, old_move, flag):
        assert 1 / 2 == 0.5
        cells = board.find_valid_move_cells(old_move)
        print(f"{flag} has {len(cells)} cells", end="\n", flush=True)
        return cells[len(cells) // 2]
