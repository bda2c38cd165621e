"""The picture of all railheads, hands, and discard piles, with a row for each player. (ruling 8)"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from engine.core import Seat, all_seats, count_noun, join_words, possessive_of
from engine.games.railroader.game_data.cards import DEPUTY, WORKER, Card, card_name
from engine.games.railroader.game_data.constants import MAX_CRATES, MAX_PEOPLE
from engine.games.railroader.state import events as e
from engine.games.railroader.state.actions import Steal
from engine.games.railroader.state.state import RailheadMat, RailRoader
from engine.games.railroader.text.wording import cards_text
from render.games.railroader.captions import as_sentence, first_player_text, fit_name
from render.games.railroader.colors import PALETTE
from render.games.railroader.tables.cards import layout_pile_line, pile_text
from render.games.railroader.tables.railhead_mats import (
    SMALL_MAT_HEIGHT,
    SMALL_MAT_WIDTH,
    draw_small_mat,
    mat_alt_text,
    people_cards,
)
from render.painter import Choice
from render.palette import INK_SOFT
from render.parts.page_layout import (
    FIELD_TOP,
    MARGIN,
    PAGE_WIDTH,
    choice_key,
    field_box,
    header_layer,
    paper_scene,
    player_chip,
)
from render.parts.typography import BODY, HEADING
from render.scene import Scene, Shape, make_layer
from render.text_fitting import Events, Names, first_word, join_sentences, names_at_that_time

_MAT = PAGE_WIDTH - MARGIN - SMALL_MAT_WIDTH
_TOP, _HAND, _LINE, _END = 22, 168, 84, 62
_WORDS = 154
_KEY_ROOM, _CHIP, _KEY, _PILE_GAP, _BELOW = 84, 32, 34, 24, 24
_STARTER_ROOM = 360
"""Maximum width of the first player's name, in pixels."""
_NAME_LINE, _NAME_AT, _NAME_GAP = 20, 82, 18

_HIGHEST = 1_600
"""Maximum height in pixels of the picture with all discard piles.

In a higher picture, their cards are only counted.
"""


class _RowMarks(NamedTuple):
    """The marks in a player's row."""

    seat: Seat
    key: str
    """The key of the player; empty if there is none."""
    crates: Mapping[Card, str]
    """The keys of unopened crates."""
    chosen: Card | None
    """The framed card."""
    lost_cards: Sequence[Card]


_LOSSES = (e.CrateStolen, e.RailheadRaided, e.DeputyUsed)


def has_loss(events: Events) -> bool:
    """Whether a railhead lost a card to outlaws, to a saboteur, or by hunger, or used a deputy."""
    return any(isinstance(event, _LOSSES) or (isinstance(event, e.GangFed) and event.left > 0) for event in events)


def railhead_scene(
    state: RailRoader,
    events: Events,
    names: Names,
    *,
    line: str = "",
    rivals: Mapping[Seat, str] | None = None,
    crates: Mapping[Card, str] | None = None,
    whose: Seat | None = None,
    chosen: Card | None = None,
) -> Scene:
    """Return the picture of all railheads.

    ``rivals`` are the keys of players, and ``crates`` the keys of crates of the seat ``whose``.
    """
    second_line = line or _last_change_line(state, events, names_at_that_time(events, names))
    losses = _losses_by_seat(events)
    first = first_player_text(state, names, _STARTER_ROOM)
    corner = " · ".join(filter(None, [f"Round {max(1, state.round)}", first]))
    marks = [
        _RowMarks(
            seat,
            (rivals or {}).get(seat, ""),
            (crates or {}) if seat == whose else {},
            chosen if seat == whose else None,
            losses.get(seat, ()),
        )
        for seat in all_seats(state.seats)
    ]
    shapes, y = _layout_rows(state, names, marks, piles=True)
    if y + _BELOW > _HIGHEST:
        shapes, y = _layout_rows(state, names, marks, piles=False)
    layers = (
        header_layer("Railheads and hands", corner, second_line, seat=state.current_turn.seat if line else None),
        make_layer("rows", shapes),
    )
    keys = {card_name(card): words for card, words in (crates or {}).items()}
    keys |= {names[seat - 1]: words for seat, words in (rivals or {}).items()}
    return paper_scene(
        "railheads", round(y + _BELOW), PALETTE, layers, _alt_text(state, names, second_line, keys, losses)
    )


def railhead_choice_scenes(
    state: RailRoader, names: Names, field: str, question: str, choices: Sequence[Choice]
) -> tuple[Scene, ...]:
    """Return the picture for choosing a rival to steal from, or the crate to steal."""
    keyed_actions = [(choice.key, offer) for choice in choices for offer in choice.actions if isinstance(offer, Steal)]
    if field == "rival":
        rivals = {one.rival: words for words, one in keyed_actions}
        return (railhead_scene(state, (), names, line=question, rivals=rivals),)
    crates, whose = {one.card: words for words, one in keyed_actions}, keyed_actions[0][1].rival
    return (railhead_scene(state, (), names, line=question, crates=crates, whose=whose),)


def railhead_preview_scenes(state: RailRoader, names: Names, action: Steal) -> tuple[Scene, ...]:
    """The preview of a theft: all railheads, with the crate framed."""
    line = f"The saboteur steals {card_name(action.card)} from {fit_name(names[action.rival - 1], 600)}"
    return (railhead_scene(state, (), names, line=line, whose=action.rival, chosen=action.card),)


def _layout_rows(
    state: RailRoader, names: Names, marks: Sequence[_RowMarks], *, piles: bool
) -> tuple[list[Shape], float]:
    """Return the shapes of all rows, and the y of the bottom of the last one.

    ``piles``: discard piles are shown in full.
    """
    shapes, y = list[Shape](), float(FIELD_TOP)
    for i, mark in enumerate(marks):
        row, end = _layout_row(state, names, mark, y, piles=piles)
        shapes += [field_box(y, end - y), *row] if i % 2 == 0 else row
        y = end
    return shapes, y


def _layout_row(
    state: RailRoader, names: Names, marks: _RowMarks, y: float, *, piles: bool
) -> tuple[list[Shape], float]:
    """The shapes of a player's row, and the y of its bottom."""
    railroad, name = state.railroads[marks.seat], names[marks.seat - 1]
    middle, base = y + _TOP + SMALL_MAT_HEIGHT / 2, y + _TOP + SMALL_MAT_HEIGHT / 2 + _NAME_LINE
    left = MARGIN + (_KEY_ROOM if marks.key else 0)
    shapes: list[Shape] = [player_chip(marks.seat, left + _CHIP, middle, _CHIP)]
    if marks.key:
        shapes.append(choice_key(marks.key, MARGIN + _KEY, middle, _KEY))
    room = _MAT - left - _NAME_AT - _NAME_GAP
    shapes.append(HEADING.left(left + _NAME_AT, base, name, "name", max_width=room, short=first_word(name)))
    shapes += draw_small_mat(railroad.mat, _MAT, y + _TOP, marks.crates, marks.chosen, marks.lost_cards)
    discards = len(railroad.discards)
    if not piles:
        hand, last = _layout_cards_line("hand", railroad.hand, y + _HAND, f"pile {discards}")
        return [*shapes, *hand], last + _END
    hand, last = _layout_cards_line("hand", railroad.hand, y + _HAND, str(len(railroad.hand) or "empty"))
    pile, last = _layout_cards_line("pile", railroad.discards, last + _LINE, str(discards or "empty"))
    return [*shapes, *hand, *pile], last + _END


def _layout_cards_line(caption: str, cards: Sequence[Card], y: float, count: str) -> tuple[list[Shape], float]:
    """Return the shapes of a caption with cards and their count, and the y of the last row of cards."""
    shapes: list[Shape] = [
        BODY.left(MARGIN, y + BODY.baseline_shift, caption, "caption", INK_SOFT),
        BODY.right(PAGE_WIDTH - MARGIN, y + BODY.baseline_shift, count, f"{caption} count", INK_SOFT),
    ]
    right = PAGE_WIDTH - MARGIN - BODY.width(count) - _PILE_GAP
    pile_shapes, last = layout_pile_line(cards, _WORDS, y, right, pitch=_LINE, with_names=False)
    return [*shapes, *pile_shapes], last


def _losses_by_seat(events: Events) -> Mapping[Seat, list[Card]]:
    """Return the cards that each railhead lost in the events, including used deputies."""
    losses: dict[Seat, list[Card]] = {}
    for event in events:
        match event:
            case e.RailheadRaided(seat=seat, workers=workers, crates=crates):
                losses.setdefault(seat, []).extend([WORKER] * workers + list(crates))
            case e.DeputyUsed(seat=seat):
                losses.setdefault(seat, []).append(DEPUTY)
            case e.CrateStolen(rival=rival, card=card):
                losses.setdefault(rival, []).append(card)
            case e.GangFed(seat=seat, left=left) if left:
                losses.setdefault(seat, []).extend([WORKER] * left)
            case _:
                continue
    return losses


def _last_change_line(state: RailRoader, events: Events, names: Names) -> str:
    """Return a line about the most important change: a theft, a raid, hungry workers, or new cards."""
    raided_names = dict[str, None]()
    cards_left = {seat: _count_cards(railroad.mat) for seat, railroad in state.railroads.items()}
    new_cards: dict[Seat, list[Card]] = {}
    for event in events:
        match event:
            case e.RailheadRaided(seat=seat):
                raided_names[fit_name(names[seat - 1])] = None
            case e.CrateStolen(seat=seat, rival=rival, card=card):
                return (
                    f"{fit_name(names[seat - 1], 420)} stole {card_name(card)} from {fit_name(names[rival - 1], 420)}"
                )
            case e.CardPlaced(seat=seat, card=card) | e.CrateScouted(seat=seat, card=card) if cards_left[seat][card]:
                cards_left[seat][card] -= 1
                new_cards.setdefault(seat, []).append(card)
            case _:
                continue
    if raided_names:
        return f"Outlaws raided {join_words(tuple(raided_names))}"
    for event in events:
        if isinstance(event, e.GangFed) and event.left:
            whose = possessive_of(fit_name(names[event.seat - 1], 420))
            return f"{count_noun(event.left, 'hungry worker')} left {whose} railhead"
    for seat, new in new_cards.items():
        return f"New at {possessive_of(fit_name(names[seat - 1], 420))} railhead: {cards_text(new)}"
    return f"Each railhead has room for {MAX_PEOPLE} people and {MAX_CRATES} crates"


def _count_cards(mat: RailheadMat) -> Counter[Card]:
    return Counter((*people_cards(mat), *(crate.card for crate in mat.crates)))


def _alt_text(
    state: RailRoader, names: Names, line: str, keys: Mapping[str, str], losses: Mapping[Seat, Sequence[Card]]
) -> str:
    """“Ada: 2 workers, supplies 1 of 4; lost: worker. Hand: …. Discard pile: ….”"""
    return join_sentences(
        (
            f"Railheads and hands, round {max(1, state.round)}. {as_sentence(line)}",
            *([f"Choices: {', '.join(f'{words} {name}' for name, words in keys.items())}."] if keys else []),
            *([f"{names[state.first - 1]} goes first."] if state.flow else []),
            *(
                f"{names[seat - 1]}: {mat_alt_text(railroad.mat)}"
                f"{f'; lost: {cards_text(losses[seat])}' if losses.get(seat) else ''}. Hand: "
                f"{pile_text(railroad.hand)}. "
                f"Discard pile: {pile_text(railroad.discards)}."
                for seat, railroad in sorted(state.railroads.items())
            ),
        )
    )
