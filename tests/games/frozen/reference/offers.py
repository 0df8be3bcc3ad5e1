"""What the bodies may do by the rules of section 5, check not yet looked at."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from tests.games.frozen.reference.board import Board, Body, Rules, Unit
from tests.games.frozen.reference.geometry import (
    ATTACK_ENDS,
    BESIDE,
    CAPTURERS,
    DIAGONAL,
    IMMORTAL,
    KINDS,
    KNIGHT_LEAPS,
    MOVE_ENDS,
    NAMES,
    NEAR,
    NO_CAPTURE,
    ORTHOGONAL,
    RAYS,
    attack_rides,
    forward,
    is_dark,
    last_rank,
    rides,
    shift,
)
from tests.games.frozen.reference.sight import (
    Sight,
    Way,
    attack_ways,
    bounces,
    may_engage,
    native_ways,
    style_of,
)


class Act(NamedTuple):
    """An action with all that its string leaves to be found out."""

    name: str
    cell: int = -1
    """Of the acting body."""
    way: Way = Way(-1)
    """How it goes to its end; for what does not move only `end` counts: the target."""
    kind: str = ""
    """The acting kind, or the kind chosen."""
    taken: str = ""
    """The kind as which a body is captured."""
    extra: int = -1
    """The victim of a leap, the number carried, the squares pulled, the size or angle."""
    shadow: bool = False

    @property
    def end(self) -> int:
        return self.way.end


Offer = tuple[str, Act]


class Offers:
    """The candidates of one position, by their strings."""

    def __init__(self, board: Board, rules: Rules, sight: Sight) -> None:
        self.board = board
        self.rules = rules
        self.sight = sight
        self.turn_goes_on = board.phase.letter in "DUB"

    @cached_property
    def units(self) -> int:
        return self.board.units()

    @cached_property
    def sides(self) -> tuple[set[int], set[int]]:
        """The cells of the ground bodies of either side."""
        found: tuple[set[int], set[int]] = (set(), set())
        for cell, body in self.board.ground.items():
            found[body.owner].add(cell)
        return found

    def is_able(self, cell: int) -> bool:
        """F1; F15 for a body under way."""
        return not self.sight.is_frozen(cell, gaze=not self.turn_goes_on)

    def all(self) -> Iterator[Offer]:
        """All but `mind:`, `rot:`, `at:` and `turn:`."""
        letter, _, cell, shadow = self.board.phase
        if letter == "-":
            for at, body in self.board.ground.items():
                if body.owner == self.board.side and self.is_able(at):
                    yield from self.everything(at)
            for at, body in self.board.shadows.items():
                if body.owner == self.board.side and body.par == 0:
                    yield from self.shadow_actions(at)
            yield from self.respawns()
        elif letter in "MP":
            yield from self.kinds(cell)
        elif letter == "X":
            yield from self.controlled(cell)
        elif letter in "DUB":
            if shadow and self.board.shadows[cell].par == 0:
                yield from self.shadow_moves(cell)
                yield from self.shadow_captures(cell) if letter == "U" else ()
            elif not shadow and self.is_able(cell):
                if letter == "B":
                    yield from self.everything(cell)
                else:
                    yield from self.plain_moves(cell)
                    yield from self.leap_captures(cell)
                if letter == "U":
                    yield from self.captures(cell)
                    yield from self.attack_abilities(cell)
            yield "end", Act("end")

    def everything(self, cell: int) -> Iterator[Offer]:
        """Of an able ground body, in phases - and B."""
        yield from self.plain_moves(cell)
        yield from self.captures(cell)
        yield from self.leap_captures(cell)
        body = self.board.ground[cell]
        if body.has("K"):
            yield from self.exchanges(cell)
            return
        if not body.other_than("P") and self.sight.is_marked(cell):
            return  # F37
        yield from self.attack_abilities(cell)
        yield from self.joins(cell)
        yield from self.defusings(cell)
        yield from self.unloadings(cell)
        yield from self.jumps(cell)
        yield from self.jester_abilities(cell)
        yield from self.teleswaps(cell)
        yield from self.portals(cell)
        yield from self.weather(cell)
        yield from self.transfers(cell)
        yield from self.single_abilities(cell)
        yield from self.swapshots(cell)
        yield from self.pulls(cell)
        yield from self.pushes(cell)
        if body.has("P") and cell // 16 == last_rank(body.owner):  # F29
            yield f"promote:{NAMES[cell]}", Act("promote", cell)

    def tag(self, cell: int, kind: str) -> str:
        """Section 9: the acting cell."""
        return f"{NAMES[cell]}:{kind}" if self.board.ground[cell].is_fused else NAMES[cell]

    def taken_tags(self, cell: int, kinds: list[str]) -> Iterator[tuple[str, str]]:
        """Each choice of a kind with what is written for it."""
        fused = self.board.ground[cell].is_fused
        for taken in kinds:
            yield taken, f"{NAMES[cell]}:{taken}" if fused else NAMES[cell]

    def is_held(self, cell: int, kind: str) -> bool:
        """F37: an acting pawn under Knightmare."""
        return kind == "P" and self.sight.is_marked(cell)

    # F7 to F9.

    def plain_ways(self, cell: int, kind: str, native_only: bool) -> dict[int, Way]:
        board = self.board
        body = board.ground[cell]
        unit = body.acting(kind)
        found: dict[int, Way] = {}

        def take(ways: Iterator[Way]) -> None:
            for way in ways:
                if board.is_free(way.end):
                    found.setdefault(way.end, way)

        take(native_ways(board, cell, kind, unit))
        if self.is_held(cell, kind):
            ahead = RAYS[cell][forward(unit.owner)][:1]
            return {end: way for end, way in found.items() if end in ahead}
        if not native_only:
            for lent in self.sight.lent(cell, unit):
                take(native_ways(board, cell, lent, unit))
            if kind == "J":
                for stolen in self.stolen(cell, unit.owner):
                    long = unit._replace(ortho=16, diag=16)
                    take(native_ways(board, cell, stolen, long))
            if "bounce" in self.rules.on and kind in "BDQSRT":
                take(bounces(board, cell, kind, unit))
        if body.has("F"):  # F31
            found = {end: way for end, way in found.items() if end not in board.tombs}
        return found

    def stolen(self, cell: int, owner: int) -> list[str]:
        """F7.3."""
        kinds: list[str] = []
        for at in self.sight.attackers(cell, 1 - owner):
            members = self.board.ground[at].members
            for unit, seen in zip(members, self.sight.sets(at), strict=True):
                if cell in seen and not (unit.kind == "P" and self.sight.is_marked(at)):
                    kinds.append(unit.kind)
        return kinds

    def plain_moves(self, cell: int, native_only: bool = False) -> Iterator[Offer]:
        for kind in self.board.ground[cell].kinds():
            for end, way in self.plain_ways(cell, kind, native_only).items():
                yield f"{self.tag(cell, kind)}-{NAMES[end]}", Act("move", cell, way, kind)

    def reach(self, cell: int, kind: str, native_only: bool = False) -> dict[int, Way]:
        """F9 without bounces: the ground bodies, of either side, in the capture geometry."""
        unit = self.board.ground[cell].acting(kind)
        found: dict[int, Way] = {}
        if self.is_held(cell, kind):
            return found
        if kind not in CAPTURERS and not (kind == "Z" and self.sight.is_empowered(cell, unit)):
            return found
        if kind != "Z" or unit.cargo:
            for way in attack_ways(self.board, cell, kind, unit):
                found.setdefault(way.end, way)
        if not native_only:
            for lent in self.sight.lent(cell, unit):
                if lent not in NO_CAPTURE and lent not in "KPZ":
                    for way in attack_ways(self.board, cell, lent, unit):
                        found.setdefault(way.end, way)
        return found

    def captures(self, cell: int, native_only: bool = False) -> Iterator[Offer]:
        board = self.board
        body = board.ground[cell]
        for kind in body.kinds():
            found = self.reach(cell, kind, native_only)
            if "bounce" in self.rules.on and kind in "DQRT" and not native_only:
                for way in bounces(board, cell, kind, body.acting(kind)):
                    if way.end in board.ground and not board.ground[way.end].has("K"):
                        found.setdefault(way.end, way)
            for end, way in found.items():
                if board.ground[end].owner == body.owner:
                    continue
                choices = self.sight.capturable(kind, cell, end)
                for taken, text in self.taken_tags(end, choices):
                    yield f"{self.tag(cell, kind)}x{text}", Act("capture", cell, way, kind, taken)

    def leap_captures(self, cell: int) -> Iterator[Offer]:
        """F37."""
        board = self.board
        body = board.ground[cell]
        if not body.has("N"):
            return
        for dx, dy in KNIGHT_LEAPS:
            end = shift(cell, dx, dy)
            if end is None or not board.is_free(end) or board.is_open_armed(end):
                continue
            if body.has("F") and end in board.tombs:  # F31
                continue
            under = [(0, dy // abs(dy)), (dx // abs(dx), 0)]
            under += [(0, dy), (dx, dy // 2)] if abs(dy) == 2 else [(dx, 0), (dx // 2, dy)]
            # The halves above are exact: the odd ones are signs.
            for x, y in under:
                victim = shift(cell, x, y)
                other = board.ground.get(victim) if victim is not None else None
                if victim is None or other is None or other.owner == body.owner or other.has("K"):
                    continue
                choices = self.sight.capturable("N", cell, victim)
                for taken, text in self.taken_tags(victim, choices):
                    yield (
                        f"{self.tag(cell, 'N')}-{NAMES[end]}*{text}",
                        Act("leap", cell, Way(end), "N", taken, victim),
                    )

    # F17.

    def attack_abilities(self, cell: int) -> Iterator[Offer]:
        """All but leap captures."""
        board, sight = self.board, self.sight
        body = board.ground[cell]
        enemies = self.sides[1 - body.owner]
        if body.has("B"):  # F38
            for end in self.seen_by(cell, "B") & enemies:
                if not board.ground[end].has("K") and sight.capturable("B", cell, end):
                    yield f"convert:{NAMES[cell]}:{NAMES[end]}", Act("convert", cell, Way(end))
        if body.has("A"):  # F33
            for heading in range(8):
                for distance, end in enumerate(RAYS[cell][heading], 1):
                    if end in enemies and self.is_susceptible(end, "A"):
                        yield (
                            f"shoot:{NAMES[cell]}:{NAMES[end]}",
                            Act("shoot", cell, Way(end), extra=distance),
                        )
                    if not board.is_free(end):
                        break
        if body.has("C"):  # F53
            for end in self.seen_by(cell, "C") & enemies:
                if self.is_susceptible(end, "C"):
                    yield f"para:{NAMES[cell]}:{NAMES[end]}", Act("para", cell, Way(end))
        if body.has("Z") and body.acting("Z").cargo:  # F35
            for end in ATTACK_ENDS["Z", body.owner][cell]:
                if end in board.walls:
                    yield f"blast:{NAMES[cell]}:{NAMES[end]}", Act("blast", cell, Way(end))
                elif end in enemies:
                    for taken, text in self.taken_tags(end, sight.capturable("Z", cell, end)):
                        yield (
                            f"blast:{NAMES[cell]}:{text}",
                            Act("blast", cell, Way(end), taken=taken),
                        )
        yield from self.siege(cell)

    def siege(self, cell: int) -> Iterator[Offer]:
        """F32, F34, F36: also under mind control."""
        board = self.board
        body = board.ground[cell]
        if body.has("X"):
            for dx in (-1, 0, 1):
                end = shift(cell, dx, 6 if body.owner == 0 else -6)
                if end is not None and (
                    end in board.walls or (end in board.tombs and board.is_free(end))
                ):
                    yield f"treb:{NAMES[cell]}:{NAMES[end]}", Act("treb", cell, Way(end))
        if body.has("O") and can_throw(board, cell, body.owner):
            yield f"throw:{NAMES[cell]}", Act("throw", cell)
        if body.has("M"):
            for end in BESIDE[cell]:
                if end in board.walls:
                    yield f"quake:{NAMES[cell]}:{NAMES[end]}", Act("quake", cell, Way(end))

    def seen_by(self, cell: int, kind: str) -> set[int]:
        """A of the first member of that kind."""
        members = self.board.ground[cell].members
        place = next(place for place, unit in enumerate(members) if unit.kind == kind)
        return self.sight.sets(cell)[place]

    def is_susceptible(self, cell: int, source: str) -> bool:
        return is_susceptible(self.board, cell, source)

    # 5.2.

    def joins(self, cell: int) -> Iterator[Offer]:
        """F23, F27."""
        board = self.board
        body = board.ground[cell]
        for kind in body.kinds():
            if self.is_held(cell, kind):
                continue
            for way in native_ways(board, cell, kind, body.acting(kind)):
                other = board.ground.get(way.end)
                if other is None or other.owner != body.owner or other.has("K"):
                    continue
                tag, end = self.tag(cell, kind), NAMES[way.end]
                small = len(body.members) + len(other.members) <= 8
                if "fusion" in self.rules.on and small:
                    yield f"{tag}+{end}", Act("fuse", cell, way, kind)
                if other.room() is not None:
                    yield f"{tag}>{end}", Act("load", cell, way, kind)

    def defusings(self, cell: int) -> Iterator[Offer]:
        """F25."""
        body = self.board.ground[cell]
        if not body.is_fused:
            return
        for kind in body.kinds():
            if self.is_held(cell, kind):
                continue
            for way in native_ways(self.board, cell, kind, body.acting(kind)):
                if self.board.is_free(way.end):
                    yield (
                        f"{NAMES[cell]}/{kind}-{NAMES[way.end]}",
                        Act("defuse", cell, way, kind),
                    )

    def unloadings(self, cell: int, shadow: bool = False) -> Iterator[Offer]:
        """F28, F73."""
        board = self.board
        carrier = (board.shadows if shadow else board.ground)[cell]
        number = 0
        for unit in carrier.members:
            for held in unit.cargo:
                number += 1
                if unit.kind != "S":
                    continue
                for end in NEAR[cell]:
                    if held.shadow:
                        fits = board.lets_shadow(end) and end not in board.shadows
                    else:
                        fits = board.is_free(end) and not (held.has("F") and end in board.tombs)
                    if fits:
                        yield (
                            f"{'~' if shadow else ''}{NAMES[cell]}<{number}-{NAMES[end]}",
                            Act("unload", cell, Way(end), extra=number, shadow=shadow),
                        )

    # 5.3.

    def jumps(self, cell: int) -> Iterator[Offer]:
        """F31."""
        board = self.board
        if not board.ground[cell].has("F"):
            return
        ends = {
            end
            for at, other in board.ground.items()
            if at != cell and other.has("F")
            for end in NEAR[at]
            if board.is_free(end) and end not in board.tombs
        }
        for end in ends:
            yield f"jump:{NAMES[cell]}:{NAMES[end]}", Act("jump", cell, Way(end))

    def exchanges(self, cell: int) -> Iterator[Offer]:
        """F43."""
        owner = self.board.ground[cell].owner
        if "exchange" not in self.rules.on:
            return
        for end, other in self.board.ground.items():
            if end != cell and other.owner == owner and not self.sight.is_threatened(end, owner):
                yield f"exch:{NAMES[end]}", Act("exch", cell, Way(end))

    def jester_abilities(self, cell: int) -> Iterator[Offer]:
        """F49, F51."""
        board = self.board
        body = board.ground[cell]
        if not body.has("J"):
            return
        for end in MOVE_ENDS["J", body.owner][cell]:
            other = board.ground.get(end)
            if other is None or other.owner == body.owner or other.has("K"):
                continue
            if may_engage("J", other) and any(
                board.is_free(near) and near not in board.tombs for near in NEAR[end]
            ):
                yield f"walltrap:{NAMES[cell]}:{NAMES[end]}", Act("walltrap", cell, Way(end))
        yield from self.detonations(cell)

    def detonations(self, cell: int) -> Iterator[Offer]:
        body = self.board.ground[cell]
        if body.has("J") and body.stay == 10:
            yield f"deton:{NAMES[cell]}", Act("deton", cell)

    def teleswaps(self, cell: int) -> Iterator[Offer]:
        """F52."""
        body = self.board.ground[cell]
        if "teleswap" not in self.rules.on or not body.has("C"):
            return
        for end, other in self.board.ground.items():
            if end != cell and other.owner == body.owner and may_engage("C", other):
                yield f"tele:{NAMES[cell]}:{NAMES[end]}", Act("tele", cell, Way(end))

    def portals(self, cell: int) -> Iterator[Offer]:
        """F54."""
        board = self.board
        body = board.ground[cell]
        end = 255 - cell
        if "portal" not in self.rules.on or not board.is_free(end):
            return
        if body.has("F") and end in board.tombs:
            return
        if body.has("C") or any(
            at != cell
            and at in board.ground
            and board.ground[at].owner == body.owner
            and board.ground[at].has("C")
            and not self.sight.is_frozen(at)
            for at in self.sight.attacks(cell)
        ):
            yield f"portal:{NAMES[cell]}", Act("portal", cell, Way(end))

    def weather(self, cell: int) -> Iterator[Offer]:
        """F57, F58."""
        board = self.board
        body = board.ground[cell]
        if "weather" not in self.rules.on or not body.has("T"):
            return
        for heading in ORTHOGONAL:
            clear = True
            for end in RAYS[cell][heading][: body.acting("T").ortho]:
                if end in board.walls:
                    break
                clear = clear and end not in board.ground
                if clear and end not in board.tornados:
                    yield f"tornado:{NAMES[cell]}:{NAMES[end]}", Act("tornado", cell, Way(end))
                yield f"aval:{NAMES[cell]}:{NAMES[end]}", Act("aval", cell, Way(end))

    # 5.4 and 5.5.

    def respawns(self) -> Iterator[Offer]:
        """F63."""
        board, side = self.board, self.board.side
        for cell, tomb in board.tombs.items():
            if not tomb.woken or tomb.units[0].owner != side or not board.is_free(cell):
                continue
            if self.sight.is_threatened(cell, side) or self.is_watched(cell, side):
                continue
            yield f"respawn:{NAMES[cell]}", Act("respawn", cell)

    def is_watched(self, cell: int, owner: int) -> bool:
        ground = self.board.ground

        def is_foe(at: int, kind: str) -> bool:
            body = ground.get(at)
            if body is None or body.owner == owner or not body.has(kind):
                return False
            return not self.sight.is_frozen(at)

        if any(is_foe(near, "J") for near in NEAR[cell]):
            return True
        for ray in RAYS[cell]:
            first = next((at for at in ray if not self.board.is_free(at)), None)
            if first is not None and is_foe(first, "A"):
                return True
        return False

    def transfers(self, cell: int) -> Iterator[Offer]:
        """F64."""
        board = self.board
        owner = board.ground[cell].owner
        if "transfer" not in self.rules.on or self.sight.is_threatened(cell, owner):
            return
        for end in self.sight.attacks(cell):
            other = board.ground.get(end)
            if other is not None and end != cell and other.owner == owner and other.par > 0:
                yield f"transfer:{NAMES[cell]}:{NAMES[end]}", Act("transfer", cell, Way(end))

    def single_abilities(self, cell: int) -> Iterator[Offer]:
        """F65, F66, F71."""
        board, on = self.board, self.rules.on
        body = board.ground[cell]
        if body.is_fused:
            return
        kind, owner = body.members[0].kind, body.owner
        if "shadow" in on and kind != "P" and cell not in board.shadows:
            yield f"shadow:{NAMES[cell]}", Act("shadow", cell)
        if self.sight.is_threatened(cell, owner):
            return
        if "morph" in on and kind != "P":
            yield f"morph:{NAMES[cell]}", Act("morph", cell)
        if "spawn" in on and self.units < 192 and self.is_allowed(kind, owner):
            for end in NEAR[cell]:
                if (
                    board.is_free(end)
                    and end not in board.tombs
                    and end not in board.traps
                    and not self.sight.is_threatened(end, owner)
                ):
                    yield f"spawn:{NAMES[cell]}:{NAMES[end]}", Act("spawn", cell, Way(end))

    def is_allowed(self, kind: str, owner: int) -> bool:
        """Whether there may be one more of that kind: F29, F65, F66."""
        return kind not in IMMORTAL or self.board.live(owner, kind) < 5

    def kinds(self, cell: int) -> Iterator[Offer]:
        """F29, F65."""
        body = self.board.ground[cell]
        own = body.members[0].kind if self.board.phase.letter == "M" else "P"
        for kind in KINDS:
            if kind not in "KP" and kind != own and self.is_allowed(kind, body.owner):
                yield f"kind:{kind}", Act("kind", cell, kind=kind)

    def swapshots(self, cell: int) -> Iterator[Offer]:
        """F67."""
        board = self.board
        body = board.ground[cell]
        if "swapshot" not in self.rules.on:
            return
        for kind in body.kinds():
            for end in self.reach(cell, kind):
                other = board.ground[end]
                if other.has("K") or not may_engage(kind, other):
                    continue
                if other.owner != body.owner:
                    fits = not other.has("C") and bool(self.sight.capturable(kind, cell, end))
                elif kind == "P":
                    fits = other.other_than("P") and other.other_than(IMMORTAL)
                else:
                    fits = other.other_than(IMMORTAL + kind)
                if fits:
                    yield f"swap:{NAMES[cell]}:{NAMES[end]}", Act("swap", cell, Way(end))

    def pulls(self, cell: int) -> Iterator[Offer]:
        """F69."""
        body = self.board.ground[cell]
        if "pull" not in self.rules.on:
            return
        for kind in body.kinds():
            unit = body.acting(kind)
            headings = set(attack_rides(kind))
            if kind in CAPTURERS or kind == "Z":
                for lent in self.sight.lent(cell, unit):
                    if lent in "RQTD":
                        headings |= set(attack_rides(lent))
            for heading in sorted(headings):
                yield from self.pulls_along(cell, kind, RAYS[cell][heading][: unit.range(heading)])

    def pulls_along(self, cell: int, kind: str, line: tuple[int, ...]) -> Iterator[Offer]:
        board = self.board
        owner = board.ground[cell].owner
        between = False
        for distance, target in enumerate(line):
            if target in board.walls:
                return
            other = board.ground.get(target)
            if other is None:
                continue
            if self.can_pull(cell, kind, target, owner):
                for squares in range(1, distance + 1):
                    end = line[distance - squares]
                    stop = board.ground.get(end)
                    if stop is None and not (other.has("F") and end in board.tombs):
                        yield self.pull(cell, target, squares, end, between)
                    if stop is not None:
                        if stop.owner == board.side and stop.room() is not None:
                            yield self.pull(cell, target, squares, end, between)
                        break
            between = True

    def can_pull(self, cell: int, kind: str, target: int, owner: int) -> bool:
        other = self.board.ground[target]
        if other.has("K") or self.sight.is_guarded(target) or other.trapped:
            return False
        if other.owner != owner:
            return bool(self.sight.capturable(kind, cell, target))
        return other.other_than(IMMORTAL + kind)

    def pull(self, cell: int, target: int, squares: int, end: int, between: bool) -> Offer:
        cost = (2 * squares if between else squares) // 3
        act = Act("pull", cell, Way(end), taken=NAMES[target], extra=cost)
        return f"pull:{NAMES[cell]}:{NAMES[target]}:{squares}", act

    def pushes(self, cell: int) -> Iterator[Offer]:
        """F70."""
        board = self.board
        body = board.ground[cell]
        pushing = [kind for kind in body.kinds() if kind not in "XZ"]
        if "push" not in self.rules.on or not pushing:
            return
        for heading in ORTHOGONAL:
            ray = RAYS[cell][heading]
            if len(ray) < 2 or not board.is_free(ray[1]):
                continue
            other = board.ground.get(ray[0])
            if other is None and ray[0] not in board.walls:
                continue
            if body.has("F") and ray[0] in board.tombs:
                continue
            if other is not None:
                if other.has("K") or other.has("T"):
                    continue
                if other.has("F") and ray[1] in board.tombs:
                    continue
                if not any(may_engage(kind, other) for kind in pushing):
                    continue
            yield (
                f"push:{NAMES[cell]}:{NAMES[ray[0]]}",
                Act("push", cell, Way(ray[0]), extra=ray[1]),
            )

    # Mind control, F68.

    def mind_targets(self) -> list[int]:
        """Those with a controller; whether they can do anything is not looked at."""
        board, sight = self.board, self.sight
        if "mind" not in self.rules.on:
            return []
        targets: set[int] = set()
        for cell, body in board.ground.items():
            if body.owner != board.side or sight.is_frozen(cell):
                continue
            for kind in body.kinds():
                if kind in "KZ":
                    continue
                for end in self.reach(cell, kind):
                    if (
                        board.ground[end].owner != board.side
                        and is_dark(end) == is_dark(cell)
                        and sight.capturable(kind, cell, end)
                    ):
                        targets.add(end)
        return [
            at
            for at in sorted(targets)
            if not board.ground[at].has("K")
            and not sight.is_frozen(at)
            and not sight.protectors(at)
        ]

    def controlled(self, cell: int) -> Iterator[Offer]:
        yield from self.plain_moves(cell, native_only=True)
        yield from self.captures(cell, native_only=True)
        body = self.board.ground[cell]
        if not body.other_than("P") and self.sight.is_marked(cell):
            return
        yield from self.siege(cell)
        yield from self.pushes(cell)
        yield from self.portals(cell)
        yield from self.detonations(cell)
        yield from self.teleswaps(cell)

    # Shadows, F72 to F75.

    def shadow_actions(self, cell: int) -> Iterator[Offer]:
        board = self.board
        body = board.shadows[cell]
        yield from self.shadow_moves(cell)
        yield from self.shadow_captures(cell)
        for way in self.shadow_ways(cell):  # F73
            other = board.shadows.get(way.end)
            if other is None or other.owner != body.owner or other.members[0].kind != "S":
                continue
            if other.room() is not None:
                yield (
                    f"~{NAMES[cell]}>{NAMES[way.end]}",
                    Act("load", cell, way, body.members[0].kind, shadow=True),
                )
        yield from self.unloadings(cell, shadow=True)
        if (  # F74
            body.delay == 0
            and board.lets_shadow(cell)
            and cell not in board.traps
            and not self.sight.is_threatened(cell, body.owner)
        ):
            yield f"unshadow:{NAMES[cell]}", Act("unshadow", cell, shadow=True)
        yield from self.strikes(cell)

    def shadow_ways(self, cell: int) -> Iterator[Way]:
        """Native moves; shadows on the cells do not matter here."""
        board = self.board
        unit = board.shadows[cell].members[0]
        kind, owner = unit.kind, unit.owner
        for heading in rides(kind, owner):
            ray = RAYS[cell][heading][: unit.range(heading)]
            for length, end in enumerate(ray):
                if not board.lets_shadow(end):
                    break
                yield Way(end, ray[:length], style_of(heading))
        for end in MOVE_ENDS[kind, owner][cell]:
            if board.lets_shadow(end):
                yield Way(end)

    def shadow_moves(self, cell: int) -> Iterator[Offer]:
        for way in self.shadow_ways(cell):
            if way.end not in self.board.shadows:
                kind = self.board.shadows[cell].members[0].kind
                yield (
                    f"~{NAMES[cell]}-{NAMES[way.end]}",
                    Act("move", cell, way, kind, shadow=True),
                )

    def shadow_attack_ways(self, cell: int, unit: Unit) -> Iterator[Way]:
        """Every cell in its attack geometry: what shadows may cross, then the first that they may
        not."""
        board = self.board
        kind = unit.kind
        for heading in attack_rides(kind):
            ray = RAYS[cell][heading][: unit.range(heading)]
            for length, end in enumerate(ray):
                yield Way(end, ray[:length], style_of(heading))
                if not board.lets_shadow(end):
                    break
        for end in ATTACK_ENDS[kind, unit.owner][cell]:
            yield Way(end)
        if kind == "L":
            running = {heading: RAYS[cell][heading][: unit.diag] for heading in DIAGONAL}
            for length in range(1, 16):
                for heading in DIAGONAL:
                    ray = running[heading]
                    if len(ray) < length or not board.lets_shadow(ray[length - 1]):
                        running[heading] = ()
                        continue
                    for end in BESIDE[ray[length - 1]]:
                        yield Way(end, ray[:length], "diag")

    def shadow_captures(self, cell: int) -> Iterator[Offer]:
        board = self.board
        unit = board.shadows[cell].members[0]
        kind = unit.kind
        if kind in NO_CAPTURE or kind == "Z":
            return
        for way in self.shadow_attack_ways(cell, unit):
            other = board.shadows.get(way.end)
            if other is None or other.owner == unit.owner or not board.lets_shadow(way.end):
                continue
            if may_engage(kind, other):
                taken = other.members[0].kind
                yield (
                    f"~{NAMES[cell]}x{NAMES[way.end]}",
                    Act("capture", cell, way, kind, taken, shadow=True),
                )

    def strikes(self, cell: int) -> Iterator[Offer]:
        """F75."""
        board, sight = self.board, self.sight
        unit = board.shadows[cell].members[0]
        kind = unit.kind
        if kind in NO_CAPTURE or kind == "Z":
            return
        for way in self.shadow_attack_ways(cell, unit):
            end = way.end
            other = board.ground.get(end)
            if other is None or other.owner == unit.owner or other.is_fused:
                continue
            if (
                other.members[0].kind not in "KPFS"
                and not sight.protectors(end)
                and is_dark(end) == is_dark(cell)
                and end not in board.shadows
                and sight.capturable(kind, cell, end)
            ):
                yield (
                    f"strike:{NAMES[cell]}:{NAMES[end]}",
                    Act("strike", cell, way, kind, shadow=True),
                )


def can_throw(board: Board, cell: int, owner: int) -> bool:
    """F34."""
    ahead = RAYS[cell][forward(owner)]
    other = board.ground.get(ahead[0]) if ahead else None
    return other is not None and not other.has("K") and may_engage("O", other)


def is_susceptible(board: Board, cell: int, source: str = "", body: Body | None = None) -> bool:
    """F22, for the ground body on `cell`, or for `body` if it is to be taken as there."""
    body = body or board.ground[cell]
    if body.has("K") or not body.other_than("M" + source):
        return False
    return board.king(body.owner) not in NEAR[cell]


def block_values(board: Board, sight: Sight) -> dict[int, int]:
    """F76: what each cell counts, the enemy's as negative."""
    values: dict[int, int] = {}
    for cell, body in board.ground.items():
        if sight.is_frozen(cell):
            continue
        if body.is_fused or body.has("K") or body.has("Q"):
            worth = 3
        else:
            worth = 1 if body.has("P") else 2
        values[cell] = _signed(board, cell, body, worth)
    for cell, body in board.shadows.items():
        if body.par == 0:
            values[cell] = values.get(cell, 0) + _signed(board, cell, body, 1)
    return values


def _signed(board: Board, cell: int, body: Body, worth: int) -> int:
    if is_dark(cell) == (body.owner == 1):
        worth *= 2
    return worth if body.owner == board.side else -worth


def blocks(values: dict[int, int], size: int) -> Iterator[int]:
    """F76: the corners of the blocks that may be turned."""
    for y in range(1, 16 - size):
        for x in range(1, 16 - size):
            cells = (16 * (y + j) + x + i for j in range(size) for i in range(size))
            if sum(values.get(cell, 0) for cell in cells) > 0:
                yield 16 * y + x
