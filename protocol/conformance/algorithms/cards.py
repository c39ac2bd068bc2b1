"""Cards under keys, and what the contents of entries prove of them. PROTOCOL section "Cards"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from protocol import cards, codec
from protocol.conformance.trial import MAX_CARDS, card_list, element_list, read_cards, read_deck
from protocol.elgamal import Ciphertext
from protocol.group import RISTRETTO255
from protocol.proofs import relations
from protocol.steps.reveal import read_shares
from protocol.steps.shuffle import read_shuffle
from protocol.steps.sums import Worth
from protocol.steps.switch import Switch

if TYPE_CHECKING:
    from protocol.conformance.trial import Json, Table, Trial


def _card_points(trial: Trial) -> Json:
    return {"points": element_list(cards.points(RISTRETTO255, read_deck(trial.given["deck"])))}


def _card_number(trial: Trial) -> Json:
    deck, point = read_deck(trial.given["deck"]), trial.given["point"].element()
    return {"number": cards.number(RISTRETTO255, deck, point)}


def _fresh_deck(trial: Trial) -> Json:
    deck, joint = read_deck(trial.given["deck"]), trial.given["joint"].element()
    return {"cards": card_list(cards.fresh(RISTRETTO255, deck, joint))}


def _layers_make(trial: Trial) -> Json:
    given = trial.given
    layers = relations.contribute(
        given["secret"].scalar(),
        given["targets"].elements(MAX_CARDS),
        given["firsts"].elements(MAX_CARDS),
        given["scalars"].scalars(MAX_CARDS),
    )
    return {"layers": card_list(layers)}


def _content(trial: Trial) -> codec.Value:
    return codec.decode(trial.given["content"].blob())


def _layers_read(trial: Trial) -> Json:
    spot, given = trial.spot(), trial.given
    targets, firsts = given["targets"].elements(MAX_CARDS), given["firsts"].elements(MAX_CARDS)
    # Only the first component of a card is in the statement.
    inputs = tuple(Ciphertext(first, first) for first in firsts)
    switch = Switch(key=given["key"].element(), inputs=inputs, targets=targets)
    return {"layers": card_list(switch.read(spot, _content(trial)))}


def _shuffled_read(trial: Trial) -> Json:
    spot, key, inputs = trial.spot(), trial.given["key"].element(), read_cards(trial.given["cards"])
    return {"cards": card_list(read_shuffle(spot, key, inputs, _content(trial)))}


def _shares_read(trial: Trial) -> Json:
    spot, key, inputs = trial.spot(), trial.given["key"].element(), read_cards(trial.given["cards"])
    shares = read_shares(spot, key, inputs, _content(trial))
    points = [card.second - share for card, share in zip(inputs, shares, strict=True)]
    return {"shares": element_list(shares), "points": element_list(points)}


def _worth_check(trial: Trial) -> Json:
    spot, given = trial.spot(), trial.given
    worth = Worth(
        key=given["key"].element(),
        deck=given["deck"].text(16),
        cards=read_cards(given["cards"]),
        values=tuple(value.number(0, 65536) for value in given["values"].items(3)),
    )
    worth.check(spot, _content(trial))
    return {}


ALGORITHMS: Table = {
    38: ("CardPoints", _card_points),
    39: ("CardNumber", _card_number),
    40: ("FreshDeck", _fresh_deck),
    41: ("Layers.Make", _layers_make),
    42: ("Layers.Read", _layers_read),
    43: ("Shuffled.Read", _shuffled_read),
    44: ("Shares.Read", _shares_read),
    45: ("Worth.Check", _worth_check),
}
