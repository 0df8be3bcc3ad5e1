"""Help for who plays against the computer: what is asked for, and what is answered."""

from __future__ import annotations

import msgspec

from strata.search.advice import Advice as Advice
from strata.search.advice import AdviceKind


class AskHelp(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Asks for a good turn (`hint`), or for what the other side would do now (`threats`)."""

    kind: AdviceKind
