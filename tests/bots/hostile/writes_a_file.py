class Bot:
    def move(self, board, old_move, flag):
        try:
            open("notes.txt", "w").write("for next time")
        except IOError:
            pass
        return (0, 0)
