"""Fusion and transport, abilities of the kinds, special moves (5.2 to 5.5), of ground bodies."""

from __future__ import annotations

from collections.abc import Iterator

from tests.games.frozen.reference.geometry import (
    ATTACK_ENDS,
    BESIDE,
    CAPTURERS,
    IMMORTAL,
    MOVE_ENDS,
    NAMES,
    NEAR,
    ORTHOGONAL,
    RAYS,
    attack_rides,
    shift,
)
from tests.games.frozen.reference.moves import Act, Moves, Offer, can_throw, is_susceptible
from tests.games.frozen.reference.sight import (
    Way,
    may_engage,
    native_ways,
)


class Abilities(Moves):
    """The lists of actions other than plain moves and captures."""

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
        act = Act("pull", cell, Way(end), extra=target, cost=cost)
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
