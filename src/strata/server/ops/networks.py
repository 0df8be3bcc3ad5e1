"""The networks around addresses, which limits count besides the addresses themselves.

An IPv6 network of 48 bits contains 65,536 networks of 64 bits, each of which counts as one address.
Private networks are not counted, because all users of a server at home or at school are in one.
"""

from __future__ import annotations

import ipaddress
from collections import Counter
from collections.abc import Collection
from functools import lru_cache
from typing import Final

NETWORK_SHARE: Final = 8
"""How many times the limit of one address a network around it may use."""
_IPV6_BITS: Final = 48
_IPV4_BITS: Final = 24


def ipv6_network(owner: str) -> str:
    """Return the network around `owner`, an address as limits count it; empty for IPv4."""
    network = _around(owner)
    return network if ":" in network else ""


def network_of(owner: str) -> str:
    """Return the network around `owner`, an address as limits count it: IPv4 or IPv6.

    That of a private or unknown address is the address itself.
    """
    return _around(owner) or owner


@lru_cache(maxsize=4096)
def _around(owner: str) -> str:
    """Return the network around an address; empty for a private or unknown address."""
    try:
        network = ipaddress.ip_network(owner)
    except ValueError:
        return ""
    if not network.is_global:
        return ""
    bits = _IPV4_BITS if network.version == 4 else _IPV6_BITS
    return str(network.supernet(new_prefix=min(bits, network.prefixlen)))


class Holdings:
    """How much of something limited each address holds, and the IPv6 network around it."""

    def __init__(self, most_each: int) -> None:
        """A network may hold `NETWORK_SHARE` times as much as `most_each`."""
        self._most_each: Final = most_each
        self._held: Final[Counter[str]] = Counter()
        self._in_networks: Final[Counter[str]] = Counter()
        self.total = 0

    def has_room(self, owner: str) -> bool:
        """Return whether an address may hold one more."""
        most = NETWORK_SHARE * self._most_each
        network = ipv6_network(owner)
        return self._held[owner] < self._most_each and (
            not network or self._in_networks[network] < most
        )

    def add(self, owner: str) -> None:
        self._change(owner, 1)

    def remove(self, owner: str) -> None:
        self._change(owner, -1)

    def _change(self, owner: str, by: int) -> None:
        self.total += by
        for held, key in ((self._held, owner), (self._in_networks, ipv6_network(owner))):
            held[key] += by
            if not held[key]:
                del held[key]


def has_no_place(owner: str, owners: Collection[str], most: int) -> bool:
    """Return whether no place is free for an address of `most` places that all share.

    `owners` are the addresses that have a place, once for each. Those of one network get at most
    half of the places.
    """
    half = most // 2
    if len(owners) < half:
        return False
    network = network_of(owner)
    return len(owners) >= most or sum(network_of(one) == network for one in owners) >= half
