"""Messages about help for a player against the computer."""

from __future__ import annotations

import msgspec

from strata.search.advice import Advice as Advice
from strata.search.advice import AdviceKind


class AskHelp(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request for a good turn (`hint`), or for what the other side threatens (`threats`)."""

    kind: AdviceKind
