"""The features of Kyo, with their weights. A header."""

from __future__ import annotations

from strata.core.features import FeatureList

FEATURES = FeatureList()
LIGHT_PAWNS = FEATURES.add("light-pawns", 34, "Light Pawns")
HEAVIES = FEATURES.add("heavies", 106, "Heavy Pawns")
TOWERS = FEATURES.add("towers", 107, "Towers")
QUEENS = FEATURES.add("queens", 144, "Queens")
KNIGHTS = FEATURES.add("knights", 130, "Knights")
CANNONS = FEATURES.add("cannons", 120, "Cannons")
MANA_LEFT = FEATURES.add("mana", 16, "chips of mana")
SCARCITY = FEATURES.add("scarce", -3, "square of the mana that is missing to plenty")
CHARGE = FEATURES.add("charge", 9, "chips of mana that pawns can spend")
EXPOSED = FEATURES.add("exposed", -6, "bare mana that the enemy covers")
PRIZE = FEATURES.add("prize", 3, "dearest loose pawn of the enemy, who does not move next")
LOOSE = FEATURES.add("loose", -3, "loose pawns besides the dearest")
PRESSURE = FEATURES.add("pressure", 2, "square of the covered tiles around the enemy King")
SIEGE = FEATURES.add("siege", 7, "closeness of heavier pawns to the enemy King")
SHELTER = FEATURES.add("shelter", 10, "shields around the own King")
ADVANCE = FEATURES.add("advance", 2, "ranks that Light Pawns have gone")
CHECK = FEATURES.add("check", 61, "pawns that can strike the enemy King, not moving next")
STRIKE = FEATURES.add("strike", 2500, "can strike the enemy King, moving next")
TEMPO = FEATURES.add("tempo", 10, "moves next")

PAWNS_BY_KIND = (0, LIGHT_PAWNS, HEAVIES, TOWERS, QUEENS, 0, KNIGHTS, CANNONS)
"""The feature that counts each kind of pawn; Kings are not counted."""
