import os
import signal


class Bot:
    def move(self, board, old_move, flag):
        os.kill(os.getpid(), signal.SIGSTOP)
        return (0, 0)
