import threading


class Bot:
    def move(self, board, old_move, flag):
        threading.Thread(target=lambda: None).start()
        return (0, 0)
