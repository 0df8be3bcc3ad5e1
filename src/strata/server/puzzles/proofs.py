"""Proofs that a client has found the first turns of a puzzle, signed by this server.

Without proofs, a client could claim that a turn was judged already. It could try turns in this way
without a noted attempt.
"""

from __future__ import annotations

import hashlib
from typing import Final

from itsdangerous import BadData, URLSafeSerializer

from strata.play.puzzle_attempt import InvalidPuzzleAttempt


class Proofs:
    def __init__(self, secret: str) -> None:
        self._signer: Final = URLSafeSerializer(
            secret, salt="strata.puzzle", signer_kwargs={"digest_method": hashlib.sha256}
        )

    def sign(self, device: str, game: str, puzzle: str, found: tuple[str, ...]) -> str:
        """Return the proof for the client with this hash; `found` are turns with their replies."""
        return str(self._signer.dumps([device, game, puzzle, found]))

    def read(self, proof: str, device: str | None, game: str, puzzle: str) -> tuple[str, ...]:
        """Return the turns found, with their replies; none for an empty proof.

        Raises InvalidPuzzleAttempt for the proof of another client, puzzle or server.
        """
        if not proof:
            return ()
        try:
            *attempt, found = self._signer.loads(proof)
        except BadData:
            attempt, found = [], ()
        if attempt != [device, game, puzzle]:
            raise InvalidPuzzleAttempt(
                "proof: got one that is not for this puzzle and browser: begin the puzzle again"
            )
        return tuple(found)
