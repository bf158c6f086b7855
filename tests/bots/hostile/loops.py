class Bot:
    def move(self, board, old_move, flag):
        while True:
            try:
                while True:
                    pass
            except:
                pass
