"""One player: railhead, hand with what each card can do now or why not, discard pile. (style guide, section 9)"""

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from engine.core import Seat, counted
from engine.games.railroader.box.cards import Card, card_name, card_title
from engine.games.railroader.box.figures import HAND
from engine.games.railroader.state.actions import Discard, Place, Withdraw
from engine.games.railroader.state.state import RailRoader
from engine.games.railroader.state.turn import Turn
from render.games.railroader.cards import Piled, alike, card_face, pile_line, pile_words
from render.games.railroader.livery import PALETTE
from render.games.railroader.mats import large_mat, mat_alt, mat_words
from render.games.railroader.uses import Use, offers_now, turn_of, use_now
from render.games.railroader.words import sentence, short
from render.labels import Names, joined
from render.painter import Choice
from render.palette import INK, INK_SOFT
from render.parts.frame import FIELD, MARGIN, THICK, WIDTH, field, framed, header, picture, rule
from render.parts.marks import key
from render.parts.text import BODY, SECTION, STRONG
from render.scene import Layer, Scene, Shape, Text, layer

_ACROSS, _CARD, _PITCH = 5, 288, 308
_TITLE = 92
"""From a section's top to what it shows."""
_LARGE_MAT, _LOW_MAT = 292, 154
_USE = 92
_TALLEST, _LOWEST = 330, 160
_HIGHEST = 1_600
_LINE, _FIRST_LINE = 80, 40
_TITLE_LINE, _EMPTY_LINE, _MAT_BELOW, _FIELD_BELOW, _RULE_BELOW = 66, 56, 28, 24, 4
_USE_LINE, _USE_AT, _USE_AFTER_KEY, _KEY_AT, _KEY_SIZE = 60, 6, 78, 34, 32
_BOLD = ". Bold: playable now"
"""How the picture shows what an alt text says of each card."""
_MANY = 3
"""Rows of a hand over which the discard pile is shown without names."""


class _Marks(msgspec.Struct, frozen=True):
    """The keys of cards in the hand and at the railhead, and the card that is chosen."""

    line: str = ""
    hand: Mapping[Card, str] = {}
    mat: Mapping[Card, str] = {}
    chosen_hand: Card | None = None
    chosen_mat: Card | None = None


def player_scene(state: RailRoader, seat: Seat, names: Names, marks: _Marks | None = None) -> Scene:
    """All of one player's things but the track."""
    marks, railroad = marks or _Marks(), state.railroads[seat]
    line = marks.line or _line(state, seat, names)
    rows = -(-len(alike(railroad.hand)) // _ACROSS)
    mat = _LARGE_MAT if rows < 2 else _LOW_MAT
    hand = FIELD + _TITLE + mat + _MAT_BELOW
    _, last = _pile(state, seat, 0, named=rows < _MANY)
    foot = _TITLE + last + _LINE
    tall = min(_TALLEST, int((_HIGHEST - hand - _TITLE - foot - rows * _USE) / max(1, rows)))
    end = hand + _TITLE + rows * (max(tall, _LOWEST) + _USE)
    pile, _ = _pile(state, seat, end + _TITLE, named=rows < _MANY)
    layers = (
        header(names[seat - 1], _corner(state, seat), line, seat=seat),
        layer("railhead", _railhead(state, seat, mat, marks)),
        layer("hand", _hand(state, seat, hand, max(tall, _LOWEST), marks)),
        Layer("pile", (*_pile_title(end), *pile)),
    )
    name = f"player-{seat}"
    return picture(name, round(end + foot), PALETTE, layers, _alt(state, seat, names, line, marks))


def player_choices(state: RailRoader, names: Names, choices: Sequence[Choice]) -> tuple[Scene, ...]:
    """The choice of a card from the hand or from the railhead."""
    found = [(choice.key, one) for choice in choices for one in choice.actions]
    hand = {one.card: words for words, one in found if isinstance(one, Place | Discard)}
    mat = {one.card: words for words, one in found if isinstance(one, Withdraw)}
    line = "Which card do you discard?"
    if mat:
        line = "Which card do you discard from the railhead?"
    elif any(isinstance(one, Place) for _, one in found):
        line = "Which card do you place at the railhead?"
    return (player_scene(state, found[0][1].seat, names, _Marks(line, hand, mat)),)


def player_preview(state: RailRoader, names: Names, action: Place | Discard | Withdraw) -> tuple[Scene, ...]:
    """The same before Confirm, with the card framed."""
    card, name = action.card, card_title(action.card)
    if isinstance(action, Place):
        marks = _Marks(f"{name} to the railhead", chosen_hand=card)
    else:
        onto = "to your discard pile" if action.onto == "pile" else "to the prairie, where anyone can get it"
        here = isinstance(action, Discard)
        marks = _Marks(f"{name} {onto}", chosen_hand=card if here else None, chosen_mat=None if here else card)
    return (player_scene(state, action.seat, names, marks),)


def _corner(state: RailRoader, seat: Seat) -> str:
    railroad = state.railroads[seat]
    train = f"train on {railroad.engine}" if railroad.engine else "in Junction City"
    return f"{train} · {f'track to {railroad.track}' if railroad.track else 'no track'}"


def _line(state: RailRoader, seat: Seat, names: Names) -> str:
    """Say what is left of the seat's turn, or whose turn it is."""
    if turn := turn_of(state, seat):
        if turn.rolling:
            return "Rolled: choose where the train stops"
        return f"{counted(turn.left, 'action')} left{_BOLD}"
    phase = state.flow[-1] if state.flow else None
    if not isinstance(phase, Turn):
        return "The game is over"
    return f"{short(names[phase.seat - 1], 600)}’s turn. All hands are open"


# -- parts


def _title(y: float, words: str, right: str, ink: str = INK_SOFT) -> tuple[Text, Text]:
    return (
        SECTION.left(MARGIN, y + _TITLE_LINE, words, "section heading"),
        BODY.right(WIDTH - MARGIN, y + _TITLE_LINE, right, "count", ink),
    )


def _railhead(state: RailRoader, seat: Seat, tall: float, marks: _Marks) -> Iterator[Shape]:
    yield field(FIELD, _TITLE + tall + _FIELD_BELOW)
    yield from _title(FIELD, "RAILHEAD", mat_words(state, seat), INK)
    yield from large_mat(state.railroads[seat].mat, MARGIN, FIELD + _TITLE, tall, marks.mat, marks.chosen_mat)


def _hand(state: RailRoader, seat: Seat, y: float, tall: float, marks: _Marks) -> Iterator[Shape]:
    hand, offers = state.railroads[seat].hand, offers_now(state, seat)
    yield from _title(y, "HAND", counted(len(hand), "card") if hand else "empty")
    for i, (card, count) in enumerate(alike(hand)):
        x, top = MARGIN + i % _ACROSS * _PITCH, y + _TITLE + i // _ACROSS * (tall + _USE)
        yield card_face(card, x, top, _CARD, tall, count=count)
        if card == marks.chosen_hand:
            yield framed(x, top, _CARD, tall)
        use, words = use_now(state, seat, card, offers), marks.hand.get(card, "")
        yield from _use(use, x, top + tall + _USE_LINE, words)


def _use(use: Use, x: float, base: float, words: str) -> Iterator[Shape]:
    """The key to press for a card, and what the card can do."""
    start, ink = x + (_USE_AFTER_KEY if words else _USE_AT), INK if use.open else INK_SOFT
    if words:
        yield key(words, x + _KEY_AT, base - BODY.rise, _KEY_SIZE)
    style = STRONG if use.open else BODY
    yield style.left(start, base, use.words, "use", ink, room=x + _CARD - start)


def _pile_title(y: float) -> Iterator[Shape]:
    yield rule(y + _RULE_BELOW, THICK)
    yield from _title(y + _RULE_BELOW, "DISCARD PILE", f"picked up below {HAND} cards in hand")


def _pile(state: RailRoader, seat: Seat, y: float, *, named: bool) -> Piled:
    """The shapes, and where the last row's middle is."""
    if not state.railroads[seat].discards:
        return (BODY.left(MARGIN, y + _EMPTY_LINE, "empty", "caption", INK_SOFT),), y + _FIRST_LINE
    return pile_line(state.railroads[seat].discards, MARGIN, y + _FIRST_LINE, WIDTH - MARGIN, named=named)


def _doing(state: RailRoader, seat: Seat) -> str:
    """“builds up to 2, eats 2 of 5”; supplies that nobody eats are told with the mat."""
    builds, _, eats = mat_words(state, seat).partition(" · ")
    return f"{builds}, {eats}" if state.railroads[seat].mat.workers else builds


def _alt(state: RailRoader, seat: Seat, names: Names, line: str, marks: _Marks) -> str:
    """“Cleo: 1 action left. Railhead: 2 workers, …. Hand: Water 5 (moved), ….”"""
    railroad, offers = state.railroads[seat], offers_now(state, seat)
    keys = {**marks.hand, **marks.mat}
    hand = ", ".join(
        f"{card_name(card)}{f' ×{count}' if count > 1 else ''} ({use_now(state, seat, card, offers).words})"
        for card, count in alike(railroad.hand)
    )
    return joined(
        (
            f"{names[seat - 1]}, {_corner(state, seat).replace(' · ', ', ')}. {sentence(line.replace(_BOLD, ''))}",
            *([f"Choices: {', '.join(f'{words} {card_name(card)}' for card, words in keys.items())}."] if keys else []),
            f"Railhead: {mat_alt(railroad.mat)}; {_doing(state, seat)}.",
            f"Hand: {hand or 'empty'}.",
            f"Discard pile: {pile_words(railroad.discards)}.",
        )
    )
