"""A round from the deal to its last card: what follows from a move, and whose turn is next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from p2p_saboteur.games.saboteur.cards import DRAW, GOALS, PASSABLE, Goal, Role, hand_size, roles
from p2p_saboteur.games.saboteur.grid import GOAL_CELLS, Board, Cell, neighbours
from p2p_saboteur.games.saboteur.legality import is_legal, repaired
from p2p_saboteur.games.saboteur.moves import (
    Break,
    Discard,
    Lay,
    Map,
    Move,
    Pass,
    Repair,
    Rockfall,
    card_use,
    from_wire,
)
from p2p_saboteur.games.saboteur.packet import begin_packet
from p2p_saboteur.games.saboteur.pay import begin_pay
from p2p_saboteur.games.saboteur.state import Phase, State, with_item
from protocol.game import (
    CardUse,
    Deal,
    Handout,
    Moved,
    Peek,
    Reveal,
    Revealed,
    Show,
    Shown,
    TableCard,
    Turn,
)

if TYPE_CHECKING:
    from protocol.game import Seat


def deal(state: State) -> Deal:
    """R1, R3: return the deal: seat by seat clockwise from the starter, first the role, then the whole hand.

    The i-th seat gets card i of the role deck and cards i*h to i*h+h-1 of the draw deck, h being the size of a hand;
    the last role card is left over. Cards meant for a seat that was lost meanwhile stay where they are (L6).
    """
    size = hand_size(len(state.dealt))
    handouts: list[Handout] = []
    for index, seat in enumerate(state.dealt):
        if seat not in state.lost:
            handouts.append(Handout(card=TableCard("role", index), seat=seat, zone="role"))
            cards = (TableCard("draw", index * size + place) for place in range(size))
            handouts.extend(Handout(card=card, seat=seat, zone="hand") for card in cards)
    return Deal(handouts=tuple(handouts))


def after_deal(state: State) -> State:
    """R3: return the state once roles and hands are with their owners; the starter begins."""
    size = hand_size(len(state.dealt))
    hands = tuple(size if seat in state.dealt and seat not in state.lost else 0 for seat in range(state.seats))
    return next_turn(state._replace(hands=hands, pile=len(DRAW) - size * len(state.dealt)), state.starter)


def turn(state: State) -> Turn:
    """R5: return the request for a move."""
    return Turn(seat=state.turn, zone="hand")


def read_move(state: State, fact: Moved) -> Move:
    """Return the move that a fact tells of.

    Raises:
        ValueError: the fact does not belong to the request, or its card is not one that can still be shown.
        IllegalMove: the bytes are no move's, or the card is not one that the move takes.
    """
    if fact.seat != state.turn:
        raise ValueError("another seat's turn")
    if (fact.card is not None) is not (card_use(fact.move, state.options) is CardUse.SHOW):
        raise ValueError("a card is shown exactly where the move shows one")
    if fact.card is not None and (fact.card not in range(len(DRAW)) or state.shown >> fact.card & 1):
        raise ValueError("no such card is in the game")
    return from_wire(fact.move, None if fact.card is None else DRAW[fact.card])


def after_move(state: State, fact: Moved) -> State:
    """R5, R6: return the state after a move; raise IllegalMove if the rules forbid it."""
    move = read_move(state, fact)
    if refusal := is_legal(state, fact.seat, move):
        raise refusal.error()
    if isinstance(move, Pass):
        return next_turn(state._replace(passed=(*state.passed, fact.seat)), fact.seat, itself=False)
    board, laid, tools, discards = state.board, state.laid, state.tools, state.discards
    match move:
        case Lay():
            board, laid = board.lay(move.cell, move.card.face), move.cell
        case Break():
            tools = with_item(tools, move.seat, tools[move.seat] | move.tool.bit)
        case Repair():
            tools = with_item(tools, move.seat, tools[move.seat] & ~repaired(state, move).bit)
        case Rockfall():
            board = board.remove(move.cell)
        case Discard() if fact.card is not None:
            discards = (*discards, fact.card)
    state = state._replace(
        board=board,
        laid=laid,
        tools=tools,
        hands=with_item(state.hands, fact.seat, state.hands[fact.seat] - 1),
        shown=state.shown if fact.card is None else state.shown | 1 << fact.card,
        discards=discards,
        hidden_discards=state.hidden_discards + (fact.card is None),
        passed=(),
        last_mover=fact.seat,
        phase=Phase.DRAW,
    )
    return _after_card(state, move)


def _after_card(state: State, move: Move) -> State:
    """R6, R15, R16: return what a move leads to: goals turned up, a look, or a draw; a dead end reveals nothing."""
    if isinstance(move, Lay) and move.card.face & PASSABLE and reached_goals(state):
        return state._replace(phase=Phase.REVEAL)
    if isinstance(move, Map):
        return state._replace(phase=Phase.PEEK, looked=GOAL_CELLS.index(move.cell))
    return state if state.pile else next_turn(state, state.turn, itself=False)


def reached_goals(state: State) -> tuple[int, ...]:
    """R16, D1, D9: return the face-down goals that the card just laid reaches, as indices from north to south."""
    if state.options.placement == "adjacent" or state.laid is None:
        return state.board.reached_goals()
    return tuple(sorted(state.board.opened_goals(state.laid)))


def reveal(state: State) -> Reveal:
    """R16: return the request to turn up the goals that were reached."""
    return Reveal(cards=tuple(TableCard("goal", index) for index in reached_goals(state)))


def after_reveal(state: State, fact: Revealed) -> State:
    """R17, R18, D12: return the state with the reached goals face up; with the treasure the round is over."""
    goals = reached_goals(state)
    revealed = read_goals(state.board, fact.cards)
    sides = [_open_side(state, GOAL_CELLS[index]) for index in goals]
    board = state.board
    for index, goal, side in zip(goals, revealed, sides, strict=True):
        board = board.turn_up(index, goal, side)
    state = state._replace(board=board)
    if Goal.TREASURE in revealed:
        return end_round(state, Role.DIGGER)
    if state.options.placement == "adjacent" and reached_goals(state):
        return state
    return draw(state)


def read_goals(board: Board, numbers: tuple[int, ...]) -> list[Goal]:
    """Return the goals with these numbers; raise ValueError if they are no goals or lie face up already."""
    if not set(numbers) <= set(range(len(GOALS))):
        raise ValueError("no such goal card")
    found = [GOALS[number] for number in numbers]
    if len({*found, *filter(None, board.goals)}) != len(found) + sum(goal is not None for goal in board.goals):
        raise ValueError("a goal card is there twice")
    return found


def _open_side(state: State, cell: Cell) -> int:
    """R17, D1: return the side to which a reached goal must be open."""
    if state.options.placement == "adjacent":
        support = state.board.support(cell)
        return support & -support  # the first of N, E, S, W
    return next(side for side, _, other in neighbours(cell) if other == state.laid)


def peek(state: State) -> Peek:
    """R15: return the request to let the player look at the goal."""
    return Peek(seat=state.turn, card=TableCard("goal", state.looked or 0))


def after_peek(state: State) -> State:
    """R15: return the state after the look; the goal stays face down."""
    return draw(state._replace(looked=None))


def draw(state: State) -> State:
    """R6: return the state in which who has moved draws a card, or the next turn if there is none to draw."""
    if state.pile and state.turn not in state.lost:
        return state._replace(phase=Phase.DRAW)
    return next_turn(state, state.turn, itself=False)


def drawing(state: State) -> Deal:
    """R6: return the deal of the pile's top card."""
    card = TableCard("draw", len(DRAW) - state.pile)
    return Deal(handouts=(Handout(card=card, seat=state.turn, zone="hand"),))


def after_draw(state: State) -> State:
    """R6: return the state after a card was drawn: the next turn."""
    hands = with_item(state.hands, state.turn, state.hands[state.turn] + 1)
    return next_turn(state._replace(hands=hands, pile=state.pile - 1), state.turn, itself=False)


def next_turn(state: State, seat: Seat, *, itself: bool = True) -> State:
    """R7, R19, D27: return the state with the turn of the next player who holds cards, or the end of the round.

    Args:
        state: the state.
        seat: where to look first, going clockwise; an empty hand passes automatically (R5).
        itself: whether this seat comes first, and not last.
    """
    order = state.clockwise(seat if itself else (seat + 1) % state.seats)
    for other in order:
        if state.hands[other] and other not in state.passed:
            return state._replace(phase=Phase.TURN, turn=other)
    return end_round(state, Role.SABOTEUR)


def end_round(state: State, winner: Role) -> State:
    """R18, R19: return the state in which a side has won and roles are about to be turned up."""
    return state._replace(phase=Phase.SHOW, winner=winner)


def show(state: State) -> Show:
    """R20: return the request to turn up all roles."""
    return Show(seats=state.present, zone="role")


def after_show(state: State, fact: Shown) -> State:
    """R20, D29: return the state with all roles turned up."""
    deck = roles(len(state.dealt), exact=state.options.exact_roles)
    numbers = [number for cards in fact.cards for number in cards]
    if any(len(cards) != 1 for cards in fact.cards) or len(set(numbers)) != len(numbers):
        raise ValueError("every seat shows one role card of its own")
    if not set(numbers) <= set(range(len(deck))):
        raise ValueError("no such role card")
    shown = dict(zip(state.present, numbers, strict=True))
    found = tuple(deck[shown[seat]] if seat in shown else None for seat in range(state.seats))
    return turn_up_or_share(state._replace(roles=found))


def turn_up_or_share(state: State) -> State:
    """R20: return the state in which the rest is turned up, or the gold is shared if all is."""
    return state._replace(phase=Phase.TURN_UP) if turn_up(state).cards else share_gold(state)


def turn_up(state: State) -> Reveal:
    """R20, D30: return the request to turn up the goals still face down and the left-over role.

    The left-over role stays face down if a seat was lost in this round: it would give the lost one away. It comes
    after the roles have been shown, so that a seat lost only then is covered too.
    """
    cards = [TableCard("goal", index) for index, goal in enumerate(state.board.goals) if goal is None]
    if not state.options.exact_roles and not state.lost_this_round:
        cards.append(TableCard("role", len(state.dealt)))
    return Reveal(cards=tuple(cards))


def after_turn_up(state: State, fact: Revealed) -> State:
    """R20: return the state in which all is turned up and the winners get their gold."""
    return share_gold(turned_up(state, fact))


def turned_up(state: State, fact: Revealed) -> State:
    """R20: return the state with all goals face up (as printed) and the left-over role known."""
    hidden = [index for index, goal in enumerate(state.board.goals) if goal is None]
    board = state.board
    for index, goal in zip(hidden, read_goals(board, fact.cards[: len(hidden)]), strict=True):
        board = board.turn_up(index, goal, goal.openings)
    left_over = None
    if len(fact.cards) > len(hidden):
        left_over = _left_over(state, fact.cards[-1])
    return state._replace(board=board, left_over=left_over)


def _left_over(state: State, number: int) -> Role:
    deck = list(roles(len(state.dealt)))
    if number not in range(len(deck)):
        raise ValueError("no such role card")
    for role in state.roles:
        if role in deck:
            deck.remove(role)
    if deck != [roles(len(state.dealt))[number]]:
        raise ValueError("the left-over role is one that was shown")
    return deck[0]


def share_gold(state: State) -> State:
    """R20, R21, R22, D29: return the state in which the winners get their gold."""
    return begin_packet(state) if state.winner is Role.DIGGER else begin_pay(state)
