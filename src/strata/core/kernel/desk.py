"""The arrays that the games of a batch read and write: a row for each game."""

from __future__ import annotations

from typing import Annotated, Any

import cython
from cython.cimports.strata.core.kernel.encoder import Encoder


class Desk:
    """The arrays that lanes share, a row for each lane, and what is the same for all lanes."""

    encoder: Encoder
    whole: cython.bint
    """Whether a choice is a whole action by its number, not a token."""
    width: cython.int
    """The most choices of an action: tokens, or 1 if a choice is a whole action."""
    choices: Annotated[cython.int, "readonly"]
    """The number of choices in a mask."""
    planes: Annotated[cython.int, "readonly"]
    """The planes of an observation: the game's own, repetition if it counts, the tokens chosen."""
    size: cython.Py_ssize_t
    """The bytes of an observation."""
    repetition: cython.int
    yielding: cython.longlong
    limit: cython.longlong
    autoreset: cython.bint
    exceeded: Annotated[cython.bint, "readonly"]
    """Whether a game listed more actions than its bound."""
    actions: cython.int[::1]
    observations: cython.uchar[::1]
    masks: cython.schar[::1]
    rewards: cython.float[::1]
    seats: cython.schar[::1]
    terminated: cython.uchar[::1]
    truncated: cython.uchar[::1]
    lengths: cython.int[::1]

    def __init__(
        self,
        encoder: Encoder,
        whole: bool,
        repetition: int,
        yielding: int,
        limit: int,
        autoreset: bool,
    ) -> None:
        """Store what all lanes share.

        `yielding` has bit r set if repetition has precedence over reason r of the game. `limit` is
        the most actions of a game, 0 for no limit.
        """
        self.encoder = encoder
        self.whole = whole
        self.width = 1 if whole else encoder.longest
        self.choices = encoder.numbers if whole else encoder.tokens
        self.planes = encoder.planes + (repetition != 0) + self.width - 1
        self.size = self.planes * encoder.cells
        self.repetition = repetition
        self.yielding = yielding
        self.limit = limit
        self.autoreset = autoreset
        self.exceeded = False

    def open(
        self,
        actions: Any,
        observations: Any,
        masks: Any,
        rewards: Any,
        seats: Any,
        terminated: Any,
        truncated: Any,
        lengths: Any,
    ) -> None:
        """Use these arrays, each with a row for every lane; rewards have two numbers per row."""
        self.actions = actions
        self.observations = observations
        self.masks = masks
        self.rewards = rewards
        self.seats = seats
        self.terminated = terminated
        self.truncated = truncated
        self.lengths = lengths
