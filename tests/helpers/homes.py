"""Networks of namespaces: one public computer, and homes behind routers that translate addresses and lose packets."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

PUBLIC: Final = "10.77.0.1"
_RULES: Final = """
table ip home {{
  chain translate {{ type nat hook postrouting priority srcnat; oifname "wan" masquerade; }}
  chain pass {{
    type filter hook forward priority filter; policy drop;
    numgen random mod 100 < {loss} drop
    ct state established,related accept
    iifname "lan" accept
  }}
}}
"""


class NoNetworks(Exception):
    """This computer, or this user, cannot make such networks; the message is the reason."""


@contextmanager
def homes(number: int, *, loss: int, rate: str = "") -> Iterator[tuple[list[str], list[list[str]]]]:
    """Make a public computer and homes in which everyone has the same private address.

    Args:
        number: of homes.
        loss: packets in a hundred that each router loses, in either direction.
        rate: of each home's line in either direction, as `tc` says it; no limit unless given.

    Yields:
        The words that run a command on the public computer, and those for each home.

    Raises:
        NoNetworks: the system does not let us.
    """
    if sys.platform != "linux" or os.geteuid() != 0:
        raise NoNetworks("network namespaces need root on Linux")
    for tool in ("ip", "nft", "tc"):
        if shutil.which(tool) is None:
            raise NoNetworks(f"there is no {tool} here")
    with ExitStack() as made:
        world = _namespace(made, "world")
        _do(f"ip -n {world} link add bridge type bridge")
        _do(f"ip -n {world} link set bridge up")
        public = _namespace(made, "public")
        _join(world, public, "public", "wan", f"{PUBLIC}/24")
        inside = []
        for home in range(1, number + 1):
            router, computer = _namespace(made, f"router{home}"), _namespace(made, f"home{home}")
            _join(world, router, f"router{home}", "wan", f"10.77.0.{10 + home}/24")
            _do(f"ip -n {router} link add lan type veth peer name lan netns {computer}")
            _address(router, "lan", "192.168.1.1/24")
            _address(computer, "lan", "192.168.1.2/24")
            _do(f"ip -n {computer} route add default via 192.168.1.1")
            _do(f"ip netns exec {router} sysctl -qw net.ipv4.ip_forward=1")
            _do(f"ip netns exec {router} nft -f -", _RULES.format(loss=loss))
            for interface in ("wan", "lan") if rate else ():
                _do(f"tc -n {router} qdisc add dev {interface} root tbf rate {rate} burst 8kb latency 2s")
            inside.append(_in(computer))
        yield _in(public), inside


def _in(namespace: str) -> list[str]:
    return ["ip", "netns", "exec", namespace]


def _namespace(made: ExitStack, name: str) -> str:
    full = f"saboteur-{os.getpid()}-{name}"
    _do(f"ip netns add {full}")
    made.callback(_do, f"ip netns del {full}")
    _do(f"ip -n {full} link set lo up")
    return full


def _join(world: str, namespace: str, outer: str, inner: str, address: str) -> None:
    """Connect a namespace with the bridge in the middle."""
    _do(f"ip -n {world} link add {outer} type veth peer name {inner} netns {namespace}")
    _do(f"ip -n {world} link set {outer} master bridge up")
    _address(namespace, inner, address)


def _address(namespace: str, interface: str, address: str) -> None:
    _do(f"ip -n {namespace} address add {address} dev {interface}")
    _do(f"ip -n {namespace} link set {interface} up")


def _do(command: str, text: str = "") -> None:
    done = subprocess.run(command.split(), input=text, capture_output=True, text=True, check=False)
    if done.returncode:
        raise NoNetworks(f"{command}: {done.stderr.strip()}")
