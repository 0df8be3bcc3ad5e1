"""Descriptions of Daikuni actions in words."""

from __future__ import annotations

from strata.core.explaining.scene_changes import Came, Moved
from strata.core.explaining.teller import Teller


class DaikuniTeller(Teller):
    """Tells a piece and its new tile as one event."""

    def tell_action(self) -> None:
        for event in self.take(Moved, Came):
            match event:
                case Moved(start=start, end=end):
                    straight = start[0] == end[0] or start[1:] == end[1:]
                    verb = "moves" if straight else "rides its own tiles, moves"
                    piece = self.group(event.layers)
                    self.say(f"{piece} {verb} from {start} to {end} and lays a tile.", start, end)
                case Came(layer=layer, cell=cell):
                    if self.symbols[layer.symbol].form == "piece":
                        self.say(f"{self.owned(layer)} enters on {cell} on a new tile.", cell)
