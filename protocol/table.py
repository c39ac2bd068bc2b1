"""The public cryptographic state of a table: equal for everyone who has read the same log."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from protocol import labels
from protocol.errors import Invalid, LocalError, Reason
from protocol.framing import digest
from protocol.ledger import Ledger

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from protocol.elgamal import Ciphertext
    from protocol.game import Deck, Fact, Game, IllegalMove, Paid, Seat
    from protocol.group import Element, Group
    from protocol.header import Header
    from protocol.sharing import SealedShare
    from protocol.steps.lock import Locks

SECTION_HASH = 16  # bytes; the head binds the whole log, these only tell where two states differ


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatKeys:
    """A seat's public keys: of the table and of its hand (fresh in every set-up), of its purse (one a game).

    At a tolerant table every set-up has one more, to which the others encrypt what they share with this seat.
    """

    table: Element
    hand: Element
    purse: Element
    share: Element | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SetUp:
    """The keys under which a round is played.

    Attributes:
        number: 0 before the first one.
        head: before its first step, 32 bytes; every key of it hangs on this.
        commitments: to the keys, of each seat that makes the set-up.
        keys: of each of these seats, empty until they are open.
        joint: sum of the table keys.
        sharings: of the table keys, by dealer and receiver; empty at a strict table, and before the keys are shared.
        stripped: seats whose layers have come off the cards on the table; their keys are no part of `joint`.
    """

    number: int = 0
    head: bytes = bytes(32)
    commitments: Mapping[Seat, bytes] = field(default_factory=dict)
    keys: Mapping[Seat, SeatKeys] = field(default_factory=dict)
    joint: Element
    sharings: Mapping[Seat, Mapping[Seat, SealedShare]] = field(default_factory=dict)
    stripped: frozenset[Seat] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """What follows from the log so far.

    Attributes:
        group: the group of the suite.
        game: the rules.
        header: roster and options.
        state: the game's state; None until the nonces are open.
        state_hashes: of the public state, 16 bytes for each of the game's sections in their order.
        session: the table id until then, the session id afterwards.
        seating: the chair of each seat; the identity until then.
        lost: seats that are out of the game for good.
        setup: the keys of the cards in the ledger.
        coming: the keys of the set-up that is being made; None while a round is played.
        decks: the decks of the set-up by label.
        shuffling: ciphertexts on their way through the shuffle, by deck.
        ledger: where the cards lie.
        locks: secret choices that are still to be opened.
        settling: what a seat has named to settle its pay, until it has shown the sum.
    """

    group: Group
    game: Game[Any]
    header: Header
    state: Any = None
    state_hashes: bytes = b""
    session: bytes
    seating: tuple[int, ...]
    lost: frozenset[Seat] = frozenset()
    setup: SetUp
    coming: SetUp | None = None
    decks: Mapping[str, Deck] = field(default_factory=dict)
    shuffling: Mapping[str, tuple[Ciphertext, ...]] = field(default_factory=dict)
    ledger: Ledger = field(default_factory=Ledger)
    settling: Paid | None = None
    locks: Locks | None = None

    @property
    def present(self) -> tuple[Seat, ...]:
        """The seats that are in the game, ascending."""
        return tuple(seat for seat in range(len(self.seating)) if seat not in self.lost)

    def signing_key(self, seat: Seat) -> bytes:
        """Return the Ed25519 key of a seat (before the nonces: of a chair)."""
        return self.header.chairs[self.seating[seat]].key

    @property
    def next_setup(self) -> SetUp:
        """The set-up that is being made; raise LocalError while none is."""
        if self.coming is None:
            raise LocalError("no set-up is being made")
        return self.coming

    def owner_key(self, seat: Seat, deck: str) -> Element:
        """Return the key under which a seat owns cards of a deck: cards of value lie under its purse key."""
        keys = self.setup.keys[seat]
        return keys.hand if self.decks[deck].values is None else keys.purse

    def zone_key(self, seat: Seat, zone: str) -> Element:
        """Return the key under which a seat owns the cards in a zone; its hand key where it never had any."""
        known = self.ledger.zones.get((seat, zone))
        return self.owner_key(seat, known.deck) if known else self.setup.keys[seat].hand

    def zone_deck(self, seat: Seat, zone: str) -> Deck:
        """Return the deck that the cards in a seat's zone come from; the zone must have been dealt to."""
        return self.decks[self.ledger.zones[seat, zone].deck]

    def with_decks(self, decks: Iterable[Deck]) -> Table:
        """Return the table with the decks of a new set-up; those with values stay known for the cards that are owned.

        A carried deck keeps the values of the one that it is a part of.
        """
        known = {label: deck for label, deck in self.decks.items() if deck.values is not None}
        for deck in decks:
            known[deck.label] = replace(deck, values=known[deck.label].values) if deck.carried else deck
        return replace(self, decks=known)

    def with_ledger(self, ledger: Ledger) -> Table:
        """Return the table with another ledger."""
        return replace(self, ledger=ledger)

    def tell(self, fact: Fact) -> tuple[Table, tuple[Fact, ...]]:
        """Return the table after the game was told a fact, and the fact as the step's news."""
        return self.with_state(self.game.apply(self.state, fact)), (fact,)

    def with_state(self, state: Any) -> Table:  # noqa: ANN401 - the library does not look into a game's state
        """Algorithm 50 (StateHashes). Return the table with another state of the game."""
        sections = self.game.sections(state)
        hashes = [digest(labels.STATE, name.encode(), data)[:SECTION_HASH] for name, data in sections]
        return replace(self, state=state, state_hashes=b"".join(hashes))

    def check_state_hashes(self, data: bytes) -> None:
        """Algorithm 51 (CheckStateHashes). Raise `Invalid` with the name of the first section whose hash differs."""
        mine = self.state_hashes
        if data == mine:
            return
        for index, (name, _) in enumerate(self.game.sections(self.state)):
            part = slice(index * SECTION_HASH, (index + 1) * SECTION_HASH)
            if data[part] != mine[part]:
                raise Invalid(Reason.STATE, name)
        raise Invalid(Reason.ENCODING, "state hashes")


def illegal(error: IllegalMove) -> Invalid:
    """Return the fault of whoever signed a move that the rules refuse."""
    return Invalid(Reason.ILLEGAL_MOVE, error.rule)
