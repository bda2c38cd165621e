"""Close-ups of one lane, with keys under spaces and the effects of spaces."""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from engine.core import Seat
from engine.games.railroader.game_data.board import SPACES_PER_SECTION, Space, section_of
from engine.games.railroader.state.state import RailRoader
from engine.games.railroader.text.wording import ground_text
from render.games.railroader.board.lanes import LaneLayout
from render.games.railroader.board.signs import draw_buffers, draw_derailed_sign, draw_dynamite, draw_sign_plate
from render.games.railroader.board.whole_board import lane_layers
from render.games.railroader.colors import PALETTE
from render.palette import ACCENT, PAPER
from render.parts.page_layout import MARGIN, PAGE_WIDTH, choice_key, header_layer, ink_rule, paper_scene
from render.parts.sprites import center_sprite
from render.parts.typography import BODY, DIGIT
from render.scene import Box, Layer, Placed, Scene, Shape, Sprite, make_layer
from render.text_fitting import Events, join_sentences

_TOP = 188
_SCALES = ((2.0, 12), (1.5, 16), (1.0, 24))
"""The possible sizes as (scale, number of spaces in a row) pairs, the largest first."""
_KEYS = 74
_LINE = 62
_ROOM = 1_040
_RULE, _ABOVE = 14, 26
"""Pixels from the top of the list of effects down to the rule, and down to the first line."""
_SIGN_X, _WORDS = 68, 112
"""x of the sign and of the text of each line, in pixels."""
_SIGN_Y, _BASE = 32, 48
"""Pixels from the top of a line to the sign's middle and to the text's baseline."""
_BELOW = 18
"""Pixels below the last line."""
_MEANINGS = 8
_KEY_LARGE, _KEY_SMALL, _LANE_EDGE = 32, 28, 23
_STALK = (-3, -4, 6, 26)
_STALK_LONG = 18
_PILL, _PILL_BASE, _PILL_EDGE, _PILL_RADIUS = 64, 47, 16, 24
_LONGEST = 2
"""Maximum length of a key that is drawn on a disc; a longer one is drawn on a rounded box."""

DERAILS = "derails"
_CREEK = "creek"
DYNAMITE = "dynamite"
_SIGNS = {DERAILS: draw_derailed_sign, _CREEK: draw_buffers, DYNAMITE: draw_dynamite}
LandingKind = Space | str
"""The result of a stop: a kind of space, ``DERAILS``, Buffalo Creek, or ``DYNAMITE``."""

MEANINGS: Mapping[LandingKind, str] = {
    Space.RIVER: "river: search for Water here, or send a saboteur",
    Space.RED: "red: while you are here, outlaws attack your railhead",
    Space.PURPLE: "ambush: you can’t move until the cavalry has come, by dice",
    Space.WHITE: "garrison: after a later ambush, the cavalry starts here",
    DERAILS: "no track: you derail. Re-railing takes 1 action and that turn’s move",
    _CREEK: "Buffalo Creek: the game ends after this round",
    DYNAMITE: "until it gets there, the train can’t use Water cards",
}


def fit_lane_layout(
    state: RailRoader, seat: Seat, first: int, last: int, *, keys: bool, room: float = _ROOM
) -> LaneLayout:
    """Return a layout that shows whole sections, as large as a height of ``room`` pixels permits."""
    first = max(1, first) - (max(1, first) - 1) % SPACES_PER_SECTION
    last = min(state.board.last_space, section_of(max(first, last)) * SPACES_PER_SECTION)
    scales = _SCALES[1:] if 12 < last - first + 1 <= 16 else _SCALES  # one row is easier to read than two
    for k, wide in scales:
        starts = range(first, last + 1, wide)
        rows = tuple((start, min(start + wide - 1, last)) for start in starts)
        layout = LaneLayout(state.board, (seat,), rows, _TOP, k, _KEYS if keys else 0)
        if layout.bottom - _TOP <= room:
            break
    return layout


def landing_kind(state: RailRoader, seat: Seat, space: int) -> LandingKind:
    """The result of a stop of the seat's train on a space."""
    if space > state.railroads[seat].last_track_space:
        return DERAILS
    if state.board.is_in_creek(space):
        return _CREEK
    return state.board.space_kind(seat, space)


def draw_kind_sign(kind: LandingKind, x: float, y: float, k: float = 1) -> Placed:
    """Draw the sign of a result of a stop, around a point."""
    if isinstance(kind, Space):
        return draw_sign_plate(kind, x, y, k)
    return _SIGNS[kind](x, y, k)


def layout_meanings(kinds: Iterable[LandingKind], y: float) -> tuple[Layer, float]:
    """The layer with a line for each kind that has an effect, and the y of its bottom."""
    shapes: list[Shape] = []
    possible_kinds = set(kinds)
    kinds_shown = [kind for kind in MEANINGS if kind in possible_kinds]
    if kinds_shown:
        shapes.append(ink_rule(y + _RULE))
        y += _ABOVE
    for kind in kinds_shown:
        shapes.append(draw_kind_sign(kind, _SIGN_X, y + _SIGN_Y))
        words = MEANINGS[kind]
        shapes.append(BODY.left(_WORDS, y + _BASE, words, "legend", max_width=PAGE_WIDTH - MARGIN - _WORDS))
        y += _LINE
    return make_layer("meanings", shapes), y + _BELOW


def lane_closeup_scene(
    state: RailRoader,
    question: tuple[str, str, str],
    seat: Seat,
    keys: Mapping[int, str],
    *,
    asker: Seat,
    span: tuple[int, int],
    events: Events = (),
    kinds: Iterable[LandingKind] = (),
) -> Scene:
    """Return the close-up of a lane, with keys under spaces, and the effects of ``kinds``.

    ``question`` is (title, corner text, second line); ``span`` is (first space, last space).
    """
    layout = fit_lane_layout(state, seat, *span, keys=bool(keys))
    meanings, bottom = layout_meanings(kinds, layout.bottom + _MEANINGS)
    layers = (
        header_layer(question[0], question[1], question[2], seat=asker),
        *lane_layers(state, layout, events),
        make_layer("keys", _draw_keys(layout, seat, keys)),
        meanings,
    )
    alt = join_sentences((f"{question[0]}, {question[1]}.", question[2], *_key_sentences(state, seat, keys)))
    return paper_scene("stretch", round(bottom), PALETTE, layers, alt)


def _draw_keys(layout: LaneLayout, seat: Seat, keys: Mapping[int, str]) -> Iterator[Shape]:
    """Draw the keys under the spaces.

    A space beyond the board has no key.
    """
    r = _KEY_LARGE if layout.scale > 1 else _KEY_SMALL
    left, up, wide, long = _STALK
    for space, words in keys.items():
        if layout.has_space(space):
            x, y = layout.space_point(seat, space)
            edge = y + _LANE_EDGE * layout.scale
            middle = edge + _STALK_LONG + r
            yield Box(x + left, edge + up, wide, long, ACCENT)
            is_long = len(words) > _LONGEST
            yield center_sprite(_pill_sprite(words), x, middle) if is_long else choice_key(words, x, middle, r)


@lru_cache(None)
def _pill_sprite(words: str) -> Sprite:
    wide = DIGIT.width(words) + _PILL_EDGE
    label = DIGIT.middle(wide / 2, _PILL_BASE, words, "key", PAPER)
    return Sprite(f"key {words}", wide, _PILL, (Box(0, 0, wide, _PILL, ACCENT, radius=_PILL_RADIUS), label))


def _key_sentences(state: RailRoader, seat: Seat, keys: Mapping[int, str]) -> Iterator[str]:
    """Yield a sentence for each key: “A: space 58, river.”"""
    for space, words in keys.items():
        kind = state.board.space_kind(seat, space) if space <= state.board.last_space else Space.PLAIN
        track_note = "" if space <= state.railroads[seat].last_track_space else ", no track"
        space_text = f"space {space}{kind_text(kind)}{track_note}."
        yield space_text.capitalize() if words == str(space) else f"{words}: {space_text}"


def kind_text(kind: LandingKind) -> str:
    """Return the result of a stop as the end of a clause: “, river”; empty for a plain space."""
    if isinstance(kind, Space):
        return f", {word}" if (word := ground_text(kind)) else ""
    return ", Buffalo Creek" if kind == _CREEK else ", derails"
