class Player:
    def move(self, board, old_move, flag):
        class Other(type(board)):
            pass
        board.__class__ = Other
        return (0, 0)
