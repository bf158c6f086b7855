"""Mistake: asks a server on the network for its move. Bots have no network."""

import socket


class Bot:
    def move(self, board, old_move, flag):
        with socket.create_connection(("127.0.0.1", 9999), timeout=1) as server:
            server.sendall(repr(board.board_status).encode())
            row, column = server.recv(100).split()
        return int(row), int(column)
