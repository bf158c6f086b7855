def half(n):
    return n / 2

def rank((board, row, column)):
    return (row / 3 + column / 3, board)
