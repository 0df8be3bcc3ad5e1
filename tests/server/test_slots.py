"""Who is sent something next: hosts and clients take turns, and none of them has all slots."""

from __future__ import annotations

from strata.server.notify.slots import Slots, Waiting


def slots_of(total: int = 6, of_host: int = 3, of_client: int = 2, of_slow: int = 1) -> Slots:
    return Slots(total, of_host=of_host, of_client=of_client, of_slow=of_slow)


def begin_all(waiting: Waiting[str], slots: Slots) -> list[str]:
    """What has a slot now, in order."""
    begun = []
    while (found := waiting.next(slots)) is not None:
        host, client, what = found
        slots.take(host, client)
        begun.append(what)
    return begun


def test_a_host_and_a_client_have_few_slots() -> None:
    slots, waiting = slots_of(), Waiting[str]()
    for number in range(5):
        waiting.add("busy", f"client{number}", f"busy{number}")
        waiting.add(f"host{number}", "ann", f"ann{number}")
    assert begin_all(waiting, slots) == ["busy0", "ann0", "ann1", "busy1", "busy2"]
    slots.release("busy", "client0")
    assert begin_all(waiting, slots) == ["busy3"]
    slots.release("host0", "ann")
    assert begin_all(waiting, slots) == ["ann2"]
    assert begin_all(waiting, slots) == []


def test_all_together_have_so_many_slots() -> None:
    slots, waiting = slots_of(), Waiting[str]()
    for number in range(9):
        waiting.add(f"host{number}", f"client{number}", str(number))
    assert begin_all(waiting, slots) == ["0", "1", "2", "3", "4", "5"]
    slots.release("host3", "client3")
    assert begin_all(waiting, slots) == ["6"]


def test_hosts_take_turns_and_so_do_their_clients() -> None:
    slots, waiting = slots_of(9, 9, 9), Waiting[str]()
    for what in ("a1", "a1", "a1", "a2", "b1", "b1"):
        waiting.add(what[0], what, what)
    assert begin_all(waiting, slots) == ["a1", "b1", "a2", "b1", "a1", "a1"]


def test_slow_hosts_share_few_slots_until_they_are_quick() -> None:
    slots, waiting = slots_of(), Waiting[str]()
    for name in ("slow1", "slow2"):
        slots.note(name, 10.0)
    slots.note("quick", 0.1)
    slots.note("quick", 5.0)  # once: who is usually quick stays so
    for name in ("slow1", "slow2", "quick", "new"):
        for number in range(2):
            waiting.add(name, f"{name}{number}", name)
    assert begin_all(waiting, slots) == ["slow1", "quick", "new", "quick", "new"]
    for _ in range(20):
        slots.note("slow2", 0.1)
    assert begin_all(waiting, slots) == ["slow2"]
