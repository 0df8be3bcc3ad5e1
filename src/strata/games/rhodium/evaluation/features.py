"""The features of Rhodium, with their weights. A header."""

from __future__ import annotations

from strata.core.features import FeatureList
from strata.games.rhodium.rules.constants import PLATINUM

FEATURES = FeatureList()

# Pieces: the kind is added to the index.
PIECES = FEATURES.add("platinum", 158, "Platinums on the board") - PLATINUM
FEATURES.add("titanium", 168, "Titaniums on the board")
FEATURES.add("diamond", 61, "Diamonds on the board")
FEATURES.add("gold", 94, "Golds on the board")
FEATURES.add("silver", 48, "Silvers on the board")
BURIED = FEATURES.add("buried-platinum", 106, "Platinums in the graveyard") - PLATINUM
FEATURES.add("buried-titanium", 120, "Titaniums in the graveyard")
FEATURES.add("buried-diamond", 45, "Diamonds in the graveyard")
FEATURES.add("buried-gold", 47, "Golds in the graveyard")
FEATURES.add("buried-silver", 39, "Silvers in the graveyard")

# Scores: the number is added to the index.
LEADS = FEATURES.add("lead-1", 56, "at least 1 capture ahead") - 1
FEATURES.add("lead-2", 69, "at least 2 captures ahead")
FEATURES.add("lead-3", 86, "at least 3 captures ahead")
FEATURES.add("lead-4", 131, "4 captures ahead: any capture wins")
GOALS = FEATURES.add("goal-1", 81, "at least 1 goal file") - 1
FEATURES.add("goal-2", 126, "at least 2 goal files")
FEATURES.add("goal-3", 249, "3 goal files: one more wins")

# The way to the goal row.
ENTRIES = FEATURES.add("entries", 8, "cells of the goal row that can score")
SAFE_ENTRIES = FEATURES.add("safe-entries", 14, "entries that the enemy does not reach")
ADVANCE = FEATURES.add("advance", 2, "how far dark Silvers have come")

# Threats; prey, menace and loose are in units of ten points.
PREY = FEATURES.add("prey", 5, "the best capture at hand of who acts")
MENACE = FEATURES.add("menace", 3, "the best capture at hand of who waits")
LOOSE = FEATURES.add("loose", 3, "all other captures at hand")
GUARDED = FEATURES.add("guarded", 2, "piles that their own side guards")
DECIDED = FEATURES.add("decided", 1500, "who acts wins at once")

# The Rhodium.
CHECK = FEATURES.add("check", -42, "the Rhodium of who acts is attacked")
RING = FEATURES.add("ring", -13, "attacked cells around the Rhodium")
SHELTER = FEATURES.add("shelter", 4, "own piles around the Rhodium")
ESCAPES = FEATURES.add("escapes", 4, "empty cells around the Rhodium that nothing attacks")

# Activity.
LINES = FEATURES.add("lines", 3, "empty cells that Titaniums reach")
LEAPING = FEATURES.add("leaps", 3, "cells to which Platinums can leap")
REACH = FEATURES.add("reach", 2, "empty cells that stacks reach")
OUTPOSTS = FEATURES.add("outposts", 26, "Platinums abroad that lend their reach to Diamonds")
LIGHT = FEATURES.add("light", -6, "light piles: they do not score")
TEMPO = FEATURES.add("tempo", 12, "has the next main action")

# The set-up.
ARRAY = FEATURES.add("array", 2, "how well the pieces are placed")
COVER = FEATURES.add("cover", 4, "a piece before the Rhodium on its file")
