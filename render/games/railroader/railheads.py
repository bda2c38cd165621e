"""All players' railheads, hands and discard piles, a row each. Everything is open. (ruling 8)"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from engine.core import Event, Seat, all_seats, counted, listed, possessive
from engine.games.railroader.box.cards import DEPUTY, WORKER, Card, card_name
from engine.games.railroader.box.figures import CRATES, PEOPLE
from engine.games.railroader.state import events as e
from engine.games.railroader.state.actions import Steal
from engine.games.railroader.state.railroad import Mat
from engine.games.railroader.state.state import RailRoader
from engine.games.railroader.words.narration.cards import cards_words
from render.called import News, called_then
from render.games.railroader.cards import pile_line, pile_words
from render.games.railroader.livery import PALETTE
from render.games.railroader.mats import MAT_WIDE, SMALL, mat_alt, people, small_mat
from render.games.railroader.words import first_words, sentence, short
from render.labels import Names, first_word, joined
from render.painter import Choice
from render.palette import INK_SOFT
from render.parts.frame import FIELD, MARGIN, WIDTH, field, header, picture
from render.parts.marks import chip, key
from render.parts.text import BODY, HEADING
from render.scene import Scene, Shape, layer

_MAT = WIDTH - MARGIN - MAT_WIDE
_TOP, _HAND, _LINE, _END = 22, 168, 84, 62
_WORDS = 154
_KEY_ROOM, _CHIP, _KEY, _PILE_GAP, _BELOW = 84, 32, 34, 24, 24
_STARTER_ROOM = 360
"""px for the name of the player who goes first."""
_NAME_LINE, _NAME_AT, _NAME_GAP = 20, 82, 18

_HIGHEST = 1_600
"""px of a picture; where piles by kinds would make it higher, they are only counted."""


class _Marks(NamedTuple):
    """Marks that a player's row shows besides the cards that are there."""

    seat: Seat
    key: str
    """To press for the player; empty if there is nothing to choose."""
    crates: Mapping[Card, str]
    """Keys of unopened crates."""
    chosen: Card | None
    lost: Sequence[Card]


_LOSSES = (e.CrateStolen, e.RailheadRaided, e.DeputyUsed)


def robbed(news: News) -> bool:
    """Whether somebody lost something at a railhead: to outlaws, to a saboteur, or for want of supplies."""
    return any(isinstance(event, _LOSSES) or _unfed(event) for event in news)


def _unfed(event: Event) -> bool:
    return isinstance(event, e.GangFed) and event.left > 0


def railhead_scene(
    state: RailRoader,
    news: News,
    names: Names,
    *,
    line: str = "",
    rivals: Mapping[Seat, str] | None = None,
    crates: Mapping[Card, str] | None = None,
    whose: Seat | None = None,
    chosen: Card | None = None,
) -> Scene:
    """``rivals`` are the keys of players; ``crates`` those of unopened crates of seat ``whose``."""
    told = line or _last(state, news, called_then(news, names))
    lost = _losses(news)
    first = first_words(state, names, _STARTER_ROOM)
    corner = " · ".join(filter(None, [f"Round {max(1, state.round)}", first]))
    marks = [
        _Marks(
            seat,
            (rivals or {}).get(seat, ""),
            (crates or {}) if seat == whose else {},
            chosen if seat == whose else None,
            lost.get(seat, ()),
        )
        for seat in all_seats(state.seats)
    ]
    shapes, y = _rows(state, names, marks, piles=True)
    if y + _BELOW > _HIGHEST:
        shapes, y = _rows(state, names, marks, piles=False)
    layers = (
        header("Railheads and hands", corner, told, seat=state.turn.seat if line else None),
        layer("rows", shapes),
    )
    keys = {card_name(card): words for card, words in (crates or {}).items()}
    keys |= {names[seat - 1]: words for seat, words in (rivals or {}).items()}
    return picture("railheads", round(y + _BELOW), PALETTE, layers, _alt(state, names, told, keys, lost))


def railhead_choices(state: RailRoader, names: Names, field: str, choices: Sequence[Choice]) -> tuple[Scene, ...]:
    """The choice of a rival to steal from, or of the crate to steal."""
    found = [(choice.key, one) for choice in choices for one in choice.actions if isinstance(one, Steal)]
    if field == "rival":
        rivals = {one.rival: words for words, one in found}
        return (railhead_scene(state, (), names, line="Which rival does the saboteur steal from?", rivals=rivals),)
    crates, whose = {one.card: words for words, one in found}, found[0][1].rival
    return (railhead_scene(state, (), names, line="Which crate does the saboteur steal?", crates=crates, whose=whose),)


def railhead_preview(state: RailRoader, names: Names, action: Steal) -> tuple[Scene, ...]:
    """The same before Confirm, with the crate framed."""
    line = f"The saboteur steals {card_name(action.card)} from {short(names[action.rival - 1], 600)}"
    return (railhead_scene(state, (), names, line=line, whose=action.rival, chosen=action.card),)


def _rows(state: RailRoader, names: Names, marks: Sequence[_Marks], *, piles: bool) -> tuple[list[Shape], float]:
    """All rows and where they end; discard piles by kinds, or only how many cards each has."""
    shapes, y = list[Shape](), float(FIELD)
    for i, mark in enumerate(marks):
        row, end = _row(state, names, mark, y, piles=piles)
        shapes += [field(y, end - y), *row] if i % 2 == 0 else row
        y = end
    return shapes, y


def _row(state: RailRoader, names: Names, marks: _Marks, y: float, *, piles: bool) -> tuple[list[Shape], float]:
    """A player's shapes, and where the row ends."""
    railroad, name = state.railroads[marks.seat], names[marks.seat - 1]
    middle, base = y + _TOP + SMALL / 2, y + _TOP + SMALL / 2 + _NAME_LINE
    left = MARGIN + (_KEY_ROOM if marks.key else 0)
    shapes: list[Shape] = [chip(marks.seat, left + _CHIP, middle, _CHIP)]
    if marks.key:
        shapes.append(key(marks.key, MARGIN + _KEY, middle, _KEY))
    room = _MAT - left - _NAME_AT - _NAME_GAP
    shapes.append(HEADING.left(left + _NAME_AT, base, name, "name", room=room, short=first_word(name)))
    shapes += small_mat(railroad.mat, _MAT, y + _TOP, marks.crates, marks.chosen, marks.lost)
    discards = len(railroad.discards)
    if not piles:
        hand, last = _cards_line("hand", railroad.hand, y + _HAND, f"pile {discards}")
        return [*shapes, *hand], last + _END
    hand, last = _cards_line("hand", railroad.hand, y + _HAND, str(len(railroad.hand) or "empty"))
    pile, last = _cards_line("pile", railroad.discards, last + _LINE, str(discards or "empty"))
    return [*shapes, *hand, *pile], last + _END


def _cards_line(caption: str, cards: Sequence[Card], y: float, count: str) -> tuple[list[Shape], float]:
    """Cards by kind behind a caption, a count at the right, and where the last line of them is."""
    shapes: list[Shape] = [
        BODY.left(MARGIN, y + BODY.rise, caption, "caption", INK_SOFT),
        BODY.right(WIDTH - MARGIN, y + BODY.rise, count, f"{caption} count", INK_SOFT),
    ]
    right = WIDTH - MARGIN - BODY.wide(count) - _PILE_GAP
    found, last = pile_line(cards, _WORDS, y, right, pitch=_LINE, named=False)
    return [*shapes, *found], last


def _losses(news: News) -> Mapping[Seat, list[Card]]:
    """The cards that each railhead lost: to outlaws, with a deputy, to a saboteur, and for want of supplies."""
    lost: dict[Seat, list[Card]] = {}
    for event in news:
        match event:
            case e.RailheadRaided(seat=seat, workers=workers, crates=crates):
                lost.setdefault(seat, []).extend([WORKER] * workers + list(crates))
            case e.DeputyUsed(seat=seat):
                lost.setdefault(seat, []).append(DEPUTY)
            case e.CrateStolen(rival=rival, card=card):
                lost.setdefault(rival, []).append(card)
            case e.GangFed(seat=seat, left=left) if left:
                lost.setdefault(seat, []).extend([WORKER] * left)
            case _:
                continue
    return lost


def _last(state: RailRoader, news: News, names: Names) -> str:
    """Say what came to railheads and is still there, or left them: other people's doing first, then losses."""
    raided = dict[str, None]()
    there = {seat: _cards(railroad.mat) for seat, railroad in state.railroads.items()}
    came: dict[Seat, list[Card]] = {}
    for event in news:
        match event:
            case e.RailheadRaided(seat=seat):
                raided[short(names[seat - 1])] = None
            case e.CrateStolen(seat=seat, rival=rival, card=card):
                return f"{short(names[seat - 1], 420)} stole {card_name(card)} from {short(names[rival - 1], 420)}"
            case e.CardPlaced(seat=seat, card=card) | e.CrateScouted(seat=seat, card=card) if there[seat][card]:
                there[seat][card] -= 1
                came.setdefault(seat, []).append(card)
            case _:
                continue
    if raided:
        return f"Outlaws raided {listed(tuple(raided))}"
    for event in news:
        if isinstance(event, e.GangFed) and event.left:
            whose = possessive(short(names[event.seat - 1], 420))
            return f"{counted(event.left, 'hungry worker')} left {whose} railhead"
    for seat, new in came.items():
        return f"New at {possessive(short(names[seat - 1], 420))} railhead: {cards_words(new)}"
    return f"Each railhead has room for {PEOPLE} people and {CRATES} crates"


def _cards(mat: Mat) -> Counter[Card]:
    """The cards on the mat, counted."""
    return Counter((*people(mat), *(crate.card for crate in mat.crates)))


def _alt(
    state: RailRoader, names: Names, told: str, keys: Mapping[str, str], lost: Mapping[Seat, Sequence[Card]]
) -> str:
    """“Ada: 2 workers, supplies 1 of 4; lost: worker. Hand: …. Discard pile: ….”"""
    return joined(
        (
            f"Railheads and hands, round {max(1, state.round)}. {sentence(told)}",
            *([f"Choices: {', '.join(f'{words} {name}' for name, words in keys.items())}."] if keys else []),
            *([f"{names[state.first - 1]} goes first."] if state.flow else []),
            *(
                f"{names[seat - 1]}: {mat_alt(railroad.mat)}"
                f"{f'; lost: {cards_words(lost[seat])}' if lost.get(seat) else ''}. Hand: {pile_words(railroad.hand)}. "
                f"Discard pile: {pile_words(railroad.discards)}."
                for seat, railroad in sorted(state.railroads.items())
            ),
        )
    )
