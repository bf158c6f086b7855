import os


class Bot:
    def move(self, board, old_move, flag):
        os.write(2, b"\x1b[2J\xff\xfe\x00\r\n")
        raise ValueError("\x1b[31mred\nforfeit memory \udcff")
