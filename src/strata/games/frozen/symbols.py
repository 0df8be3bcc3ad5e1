"""The symbols of FrozenChess: drawings of units and of what lies under them, distinct at 30 px.

Symbols under bodies cover the cell and leave its middle free: a wall is bricks, a tomb a headstone
with cracks or, when woken, with rays, a trap a pair of jaws in a corner, a tornado a spiral, a flow
waves with a pointer, the veil of a shadow a dashed ring.
"""

from __future__ import annotations

from typing import Final

from strata.core.scene import Symbol
from strata.games.frozen.kinds import LETTERS, NAMES

_BASE = '<path class="body" d="M-27 44Q-27 31-17 29H17Q27 31 27 44Z"/>'
_DRAWINGS: Final = {
    "P": '<path class="body" d="M-16 34Q-7 14-9 4H9Q7 14 16 34Z"/>'
    '<circle class="body" cx="0" cy="-8" r="15"/>'
    '<path class="body" d="M-22 44Q-22 34-14 33H14Q22 34 22 44Z"/>',
    "L": '<path class="body" d="M-40 38L24-30L31-23L-33 45Z"/>'
    '<path class="body" d="M42-46L16-36L33-18Z"/>'
    '<path class="body" d="M-8-6L-34-26L-16-34L8-22Z"/>',
    "F": '<ellipse class="body" cx="0" cy="14" rx="40" ry="26"/>'
    '<circle class="body" cx="-20" cy="-18" r="14"/><circle class="body" cx="20" cy="-18" r="14"/>'
    '<circle class="detail" cx="-20" cy="-20" r="5"/>'
    '<circle class="detail" cx="20" cy="-20" r="5"/>'
    '<path class="line" d="M-24 18Q0 32 24 18"/>',
    "X": '<path class="body" d="M-30 44L-4-8H4L30 44H18L0 8L-18 44Z"/>'
    '<path class="body" d="M-43 9L-39-2L36-45L41-34Z"/>'
    '<path class="body" d="M-46-2H-26V20H-46Z"/><circle class="detail" cx="38" cy="-38" r="8"/>',
    "A": '<path class="body" d="M-44 6Q0-46 44 6L36 12Q0-26-36 12Z"/>'
    '<path class="body" d="M-42 6L0 24L42 6L40 14L0 34L-40 14Z"/>'
    '<path class="body" d="M-5 44V-24H-14L0-46L14-24H5V44Z"/>',
    "S": '<path class="body" d="M-44 16H44L30 44H-30Z"/>'
    '<path class="body" d="M-3 16V-46H3V16Z"/>'
    '<path class="body" d="M4-42Q34-26 34 6H4Z"/><path class="body" d="M-4-30Q-26-14-28 6H-4Z"/>',
    "O": '<path class="body" d="M-42 14H42V30H-42Z"/>'
    '<circle class="body" cx="-24" cy="34" r="12"/><circle class="body" cx="24" cy="34" r="12"/>'
    '<path class="body" d="M16 16L-18-22L-9-30L29 14Z"/>'
    '<circle class="body" cx="-20" cy="-30" r="15"/>',
    "Z": '<path class="body" d="M-40 8L26-38Q40-32 42-16L-18 28Z"/>'
    '<path class="line" d="M18-31L32-12"/>'
    '<circle class="body" cx="-12" cy="24" r="20"/><circle class="detail" cx="-12" cy="24" r="5"/>',
    "M": '<path class="body" d="M-18-22Q0-32 18-22L12 40Q0 48-12 40Z"/>'
    '<path class="body" d="M-10-24Q-47-42-47-4Q-45 20-24 13Q-14 4-25-4Q-34 3-34-7Q-32-20-12-10Z"/>'
    '<path class="body" d="M10-24Q47-42 47-4Q45 20 24 13Q14 4 25-4Q34 3 34-7Q32-20 12-10Z"/>'
    '<circle class="detail" cx="-7" cy="2" r="4"/><circle class="detail" cx="7" cy="2" r="4"/>',
    "N": '<path class="body" d="M-22 30Q-20 8-4-4Q-14-1-25 8Q-36 4-34-6L-16-30L-15-43L-3-34'
    'Q24-30 24 30Z"/><circle class="detail" cx="-11" cy="-20" r="4"/>' + _BASE,
    "B": '<path class="body" d="M-18 30Q-34-4 0-42Q34-4 18 30Z"/>'
    '<path class="line" d="M4-20L-8 6"/><circle class="body" cx="0" cy="-42" r="6"/>' + _BASE,
    "D": '<path class="body" d="M0 44Q-26 30-12 4L-46 12Q-40-22-10-16Q-12-40 8-46L6-34L28-34'
    'Q18-24 12-16Q42-22 46 12L14 4Q26 30 0 44Z"/>'
    '<circle class="detail" cx="6" cy="-27" r="4"/>',
    "R": '<path class="body" d="M-29-42H-15V-32H-7V-42H7V-32H15V-42H29V-16L20-10V30H-20V-10'
    'L-29-16Z"/>'
    '<path class="line" d="M-20-10H20"/>' + _BASE,
    "Q": '<path class="body" d="M-24 42L-40-16L-16 6L0-30L16 6L40-16L24 42Z"/>'
    '<path class="line" d="M-27 28Q0 20 27 28"/><circle class="body" cx="-40" cy="-22" r="7"/>'
    '<circle class="body" cx="0" cy="-37" r="7"/><circle class="body" cx="40" cy="-22" r="7"/>',
    "K": '<path class="body" d="M-27 42L-37 4Q-37-13-21-13Q-6-13 0 4Q6-13 21-13Q37-13 37 4'
    'L27 42Z"/>'
    '<path class="body" d="M-4 6V-23H-13V-32H-4V-44H4V-32H13V-23H4V6Z"/>'
    '<path class="line" d="M-29 28Q0 19 29 28"/>',
    "J": '<path class="body" d="M-20 18Q-22-14-46 6Q-40-40-6-30Q0-44 6-30Q40-40 46 6'
    'Q22-14 20 18Z"/>'
    '<circle class="body" cx="-43" cy="10" r="8"/><circle class="body" cx="43" cy="10" r="8"/>'
    '<path class="body" d="M-21 16H21Q21 44 0 47Q-21 44-21 16Z"/>'
    '<circle class="detail" cx="-8" cy="25" r="4"/><circle class="detail" cx="8" cy="25" r="4"/>'
    '<path class="line" d="M-9 35Q0 42 9 35"/>',
    "C": '<path class="body" d="M-30-44H30L6 0L30 44H-30L-6 0Z"/>'
    '<path class="line" d="M-36-44H36M-36 44H36"/>'
    '<path class="detail" d="M-12-26H12L0-6ZM-16 38L0 18L16 38Z"/>',
    "T": '<path class="body" d="M-34-42H34V0Q34 32 0 46Q-34 32-34 0Z"/>'
    '<path class="line" stroke-width="10" d="M0-36V36M-28-10H28"/>',
}
_TILES: Final = {
    "wall": (
        "wall",
        '<path class="tile" d="M-47-47H47V47H-47Z"/>'
        '<path class="grain" d="M-47-16H47M-47 16H47M0-47V-16M-24-16V16M24-16V16M0 16V47"/>',
        "#",
    ),
    "armed-tomb": (
        "armed tomb",
        '<path class="tile" d="M-44 47V-14Q-44-46 0-46Q44-46 44-14V47Z" fill-opacity=".55"/>'
        '<path class="grain" d="M-30-20L-14-4L-26 10M30-20L14-4L26 10M-20 34H20"/>',
        "+",
    ),
    "woken-tomb": (
        "woken tomb",
        '<path class="tile" d="M-44 47V-14Q-44-46 0-46Q44-46 44-14V47Z" fill-opacity=".15" '
        'stroke-dasharray="9 6"/>'
        '<path class="grain" d="M-40-44L-28-32M40-44L28-32M0-49V-36M-47 0H-34M47 0H34"/>',
        "*",
    ),
    "trap": (
        "trap",
        '<path class="tile" d="M-48 48V20L-40 30L-32 20L-24 32L-14 48Z"/>',
        "^",
    ),
    "tornado": (
        "tornado",
        '<circle class="tile" r="46" fill-opacity=".25"/>'
        '<path class="grain" d="M-38-6Q-30-40 6-38Q40-30 34 6Q26 34-4 30Q-28 22-22-4Q-14-22 4-18'
        'Q18-10 12 4" style="opacity:1"/>',
        "@",
    ),
    "flow": (
        "flow",
        '<path class="tile" d="M-48-48H48V48H-48Z" fill-opacity=".2"/>'
        '<path class="grain" d="M-44-36Q-22-48 0-36T44-36M-44 40Q-22 28 0 40T44 40"/>',
        "=",
    ),
    "veil": (
        "shadow",
        '<circle class="tile" r="44" fill-opacity=".12" stroke-dasharray="10 8"/>',
        "~",
    ),
}

# Pieces leave the upper right corner to the badges.
_ASIDE: Final = '<g transform="translate(-7 6) scale(.87)">{}</g>'
# The keys of the kinds, by letter.
KIND_SYMBOLS: Final = {letter: name.lower() for letter, name in zip(LETTERS, NAMES, strict=True)}
SYMBOLS: Final = {
    **{
        KIND_SYMBOLS[letter]: Symbol(
            name, "piece", _ASIDE.format(_DRAWINGS[letter]), (letter, letter.lower())
        )
        for letter, name in zip(LETTERS, NAMES, strict=True)
    },
    **{
        key: Symbol(name, "tile", drawing, (glyph, glyph))
        for key, (name, drawing, glyph) in _TILES.items()
    },
}
