"""Written by scripts/generate-variants from src/rules/variant.h."""

# name, size, kinds of lines, big boards, bonus move
VARIANTS = (
    ("extreme", 4, ('rows', 'columns', 'diamonds'), 1, True),
    ("double", 3, ('rows', 'columns', 'diagonals'), 2, True),
    ("diagonal", 4, ('rows', 'columns', 'diagonals'), 1, True),
    ("ultimate", 3, ('rows', 'columns', 'diagonals'), 1, False),
)
