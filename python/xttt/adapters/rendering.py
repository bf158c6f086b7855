"""Pictures of boards: pixel arrays made with NumPy, and a window that shows them."""

from __future__ import annotations

from typing import Any, Optional, Tuple

import numpy as np
import numpy.typing as npt

import xttt

RENDER_MODES = ("human", "rgb_array", "ansi", "svg")
"""Render modes of the Gymnasium and PettingZoo environments."""

Picture = npt.NDArray[np.uint8]

_PAPER, _TARGET, _DRAWN = (255, 255, 255), (255, 244, 214), (222, 222, 222)
_BOARD_OF = {"x": (246, 212, 207), "o": (206, 223, 242)}  # red and blue, as in the SVG
_MARK_OF = {"x": (192, 57, 43), "o": (37, 99, 168)}
_THIN, _THICK, _LAST = (196, 196, 196), (60, 60, 60), (217, 164, 0)


def _glyphs(cell: int) -> Tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """The coverage of each pixel of a cell by the marks x and o, from 0 to 1."""
    y, x = (np.mgrid[0:cell, 0:cell] + 0.5) / cell - 0.5
    softness = 1.0 / cell
    reach = 0.28
    to_diagonals = np.minimum(abs(x - y), abs(x + y)) / np.sqrt(2)
    beyond_ends = np.maximum(np.maximum(abs(x), abs(y)) - reach, 0)
    cross = np.clip((0.055 - np.hypot(to_diagonals, beyond_ends)) / softness + 0.5, 0, 1)
    ring = np.clip((0.055 - abs(np.hypot(x, y) - reach)) / softness + 0.5, 0, 1)
    return cross, ring


def picture(position: xttt.Position, cell: int = 24) -> Picture:
    """The board as RGB pixels, uint8 [height][width][3]; `cell` is the size of a cell in pixels.

    Won small boards have the colour of their winner, drawn ones are grey, and those that the next move
    may go to are yellow. A frame marks the last move. In `double`, big board 2 is below big board 1.
    """
    if cell < 8:
        raise ValueError(f"cell: {cell} is not at least 8 pixels")
    size = xttt.variant(position.variant).size
    planes = position.observation("x").astype(bool)
    rows, columns = planes.shape[1:]
    cells = np.empty((rows, columns, 3))
    cells[:] = _PAPER
    for plane, colour in ((5, _TARGET), (4, _DRAWN), (2, _BOARD_OF["x"]), (3, _BOARD_OF["o"])):
        cells[planes[plane]] = colour
    image = cells.repeat(cell, axis=0).repeat(cell, axis=1)
    for marks, glyph, colour in zip(planes[:2], _glyphs(cell), _MARK_OF.values()):
        cover = np.kron(marks, glyph)[..., None]
        image = image * (1 - cover) + np.array(colour) * cover

    edge = max(1, cell // 16)
    for axis, count in ((0, rows), (1, columns)):
        lines = image if axis == 0 else image.swapaxes(0, 1)
        for line in range(count + 1):
            thick = line % size == 0
            half = edge if thick else 0
            lines[max(0, line * cell - half):line * cell + max(half, 1)] = _THICK if thick else _THIN
        for line in range(size * size, count, size * size):  # between big boards
            lines[line * cell - 3 * edge:line * cell + 3 * edge] = _THICK
    if position.last_move is not None:
        row, column = divmod(position.history[-1] if position.history else _last_action(position), columns)
        frame = image[row * cell + edge:(row + 1) * cell - edge, column * cell + edge:(column + 1) * cell - edge]
        for border in (frame[:edge], frame[-edge:], frame[:, :edge], frame[:, -edge:]):
            border[:] = _LAST
    pixels: Picture = image.round().astype(np.uint8)
    return pixels


def _last_action(position: xttt.Position) -> int:
    """The action of the last move in a FEN, which is not part of `history`."""
    actions = xttt.variant(position.variant).actions
    return next(a for a in range(actions) if position.move_text(a) == position.last_move)


class Window:
    """A pygame window that shows pictures. It opens with the first one."""

    def __init__(self, title: str, fps: float) -> None:
        try:
            import pygame
        except ImportError as error:
            raise ImportError("render_mode='human' needs the package pygame, which is not installed") from error
        self._pygame: Any = pygame
        self._title = title
        self._fps = fps
        self._screen: Any = None
        self._clock: Any = None

    def show(self, image: Picture) -> None:
        """Shows a picture, at most `fps` per second."""
        pygame = self._pygame
        if self._screen is None:
            pygame.display.init()
            pygame.display.set_caption(self._title)
            self._screen = pygame.display.set_mode((image.shape[1], image.shape[0]))
            self._clock = pygame.time.Clock()
        self._screen.blit(pygame.surfarray.make_surface(image.swapaxes(0, 1)), (0, 0))
        pygame.event.pump()
        pygame.display.flip()
        self._clock.tick(self._fps)

    def close(self) -> None:
        """Closes the window. A later picture opens it again."""
        if self._screen is not None:
            self._pygame.display.quit()
            self._screen = None


class Renderer:
    """Implements `render()` of the environments for each mode."""

    def __init__(self, mode: Optional[str], title: str, fps: float) -> None:
        if mode is not None and mode not in RENDER_MODES:
            raise ValueError(f"render_mode must be one of {', '.join(RENDER_MODES)}, not {mode!r}")
        self.mode = mode
        self._window = Window(title, fps) if mode == "human" else None

    def render(self, position: xttt.Position) -> Any:
        """Pixels for 'rgb_array', text for 'ansi' and 'svg'; 'human' shows the board and returns None."""
        if self.mode == "ansi":
            return position.draw()
        if self.mode == "svg":
            return position.svg()
        if self.mode is None:
            return None
        image = picture(position)
        if self._window is None:
            return image
        self._window.show(image)
        return None

    def close(self) -> None:
        """Closes the window, if there is one."""
        if self._window is not None:
            self._window.close()
