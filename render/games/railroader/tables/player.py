"""The picture of a player's railhead, hand, and discard pile. (style guide, section 9)"""

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from engine.core import Seat, count_noun
from engine.games.railroader.game_data.cards import Card, card_name, card_name_capitalized, kind_of
from engine.games.railroader.game_data.constants import MIN_HAND
from engine.games.railroader.state.actions import Discard, Place, Withdraw
from engine.games.railroader.state.state import RailRoader, Turn
from render.games.railroader.captions import as_sentence, fit_name
from render.games.railroader.colors import PALETTE
from render.games.railroader.tables.card_use_text import CardUse, current_offers, current_turn_of, current_use
from render.games.railroader.tables.cards import PileLayout, count_alike, draw_card, layout_pile_line, pile_text
from render.games.railroader.tables.icons import draw_icon
from render.games.railroader.tables.railhead_mats import draw_large_mat, mat_alt_text, mat_text
from render.painter import Choice
from render.palette import INK, INK_SOFT
from render.parts.page_layout import (
    FIELD_TOP,
    MARGIN,
    PAGE_WIDTH,
    THICK_RULE,
    accent_frame,
    choice_key,
    field_box,
    header_layer,
    ink_rule,
    paper_scene,
)
from render.parts.typography import BODY, SECTION, STRONG
from render.scene import Layer, Scene, Shape, Text, make_layer
from render.text_fitting import Names, join_sentences

_ACROSS, _CARD, _PITCH = 5, 288, 308
_TITLE = 92
"""The distance from a section's top to its content, in pixels."""
_LARGE_MAT, _LOW_MAT = 292, 154
_USE = 92
_TALLEST, _LOWEST = 330, 160
_HIGHEST = 1_600
_LINE, _FIRST_LINE = 80, 40
_TITLE_LINE, _EMPTY_LINE, _MAT_BELOW, _FIELD_BELOW, _RULE_BELOW = 66, 56, 28, 24, 4
_USE_LINE, _USE_AT, _USE_AFTER_KEY, _KEY_AT, _KEY_SIZE = 60, 6, 78, 34, 32
_OVERVIEW_TOP, _HAND_TITLE, _CELL, _CELLS_BELOW = 0, 80, 110, 14
_CELL_ICON = 84
"""Size of the icon in a cell of the overview, in pixels."""
_CELL_WORDS, _CELL_GAP = 104, 12
"""Pixels from the left of a cell to its texts, and after the texts."""
_CELL_MIDDLE, _CELL_NAME, _CELL_USE = 54, 46, 96
"""Pixels from the top of a cell to the middle of the icon, and to the baselines of name and use."""
_FEW_ACROSS, _FEW_ROWS = 3, 2
"""Cards per row, and maximum number of rows, in an overview with few cards."""
_MANY_ACROSS = 4
"""Cards per row in an overview with many cards."""
_BOLD = ". Bold: playable now"
"""The explanation of bold text, which the alt text leaves out."""
_MANY = 3
"""If a hand has at least this number of rows, the discard pile is shown without names."""


class _PlayerMarks(msgspec.Struct, frozen=True):
    """The line of a question or preview, and the keys and frames of cards in the hand and at the railhead."""

    line: str = ""
    hand: Mapping[Card, str] = {}
    mat: Mapping[Card, str] = {}
    chosen_hand: Card | None = None
    chosen_mat: Card | None = None


def player_scene(state: RailRoader, seat: Seat, names: Names, marks: _PlayerMarks | None = None) -> Scene:
    """A player's railhead, hand, and discard pile."""
    marks, railroad = marks or _PlayerMarks(), state.railroads[seat]
    line = marks.line or _turn_line(state, seat, names)
    rows = -(-len(count_alike(railroad.hand)) // _ACROSS)
    mat = _LARGE_MAT if rows < 2 else _LOW_MAT
    hand = FIELD_TOP + _TITLE + mat + _MAT_BELOW
    _, last = _pile_layout(state, seat, 0, with_names=rows < _MANY)
    foot = _TITLE + last + _LINE
    tall = min(_TALLEST, int((_HIGHEST - hand - _TITLE - foot - rows * _USE) / max(1, rows)))
    end = hand + _TITLE + rows * (max(tall, _LOWEST) + _USE)
    pile, _ = _pile_layout(state, seat, end + _TITLE, with_names=rows < _MANY)
    layers = (
        header_layer(names[seat - 1], _corner_text(state, seat), line, seat=seat),
        make_layer("railhead", _draw_railhead(state, seat, FIELD_TOP, mat, marks)),
        make_layer("hand", _draw_hand(state, seat, hand, max(tall, _LOWEST), marks)),
        Layer("pile", (*_draw_pile_title(end), *pile)),
    )
    name = f"player-{seat}"
    return paper_scene(name, round(end + foot), PALETTE, layers, _alt_text(state, seat, names, line, marks))


def player_overview_scene(state: RailRoader, seat: Seat) -> Scene:
    """Return a low picture of the railhead and the hand, with playable cards first."""
    hand, offers = state.railroads[seat].hand, current_offers(state, seat)
    cards = [(card, count, current_use(state, seat, card, offers)) for card, count in count_alike(hand)]
    cards.sort(key=lambda card_with_use: not card_with_use[2].is_playable)
    across = _FEW_ACROSS if len(cards) <= _FEW_ACROSS * _FEW_ROWS else _MANY_ACROSS
    wide = (PAGE_WIDTH - 2 * MARGIN) / across
    top = _OVERVIEW_TOP + _TITLE + _LOW_MAT + _MAT_BELOW
    cells = [
        _draw_hand_cell(card, count, use, MARGIN + i % across * wide, top + _HAND_TITLE + i // across * _CELL, wide)
        for i, (card, count, use) in enumerate(cards)
    ]
    bottom = top + _HAND_TITLE + -(-len(cards) // across) * _CELL
    layers = (
        make_layer("railhead", _draw_railhead(state, seat, _OVERVIEW_TOP, _LOW_MAT, _PlayerMarks())),
        make_layer(
            "hand",
            (
                *_draw_section_title(top, "HAND", count_noun(len(hand), "card") if hand else "empty"),
                *(shape for cell in cells for shape in cell),
            ),
        ),
    )
    uses = ", ".join(
        f"{card_name(card)}{f' ×{count}' if count > 1 else ''} ({use.words})" for card, count, use in cards
    )
    alt = join_sentences(
        (
            f"Railhead: {mat_alt_text(state.railroads[seat].mat)}; {_mat_activity_text(state, seat)}.",
            f"Hand: {uses or 'empty'}.",
        )
    )
    return paper_scene(f"overview-{seat}", round(bottom + _CELLS_BELOW), PALETTE, layers, alt)


def _draw_hand_cell(card: Card, count: int, use: CardUse, x: float, y: float, wide: float) -> Iterator[Shape]:
    """Draw a card's icon, name, number, and current use."""
    ink, style = (INK, STRONG) if use.is_playable else (INK_SOFT, BODY)
    words, room = x + _CELL_WORDS, wide - _CELL_WORDS - _CELL_GAP
    name = f"{card_name_capitalized(card)}{f' ×{count}' if count > 1 else ''}"
    yield draw_icon(kind_of(card), x + _CELL_ICON / 2, y + _CELL_MIDDLE, _CELL_ICON)
    yield STRONG.left(words, y + _CELL_NAME, name, "card name", ink, max_width=room)
    yield style.left(words, y + _CELL_USE, use.words, "use", ink, max_width=room)


def player_choice_scenes(
    state: RailRoader, names: Names, question: str, choices: Sequence[Choice]
) -> tuple[Scene, ...]:
    """Return the picture for choosing a card from the hand or from the railhead."""
    keyed_actions = [(choice.key, one) for choice in choices for one in choice.actions]
    hand = {one.card: words for words, one in keyed_actions if isinstance(one, Place | Discard)}
    mat = {one.card: words for words, one in keyed_actions if isinstance(one, Withdraw)}
    return (player_scene(state, keyed_actions[0][1].seat, names, _PlayerMarks(question, hand, mat)),)


def player_preview_scenes(state: RailRoader, names: Names, action: Place | Discard | Withdraw) -> tuple[Scene, ...]:
    """The preview of an action: the player's picture with the card framed."""
    card, name = action.card, card_name_capitalized(action.card)
    if isinstance(action, Place):
        marks = _PlayerMarks(f"{name} to the railhead", chosen_hand=card)
    else:
        onto = "to your discard pile" if action.onto == "pile" else "to the prairie, where anyone can get it"
        is_in_hand = isinstance(action, Discard)
        hand_card, mat_card = (card, None) if is_in_hand else (None, card)
        marks = _PlayerMarks(f"{name} {onto}", chosen_hand=hand_card, chosen_mat=mat_card)
    return (player_scene(state, action.seat, names, marks),)


def _corner_text(state: RailRoader, seat: Seat) -> str:
    railroad = state.railroads[seat]
    train = f"train on {railroad.engine}" if railroad.engine else "in Junction City"
    return f"{train} · {f'track to {railroad.last_track_space}' if railroad.last_track_space else 'no track'}"


def _turn_line(state: RailRoader, seat: Seat, names: Names) -> str:
    """Return the remaining actions if it is the seat's turn, or else the player to move."""
    if turn := current_turn_of(state, seat):
        if turn.rolling:
            return "Rolled: choose where the train stops"
        return f"{count_noun(turn.left, 'action')} left{_BOLD}"
    phase = state.flow[-1] if state.flow else None
    if not isinstance(phase, Turn):
        return "The game is over"
    return f"{fit_name(names[phase.seat - 1], 600)}’s turn. All hands are open"


# -- parts


def _draw_section_title(y: float, words: str, right: str, ink: str = INK_SOFT) -> tuple[Text, Text]:
    return (
        SECTION.left(MARGIN, y + _TITLE_LINE, words, "section heading"),
        BODY.right(PAGE_WIDTH - MARGIN, y + _TITLE_LINE, right, "count", ink),
    )


def _draw_railhead(state: RailRoader, seat: Seat, top: float, tall: float, marks: _PlayerMarks) -> Iterator[Shape]:
    yield field_box(top, _TITLE + tall + _FIELD_BELOW)
    yield from _draw_section_title(top, "RAILHEAD", mat_text(state, seat), INK)
    yield from draw_large_mat(state.railroads[seat].mat, MARGIN, top + _TITLE, tall, marks.mat, marks.chosen_mat)


def _draw_hand(state: RailRoader, seat: Seat, y: float, tall: float, marks: _PlayerMarks) -> Iterator[Shape]:
    hand, offers = state.railroads[seat].hand, current_offers(state, seat)
    yield from _draw_section_title(y, "HAND", count_noun(len(hand), "card") if hand else "empty")
    for i, (card, count) in enumerate(count_alike(hand)):
        x, top = MARGIN + i % _ACROSS * _PITCH, y + _TITLE + i // _ACROSS * (tall + _USE)
        yield draw_card(card, x, top, _CARD, tall, count=count)
        if card == marks.chosen_hand:
            yield accent_frame(x, top, _CARD, tall)
        use, words = current_use(state, seat, card, offers), marks.hand.get(card, "")
        yield from _draw_use(use, x, top + tall + _USE_LINE, words)


def _draw_use(use: CardUse, x: float, base: float, words: str) -> Iterator[Shape]:
    """Draw the key of a card, if any, and its current use."""
    start, ink = x + (_USE_AFTER_KEY if words else _USE_AT), INK if use.is_playable else INK_SOFT
    if words:
        yield choice_key(words, x + _KEY_AT, base - BODY.baseline_shift, _KEY_SIZE)
    style = STRONG if use.is_playable else BODY
    yield style.left(start, base, use.words, "use", ink, max_width=x + _CARD - start)


def _draw_pile_title(y: float) -> Iterator[Shape]:
    yield ink_rule(y + _RULE_BELOW, THICK_RULE)
    yield from _draw_section_title(y + _RULE_BELOW, "DISCARD PILE", f"picked up below {MIN_HAND} cards in hand")


def _pile_layout(state: RailRoader, seat: Seat, y: float, *, with_names: bool) -> PileLayout:
    """The discard pile in rows from ``y`` on."""
    if not state.railroads[seat].discards:
        return (BODY.left(MARGIN, y + _EMPTY_LINE, "empty", "caption", INK_SOFT),), y + _FIRST_LINE
    return layout_pile_line(
        state.railroads[seat].discards, MARGIN, y + _FIRST_LINE, PAGE_WIDTH - MARGIN, with_names=with_names
    )


def _mat_activity_text(state: RailRoader, seat: Seat) -> str:
    """Return the work of a railhead for the alt text: “builds up to 2, eats 2 of 5”, “can’t build”."""
    builds, _, eats = mat_text(state, seat).partition(" · ")
    return f"{builds}, {eats}" if state.railroads[seat].mat.workers else builds


def _alt_text(state: RailRoader, seat: Seat, names: Names, line: str, marks: _PlayerMarks) -> str:
    """“Cleo: 1 action left. Railhead: 2 workers, …. Hand: Water 5 (moved), ….”"""
    railroad, offers = state.railroads[seat], current_offers(state, seat)
    keys = {**marks.hand, **marks.mat}
    hand = ", ".join(
        f"{card_name(card)}{f' ×{count}' if count > 1 else ''} ({current_use(state, seat, card, offers).words})"
        for card, count in count_alike(railroad.hand)
    )
    return join_sentences(
        (
            f"{names[seat - 1]}, {_corner_text(state, seat).replace(' · ', ', ')}. "
            f"{as_sentence(line.replace(_BOLD, ''))}",
            *([f"Choices: {', '.join(f'{words} {card_name(card)}' for card, words in keys.items())}."] if keys else []),
            f"Railhead: {mat_alt_text(railroad.mat)}; {_mat_activity_text(state, seat)}.",
            f"Hand: {hand or 'empty'}.",
            f"Discard pile: {pile_text(railroad.discards)}.",
        )
    )
