"""Pictures for choices of moves, track, and dynamite."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.core import Seat, count_noun, decisions, possessive_of
from engine.games.railroader.game_data.board import SPACES_PER_SECTION, Space
from engine.games.railroader.game_data.constants import DIE_FACES
from engine.games.railroader.phases.outcomes import outcomes, state_after
from engine.games.railroader.rules.moving import stop_spaces
from engine.games.railroader.state.actions import Build, Dynamite, Engineer, Move, Roll, Stop
from engine.games.railroader.state.events import TrackBuilt, TrainMoved
from engine.games.railroader.state.state import RailRoader, Rolling
from render.games.railroader.board.whole_board import board_scene, lane_layers
from render.games.railroader.captions import as_sentence, fit_name
from render.games.railroader.choices.lane_closeup import (
    DERAILS,
    DYNAMITE,
    MEANINGS,
    LandingKind,
    draw_kind_sign,
    fit_lane_layout,
    kind_text,
    landing_kind,
    lane_closeup_scene,
    layout_meanings,
)
from render.games.railroader.colors import PALETTE, SPACE_COLORS
from render.painter import Choice
from render.palette import ACCENT, CARD, INK, INK_SOFT
from render.parts.page_layout import choice_key, field_box, header_layer, panel, paper_scene
from render.parts.sprites import square_sprite
from render.parts.typography import BODY, FIGURE, NAME, TextStyle
from render.scene import Box, Disc, Scene, Shape, Sprite, make_layer, place_sprite
from render.text_fitting import Names, join_sentences

_ROWS = 7
"""Maximum number of options on one picture."""
_HEAD, _ROW, _TALL = 76, 88, 116
_WORDS, _CELLS, _CELL = 124, 376, 198
_ROOM = 1_332
"""Maximum height in pixels of lanes, table, and effects together."""
_LINE = 62
"""Height in pixels of a line about an effect."""
_ABOVE, _FACES_LINE, _FACES = 12, 52, 8
_FACE, _PIP_APART, _PIP, _FACE_RADIUS = 56, 15, 5.5, 9
_ROW_UP, _ROW_GAP, _ROW_MIDDLE, _KEY_AT, _WORDS_GAP = 2, 6, 10, 74, 12
_CELL_GAP, _CELL_TOP, _CELL_FREE, _CELL_RADIUS, _DERAILED_LINE = 8, 3, 16, 6, 4
_SPACE_AT, _SIGN_AT, _RANGE_LINE, _SIGN_STEP, _SIGN_UP, _SMALL_SIGN = 66, 146, 46, 42, 23, 0.78
_BEFORE = 4
"""Number of spaces that are shown beyond the farthest end of a move."""
_LAID_BEHIND = 3
"""Number of spaces with track that are shown before the end of the track."""
_UPPER = (-1, -1), (1, -1)
_LOWER = (-1, 1), (1, 1)
_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: (*_UPPER, *_LOWER),
    5: (*_UPPER, (0, 0), *_LOWER),
    6: (*_UPPER, (-1, 0), (1, 0), *_LOWER),
}
_OPTION = TextStyle("hb", 52)


class _RollOption(NamedTuple):
    """The cards of a roll, and for each die roll the spaces on which the train can stop."""

    key: str
    words: str
    stops: tuple[tuple[int, ...], ...]


# -- questions


def roll_choice_scenes(state: RailRoader, field: str, question: str, choices: Sequence[Choice]) -> tuple[Scene, ...]:
    """Return the picture for choosing Water cards or engineers.

    The picture has a row for each answer and a column for each die roll.
    """
    options = []
    for choice in choices:
        rolls = [action for action in choice.actions if isinstance(action, Move | Roll)]
        if rolls:
            options.append(_roll_option(state, choice.key, min(rolls, key=lambda roll: roll.engineers), field))
            seat = rolls[0].seat
    if not options:
        return ()
    line = f"{question} The die adds 1 to 6" if field == "waters" else question
    parts = [options[i : i + _ROWS] for i in range(0, len(options), _ROWS)]
    return tuple(
        _roll_table_scene(state, seat, part, field, line, f"ahead-{number}" if len(parts) > 1 else "ahead")
        for number, part in enumerate(parts, 1)
    )


def space_choice_scenes(state: RailRoader, question: str, choices: Sequence[Choice]) -> tuple[Scene, ...]:
    """Return the picture for choosing a space to stop on, or a space to move to with an engineer."""
    action = next(action for choice in choices for action in choice.actions)
    assert isinstance(action, Stop | Engineer)
    keys = {
        offer.space: choice.key for choice in choices for offer in choice.actions if isinstance(offer, Stop | Engineer)
    }
    if all(words == str(space) for space, words in keys.items()):  # the player types a number, so every space is marked
        keys = {space: str(space) for space in _reachable_spaces(state, action)}
    title = "Stop the train" if isinstance(action, Stop) else "Use an engineer"
    line = question
    if isinstance(action, Stop) and (rolling := state.current_turn.rolling):
        line = f"Rolled {rolling.die}: {count_noun(rolling.total, 'space')}. {question}"
    seat, engine = action.seat, state.railroads[action.seat].engine
    span = min(engine - 2, *keys), max(engine, *keys) + 2
    near = range(max(1, span[0]), min(span[1], state.railroads[seat].last_track_space) + 1)
    kinds = {landing_kind(state, seat, space) for space in {*keys, *near} if space != engine}
    header_texts = title, _corner_text(state, seat), line
    return (lane_closeup_scene(state, header_texts, seat, keys, asker=seat, span=span, kinds=kinds),)


def _reachable_spaces(state: RailRoader, action: Stop | Engineer) -> tuple[int, ...]:
    """Return the spaces of all offers of the same class as the action."""
    decision = next(decision for decision in decisions(state) if decision.seat == action.seat)
    return tuple(offer.space for offer in decision.offers if isinstance(offer, type(action)))


def build_choice_scenes(state: RailRoader, question: str, choices: Sequence[Choice]) -> tuple[Scene, ...]:
    """Return the picture for choosing a number of sections, with a key at each possible end of the track."""
    actions_by_key = {choice.key: one for choice in choices for one in choice.actions if isinstance(one, Build)}
    seat = next(iter(actions_by_key.values())).seat
    laid = state.railroads[seat].last_track_space
    keys = {laid + SPACES_PER_SECTION * one.sections: words for words, one in actions_by_key.items()}
    header_texts = "Build track", _corner_text(state, seat), question
    span = laid - _LAID_BEHIND, max(keys) + _BEFORE
    return (lane_closeup_scene(state, header_texts, seat, keys, asker=seat, span=span),)


def dynamite_choice_scenes(
    state: RailRoader, names: Names, field: str, question: str, choices: Sequence[Choice]
) -> tuple[Scene, ...]:
    """Return the picture for choosing a rival for dynamite, or a space of that rival's track."""
    keyed_actions = [(choice.key, one) for choice in choices for one in choice.actions if isinstance(one, Dynamite)]
    if field == "rival":
        rivals = {one.rival: words for words, one in keyed_actions}
        return (board_scene(state, (), names, line=question, rivals=rivals),)
    seat, rival = keyed_actions[0][1].seat, keyed_actions[0][1].rival
    keys = {action.space: key for key, action in keyed_actions}
    railroad, name = state.railroads[rival], names[rival - 1]
    header_texts = (
        "Place dynamite",
        f"train on {railroad.engine} · track to {railroad.last_track_space}",
        f"{possessive_of(fit_name(name, 420))} track. {question}",
    )
    span = railroad.engine - 1, railroad.last_track_space
    return (lane_closeup_scene(state, header_texts, rival, keys, asker=seat, span=span, kinds=(DYNAMITE,)),)


def move_preview_scenes(
    state: RailRoader, names: Names, action: Move | Roll | Stop | Engineer | Build | Dynamite
) -> tuple[Scene, ...]:
    """Return the preview of an action: the picture after the action."""
    seat, railroad = action.seat, state.railroads[action.seat]
    state_then: RailRoader
    match action:
        case Move() | Roll():
            field = "waters" if isinstance(action, Move) else "engineers"
            line = f"{_roll_text(action)}: where each roll takes you"
            return (_roll_table_scene(state, seat, (_roll_option(state, "", action, field),), field, line, "ahead"),)
        case Stop(space=space) | Engineer(space=space):
            if space > railroad.last_track_space:
                question = (
                    "The train derails",
                    _corner_text(state, seat),
                    f"Space {space} has no track: the train derails",
                )
                span = railroad.engine - 2, space + 2
                return (lane_closeup_scene(state, question, seat, {}, asker=seat, span=span, kinds=(DERAILS,)),)
            whose = possessive_of(fit_name(names[seat - 1]))
            stays = space == railroad.engine
            line = f"{whose} train {f'stays on {space}' if stays else f'goes from {railroad.engine} to {space}'}"
            question = "Move the train", _corner_text(state, seat), line
            events = () if stays else (TrainMoved(seat, railroad.engine, space),)
            span = min(railroad.engine - 2, space - 2), max(railroad.engine, space) + _BEFORE
            state_then = _state_at_space(state, action)
            kinds = () if stays else (landing_kind(state, seat, space),)
            scene = lane_closeup_scene(
                state_then, question, seat, {}, asker=seat, span=span, events=events, kinds=kinds
            )
            return (scene,)
        case Build(sections=sections):
            state_then = state_after(state, action)
            total = state_then.railroads[seat].sections
            question = (
                "Build track",
                _corner_text(state, seat),
                f"{count_noun(sections, 'more section')}, up to space {SPACES_PER_SECTION * total}",
            )
            build_events = (TrackBuilt(seat, sections, total),)
            span = railroad.last_track_space - _LAID_BEHIND, SPACES_PER_SECTION * total + _BEFORE
            return (lane_closeup_scene(state_then, question, seat, {}, asker=seat, span=span, events=build_events),)
        case Dynamite(rival=rival, space=space):
            state_then = state_after(state, action)
            return (
                board_scene(
                    state_then,
                    (),
                    names,
                    line=f"Dynamite on {possessive_of(fit_name(names[rival - 1], 600))} space {space}",
                ),
            )


def _state_at_space(state: RailRoader, action: Stop | Engineer) -> RailRoader:
    """Return the state with the train on its new space.

    If the train is ambushed there, the cavalry has not rolled yet.
    """
    outcome = outcomes(state, action)[0]
    if not outcome.results:
        return outcome.after
    return outcome.after.update_railroad(action.seat, cavalry=state.board.garrison_behind(action.seat, action.space))


def _corner_text(state: RailRoader, seat: Seat) -> str:
    railroad = state.railroads[seat]
    where = f"train on {railroad.engine}" if railroad.engine else "in Junction City"
    return f"{where} · {f'track to {railroad.last_track_space}' if railroad.last_track_space else 'no track'}"


# -- the table of rolls


def _roll_option(state: RailRoader, words: str, roll: Move | Roll, field: str) -> _RollOption:
    waters = roll.waters.values if isinstance(roll, Move) else ()
    rollings = (Rolling(waters, die, roll.engineers) for die in range(1, DIE_FACES + 1))
    ends = tuple(stop_spaces(state, roll.seat, rolling) for rolling in rollings)
    option_words = " + ".join(map(str, waters)) if field == "waters" else f"{roll.engineers or 'none'}"
    return _RollOption(words, option_words, ends)


def _roll_text(roll: Move | Roll) -> str:
    by = [f"Water {' + '.join(map(str, roll.waters.values))}"] if isinstance(roll, Move) else ["The die"]
    if roll.engineers:
        by.append(count_noun(roll.engineers, "engineer"))
    return " and ".join(by)


def _roll_table_scene(
    state: RailRoader, seat: Seat, options: Sequence[_RollOption], field: str, line: str, name: str
) -> Scene:
    engine = state.railroads[seat].engine
    reachable = [space for option in options for spaces in option.stops for space in spaces]
    wide = any(len(spaces) > 1 for option in options for spaces in option.stops)
    high = _TALL if wide else _ROW
    kinds = {kind for option in options for spaces in option.stops for kind in _landing_kinds(state, seat, spaces)}
    room = _ROOM - _HEAD - high * len(options) - _LINE * len(kinds)
    first = min(engine - 2, *reachable)
    layout = fit_lane_layout(state, seat, first, max(reachable) + 1, keys=False, room=room)
    top = layout.bottom + _ABOVE
    row_shapes = [_draw_row(state, seat, option, top + _HEAD + i * high, high) for i, option in enumerate(options)]
    rows = [shape for row in row_shapes for shape in row]
    meanings, bottom = layout_meanings(kinds, top + _HEAD + len(options) * high)
    layers = (
        header_layer("Move the train", _corner_text(state, seat), line, seat=seat),
        *lane_layers(state, layout, ()),
        make_layer("die", _draw_faces(top, "water" if field == "waters" else "engineers")),
        make_layer("options", rows),
        meanings,
    )
    alt = join_sentences((as_sentence(line), *(_option_alt_text(state, seat, option, field) for option in options)))
    return paper_scene(name, round(bottom), PALETTE, layers, alt)


def _draw_faces(y: float, words: str) -> Iterator[Shape]:
    yield BODY.left(_WORDS, y + _FACES_LINE, words, "column", INK_SOFT)
    beside = (_CELL - _CELL_GAP - _FACE) / 2
    for die in range(1, DIE_FACES + 1):
        yield place_sprite(_CELLS + (die - 1) * _CELL + beside, y + _FACES, _die_sprite(die))


@lru_cache(None)
def _die_sprite(die: int) -> Sprite:
    pips = tuple(Disc(_PIP_APART * x, _PIP_APART * y, _PIP, INK) for x, y in _PIPS[die])
    face = panel(-_FACE / 2, -_FACE / 2, _FACE, _FACE, radius=_FACE_RADIUS)
    return square_sprite(f"die {die}", _FACE, 1, (face, *pips))


def _draw_row(state: RailRoader, seat: Seat, option: _RollOption, y: float, high: float) -> Iterator[Shape]:
    """Draw the row of an option: its key, its cards, and a cell for each die roll."""
    middle = y + (high - _ROW_MIDDLE) / 2
    yield field_box(y - _ROW_UP, high - _ROW_GAP)
    if option.key:
        yield choice_key(option.key, _KEY_AT, middle)
    yield _OPTION.left(
        _WORDS, middle + _OPTION.baseline_shift, option.words, "option", max_width=_CELLS - _WORDS - _WORDS_GAP
    )
    for i, spaces in enumerate(option.stops):
        yield from _draw_cell(state, seat, spaces, _CELLS + i * _CELL, y + _CELL_TOP, high - _CELL_FREE)


def _safe_spaces(state: RailRoader, seat: Seat, spaces: Sequence[int]) -> list[int]:
    return [space for space in spaces if space <= state.railroads[seat].last_track_space]


def _landing_kinds(state: RailRoader, seat: Seat, spaces: Sequence[int]) -> list[LandingKind]:
    """Return the results of stops on these spaces.

    Derailing is included only if every stop derails the train.
    """
    safe = _safe_spaces(state, seat, spaces)
    return list(dict.fromkeys(landing_kind(state, seat, space) for space in safe)) if safe else [DERAILS]


def _draw_cell(
    state: RailRoader, seat: Seat, spaces: Sequence[int], x: float, y: float, high: float
) -> Iterator[Shape]:
    safe, kinds, wide = _safe_spaces(state, seat, spaces), _landing_kinds(state, seat, spaces), _CELL - _CELL_GAP
    if not safe:
        yield Box(x, y, wide, high, CARD, ACCENT, _DERAILED_LINE, _CELL_RADIUS)
        yield FIGURE.middle(x + wide / 2, y + high / 2 + FIGURE.baseline_shift, "derails", "landing", ACCENT)
        return
    signs = [kind for kind in kinds if kind in MEANINGS]
    tint = SPACE_COLORS[signs[0]] if len(safe) == 1 and signs and isinstance(signs[0], Space) else CARD
    yield Box(x, y, wide, high, tint, INK_SOFT, 2, _CELL_RADIUS)
    if len(safe) == 1:
        middle = x + (_SPACE_AT if signs else wide / 2)
        yield NAME.middle(middle, y + high / 2 + NAME.baseline_shift, str(safe[0]), "landing")
        if signs:
            yield draw_kind_sign(signs[0], x + _SIGN_AT, y + high / 2)
        return
    yield NAME.middle(x + wide / 2, y + _RANGE_LINE, f"{min(safe)}–{max(safe)}", "landing")
    for i, kind in enumerate(signs):
        aside = (i - (len(signs) - 1) / 2) * _SIGN_STEP
        yield draw_kind_sign(kind, x + wide / 2 + aside, y + high - _SIGN_UP, _SMALL_SIGN)


def _option_alt_text(state: RailRoader, seat: Seat, option: _RollOption, field: str) -> str:
    """“A (Water 4 + 3): die 1: space 60, river; 2: space 61; …; 6: derails.”"""
    face_texts = []
    for die, spaces in enumerate(option.stops, 1):
        safe = _safe_spaces(state, seat, spaces)
        kinds = "".join(map(kind_text, _landing_kinds(state, seat, spaces)))
        where = f"space {min(safe)}" + (f" to {max(safe)}" if len(safe) > 1 else "") if safe else ""
        face_texts.append(f"{die}: {where}{kinds if safe else 'derails'}")
    rolls = "; ".join(face_texts)
    if not option.key:
        return f"Die {rolls}."
    means = f"Water {option.words}" if field == "waters" else f"engineers {option.words}"
    return f"{option.key} ({means}): die {rolls}."
