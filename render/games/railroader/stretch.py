"""A stretch of one lane, large: spaces with keys under them, and what each kind of space does to a train."""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from engine.core import Seat
from engine.games.railroader.box.board import SPACES, Space, section
from engine.games.railroader.rules.reach import ground_words
from engine.games.railroader.state.state import RailRoader
from render.games.railroader.board import lane_layers
from render.games.railroader.lanes import Staves
from render.games.railroader.livery import PALETTE
from render.games.railroader.signs import buffers, derailed, dynamite, plate
from render.labels import News, joined
from render.palette import ACCENT, PAPER
from render.parts.frame import MARGIN, WIDTH, header, key, picture, rule
from render.parts.stamp import at_point
from render.parts.text import BODY, DIGIT
from render.scene import Box, Layer, Placed, Scene, Shape, Sprite, layer

_TOP = 188
_SCALES = ((2.0, 12), (1.5, 16), (1.0, 24))
"""How large a space is, and how many lie side by side."""
_KEYS = 74
_LINE = 62
_ROOM = 1_040
_RULE, _ABOVE, _SIGN_X, _SIGN_Y, _WORDS, _BASE, _BELOW = 14, 26, 68, 32, 112, 48, 18
"""Of the meanings: the rule above them, where each has its sign and its words, what is free below."""
_MEANINGS = 8
_KEY_LARGE, _KEY_SMALL, _LANE_EDGE = 32, 28, 23
_STALK = (-3, -4, 6, 26)
_STALK_LONG = 18
_PILL, _PILL_BASE, _PILL_EDGE, _PILL_RADIUS = 64, 47, 16, 24
_LONGEST = 2
"""Letters of a key on a disc; a longer one has a pill."""

DERAILS = "derails"
_CREEK = "creek"
DYNAMITE = "dynamite"
_SIGNS = {DERAILS: derailed, _CREEK: buffers, DYNAMITE: dynamite}
Kind = Space | str
"""What a train finds: a kind of space, the end of the track, or Buffalo Creek."""

MEANINGS: Mapping[Kind, str] = {
    Space.RIVER: "river: search for Water here, or send a saboteur",
    Space.RED: "red: while you are here, outlaws attack your railhead",
    Space.PURPLE: "ambush: you can’t move until the cavalry arrives",
    DERAILS: "no track: you derail. Re-railing takes 1 action and that turn’s move",
    _CREEK: "Buffalo Creek: the game ends after this round",
    DYNAMITE: "until it gets there, the train can’t use Water cards",
}


def laid_out(state: RailRoader, seat: Seat, first: int, last: int, *, keys: bool, room: float = _ROOM) -> Staves:
    """The spaces as large as ``room`` px of height allow, whole sections at both ends."""
    first = max(1, first) - (max(1, first) - 1) % SPACES
    last = min(state.board.last, section(max(first, last)) * SPACES)
    scales = _SCALES[1:] if 12 < last - first + 1 <= 16 else _SCALES  # one row is easier to read than two
    for k, wide in scales:
        starts = range(first, last + 1, wide)
        rows = tuple((start, min(start + wide - 1, last)) for start in starts)
        there = Staves(state.board.sections, (seat,), rows, _TOP, k, _KEYS if keys else 0)
        if there.bottom - _TOP <= room:
            break
    return there


def kind_of(state: RailRoader, seat: Seat, space: int) -> Kind:
    """The kind of space that a train of the seat finds there."""
    if space > state.railroads[seat].track:
        return DERAILS
    if section(space) == state.board.sections:
        return _CREEK
    return state.board.space(seat, space)


def kind_sign(kind: Kind, x: float, y: float, k: float = 1) -> Placed:
    """Its sign, around a point."""
    if isinstance(kind, Space):
        return plate(kind, x, y, k)
    return _SIGNS[kind](x, y, k)


def meanings(kinds: Iterable[Kind], y: float) -> tuple[Layer, float]:
    """A line for each kind that can be reached and does something; and where they end."""
    shapes: list[Shape] = []
    found = set(kinds)
    shown = [kind for kind in MEANINGS if kind in found]
    if shown:
        shapes.append(rule(y + _RULE))
        y += _ABOVE
    for kind in shown:
        shapes.append(kind_sign(kind, _SIGN_X, y + _SIGN_Y))
        words = MEANINGS[kind]
        shapes.append(BODY.left(_WORDS, y + _BASE, words, "legend", room=WIDTH - MARGIN - _WORDS))
        y += _LINE
    return layer("meanings", shapes), y + _BELOW


def stretch_scene(
    state: RailRoader,
    question: tuple[str, str, str],
    seat: Seat,
    keys: Mapping[int, str],
    *,
    asker: Seat,
    span: tuple[int, int],
    news: News = (),
    kinds: Iterable[Kind] = (),
) -> Scene:
    """A stretch of the seat's lane with keys under spaces, and what ``kinds`` of spaces do.

    ``question`` is title, corner and second line.
    """
    there = laid_out(state, seat, *span, keys=bool(keys))
    explained, bottom = meanings(kinds, there.bottom + _MEANINGS)
    layers = (
        header(question[0], question[1], question[2], seat=asker),
        *lane_layers(state, there, news),
        layer("keys", _keys(there, seat, keys)),
        explained,
    )
    alt = joined((f"{question[0]}, {question[1]}.", question[2], *_alt(state, seat, keys)))
    return picture("stretch", round(bottom), PALETTE, layers, alt)


def _keys(there: Staves, seat: Seat, keys: Mapping[int, str]) -> Iterator[Shape]:
    """Under the spaces, on a stalk; spaces beyond the board are left to the words."""
    r = _KEY_LARGE if there.k > 1 else _KEY_SMALL
    left, up, wide, long = _STALK
    for space, words in keys.items():
        if there.shows(space):
            x, y = there.at(seat, space)
            edge = y + _LANE_EDGE * there.k
            middle = edge + _STALK_LONG + r
            yield Box(x + left, edge + up, wide, long, ACCENT)
            yield _tag(words, x, middle) if len(words) > _LONGEST else key(words, x, middle, r)


@lru_cache(None)
def _pill(words: str) -> Sprite:
    wide = DIGIT.wide(words) + _PILL_EDGE
    label = DIGIT.middle(wide / 2, _PILL_BASE, words, "key", PAPER)
    return Sprite(f"key {words}", wide, _PILL, (Box(0, 0, wide, _PILL, ACCENT, radius=_PILL_RADIUS), label))


def _tag(words: str, x: float, y: float) -> Placed:
    """A key too long for a disc."""
    return at_point(_pill(words), x, y)


def _alt(state: RailRoader, seat: Seat, keys: Mapping[int, str]) -> Iterator[str]:
    """“A: space 58, river.”"""
    for space, words in keys.items():
        kind = state.board.space(seat, space) if space <= state.board.last else Space.PLAIN
        laid = "" if space <= state.railroads[seat].track else ", no track"
        found = f"space {space}{kind_words(kind)}{laid}."
        yield found.capitalize() if words == str(space) else f"{words}: {found}"


def kind_words(kind: Kind) -> str:
    """“, river”; nothing for a plain space."""
    if isinstance(kind, Space):
        return f", {word}" if (word := ground_words(kind)) else ""
    return ", Buffalo Creek" if kind == _CREEK else ", derails"
