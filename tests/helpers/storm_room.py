"""A table whose members keep real log files and real roots, and crash in the middle of what they do."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from p2p_saboteur.store.log_file import MAGIC, encode_block, is_torn, parse_log
from protocol.events import Forget, Save
from protocol.root import Roots
from tests.helpers.adversary import CrookedRoom
from tests.helpers.require import require

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from protocol.events import Output

NOBODY = -1
"""The cheat of an honest table."""


class Crash(Exception):
    """A member's process ends here."""


class StormRoom(CrookedRoom):
    """A table that counts what befalls it; the arguments are those of a `CrookedRoom`.

    Attributes:
        happened: what has befallen it, and how often.
        files: the bytes of each member's log file.
        gone: chairs that are cut off for good.
        hasty: whether somebody may have voted against a seat that lives.
        watch: called with a chair after everything that happens to it.
    """

    def __init__(self, *arguments: Any, seats: int, **options: Any) -> None:  # noqa: ANN401 - those of a CrookedRoom
        self.happened = Counter[str]()
        self.files = [bytearray(MAGIC) for _ in range(seats)]
        self.gone: set[int] = set()
        self.hasty = False
        self.watch: Callable[[int], None] = lambda _chair: None
        self._fuses: dict[int, int] = {}
        super().__init__(*arguments, seats=seats, **options)

    @property
    def living(self) -> list[int]:
        """The honest chairs that are not gone."""
        return [chair for chair in self.honest if chair not in self.gone]

    @property
    def present(self) -> list[int]:
        """All chairs that are not gone."""
        return [chair for chair in range(len(self.members)) if chair not in self.gone]

    @property
    def broken(self) -> list[tuple[int, int]]:
        """The pairs of members whose link is cut, but for those who are gone."""
        return sorted((min(pair), max(pair)) for pair in self.cut if not pair & self.gone)

    @property
    def crook_acted(self) -> bool:
        """Whether there is a cheat, and its moment has come."""
        return self.cheat != NOBODY and self.crook.moment is not None

    def settle(self, chair: int) -> None:
        """Carry out what a session wants, until it is quiet or crashes; in that case it resumes at once."""
        self.happened["events"] += 1
        try:
            super().settle(chair)
        except Crash:
            self.restart(chair)
        else:
            self.watch(chair)

    def let_crash(self, chair: int, outputs: int) -> None:
        """Let a member crash when it has carried out so many more outputs."""
        self._fuses[chair] = outputs

    def restart(self, chair: int) -> None:
        """Let a member crash while it appends to its log, and resume from what the file then holds."""
        self._fuses.pop(chair, None)
        self.happened["crashes"] += 1
        self.members[chair].disk = list(self._torn(chair))
        super().restart(chair)

    def _torn(self, chair: int) -> Iterable[bytes]:
        """Return the records of a file at whose end a part of a block stands that was never finished."""
        block = encode_block([self.random.randbytes(self.random.randint(1, 200))])
        data = bytes(self.files[chair]) + block[: self.random.randrange(len(block))]
        contents = parse_log(data)
        require(contents.damage is None or is_torn(data, contents.damage), f"seed {self.seed}: {contents.damage}")
        require(contents.records == tuple(self.members[chair].disk), f"seed {self.seed}: the file is not the log")
        return contents.records

    def _carry_out(self, chair: int, output: Output) -> None:
        if chair in self._fuses:
            self._fuses[chair] -= 1
            if self._fuses[chair] < 0:
                raise Crash
        match output:
            case Save(record):
                self.files[chair] += encode_block([record])
            case Forget(number, root):
                self.secrets[chair] = replace(self.secrets[chair], roots=Roots(root, number))
        super()._carry_out(chair, output)

    def _post(self, source: int, target: int, data: bytes) -> None:
        before = len(self._queue)
        super()._post(source, target, data)
        copies = len(self._queue) - before
        what = {0: "frames lost", 2: "frames doubled"}
        self.happened[what.get(copies, "frames")] += 1

    def silence(self, chair: int) -> None:
        """Cut a member off from all others for good."""
        self.gone.add(chair)
        self.happened["seats gone"] += 1
        self.partition(*((chair, other) for other in range(len(self.members)) if other != chair))

    def calm(self) -> None:
        """Bring up all links but those of the members who are gone."""
        self.heal(*self.broken)

    @property
    def quiet(self) -> bool:
        """Whether every living member has ended its game, or cannot go on after a fault."""
        chains = [self.members[chair].session.chain for chair in self.living]
        return all(chain.step is None or chain.halted for chain in chains)
