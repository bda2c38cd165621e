"""Private pictures with keys at tracks and trains, for new track and for items to give up or buy."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from string import ascii_uppercase
from typing import NamedTuple

from msgspec.structs import replace

from engine.core import Action, Seat, dollar_amount
from engine.games.railroads_of_catan.game_data.constants import SIZE_NAMES
from engine.games.railroads_of_catan.game_data.island import NodeId, Track, track_ends
from engine.games.railroads_of_catan.game_data.pieces import MaintenanceMark as Marked
from engine.games.railroads_of_catan.game_data.pieces import TrainPiece
from engine.games.railroads_of_catan.rules.building import quote_tracks
from engine.games.railroads_of_catan.rules.sale import min_accepted_bid
from engine.games.railroads_of_catan.state.actions import Keep, Lay, Mark, Offer, PlanRun, Release, Run, Upgrade
from engine.games.railroads_of_catan.state.obstacle import Obstacle
from engine.games.railroads_of_catan.state.sellable_items import train_of_item, upkeep_cost
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from render.fonts import text_width
from render.games.railroads_of_catan.board.board_viewport import BoardViewport, bounds_around, crop_viewport
from render.games.railroads_of_catan.board.crops import CropWindow, draw_crop, draw_pill, draw_point_names, track_middle
from render.games.railroads_of_catan.board.track_layers import train_spots
from render.games.railroads_of_catan.captions import as_sentence, barrels_text, line_name, train_place_text
from render.games.railroads_of_catan.choices.proposed_track import current_building, price_text
from render.games.railroads_of_catan.colors import PALETTE
from render.painter import Choice
from render.palette import INK_SOFT
from render.parts.page_layout import CONTENT_WIDTH, MARGIN, RIGHT, header_layer, paper_scene
from render.parts.typography import TAG, TextStyle
from render.parts.viewport import Bounds
from render.scene import Focus, Layer, Scene, Shape, Text
from render.scene_cropping import focus_around
from render.text_fitting import Names, join_sentences

_UNDER, _FOOT, _ROW = 12, 40, 62
_TRACK_AIR, _TRAIN_AIR, _KEY_UP = 0.75, 1.15, 0.32
"""Margins around tracks and trains, and the distance of a key above its train, in hex sizes."""
_PRICE = TextStyle("hb", 48)
_PRICE_GAP, _KEY_GAP, _INDENT = 28, 26, 60.0


class ItemKey(NamedTuple):
    """A key at a track, or at a train, given as (owner, number).

    ``group`` is the price or the description under which the key is listed.
    """

    key: str
    group: str
    cost: int
    track: Track | None = None
    train: tuple[Seat, int] | None = None


def track_keys(state: RailroadsOfCatan, names: Names, choices: Iterable[Choice]) -> tuple[ItemKey, ...]:
    """Return keys for the choices that lay a single track, with the prices."""
    keys = []
    for choice in choices:
        action = choice.actions[0]
        if isinstance(action, Lay) and len(action.path.tracks) == 1:
            quote = quote_tracks(state, current_building(state, action.seat), action.path.tracks)
            cost = 0 if isinstance(quote, Obstacle) else quote.total
            keys.append(ItemKey(choice.key, price_text(quote, names), cost, action.path.tracks[0]))
    return tuple(keys)


def item_keys(state: RailroadsOfCatan, names: Names, choices: Iterable[Choice]) -> tuple[ItemKey, ...]:
    """Return keys for the choices of tracks and trains to give up, keep, or buy, with the upkeep."""
    items = (_item_key(state, names, choice.key, choice.actions[0]) for choice in choices)
    return tuple(item for item in items if item is not None)


def train_keys(state: RailroadsOfCatan, names: Names, choices: Iterable[Choice]) -> tuple[ItemKey, ...]:
    """Return keys for the choices of trains, with the places and cargo of the trains."""
    keys = []
    for choice in choices:
        action = choice.actions[0]
        train = state.find_train(action.seat, action.number) if isinstance(action, Run | PlanRun | Upgrade) else None
        if train:
            group = _train_text(state, _names_to_owner(names, train.seat), train)
            keys.append(ItemKey(choice.key, group, train.number, train=(train.seat, train.number)))
    return tuple(keys)


def _train_text(state: RailroadsOfCatan, names: Names, train: TrainPiece) -> str:
    """“train 1 (large) in Ada 5, 2 ore”."""
    return (
        f"train {train.number} ({SIZE_NAMES[train.large]}) {train_place_text(state, train, names)}, "
        f"{barrels_text(train.goods)}"
    )


def _names_to_owner(names: Names, seat: Seat) -> Names:
    """Return the names with “your” in place of one seat's name, for texts such as “your 5” instead of “Ada 5”."""
    return (*names[: seat - 1], "your", *names[seat:])


def _item_key(state: RailroadsOfCatan, names: Names, key: str, action: Action) -> ItemKey | None:
    if not isinstance(action, Mark | Keep | Release | Offer):
        return None
    owner = action.owner if isinstance(action, Offer) else action.seat
    whose = f"{names[owner - 1]}’s " if isinstance(action, Offer) else ""
    train = train_of_item(state, owner, action.item)
    if train is not None:
        cost = upkeep_cost(state, owner, action.item)
        names_read = names if whose else _names_to_owner(names, owner)
        group = f"{whose}{_train_text(state, names_read, train)}, upkeep {dollar_amount(cost)}"
        return ItemKey(key, group, cost, train=(owner, train.number))
    track = Track(action.item)
    if track not in state.tracks:
        return None
    cost = upkeep_cost(state, owner, action.item)
    return ItemKey(key, f"{whose}track, upkeep {dollar_amount(cost)}", cost, track)


def keys_of_marks(state: RailroadsOfCatan, names: Names, seat: Seat, marks: Sequence[Marked]) -> tuple[ItemKey, ...]:
    """Return keys for the items that a seat plans to give up."""
    keys = []
    for letter, mark in zip(ascii_uppercase, marks, strict=False):
        item = _item_key(state, names, letter, Keep(seat, mark.item))
        if item is not None:
            unsold = "else pay upkeep" if mark.otherwise == "pay" else "else remove"
            least = dollar_amount(min_accepted_bid(state, seat, mark))
            keys.append(item._replace(group=f"{item.group}, for {least} or more, {unsold}"))
    return tuple(keys)


def item_choice_scenes(
    state: RailroadsOfCatan, names: Names, seat: Seat, item_keys_shown: Sequence[ItemKey], line: str
) -> tuple[Scene, ...]:
    """Draw a close-up with keys at tracks and trains, and a list of the keys; no picture without keys."""
    if not item_keys_shown:
        return ()
    viewport, window = _item_window(state, seat, item_keys_shown)
    keys_by_group = _keys_by_group(item_keys_shown)
    rows = tuple(_draw_rows(keys_by_group, viewport.y + viewport.h + _UNDER))
    layers = (
        header_layer(_title_text(item_keys_shown), names[seat - 1], line, seat=seat),
        Layer("window", window),
        Layer("prices", rows),
    )
    last = max(row.y for row in rows)
    alt = join_sentences(
        (as_sentence(line), *(_group_sentence(state, names, item_keys_shown, group) for group in keys_by_group))
    )
    scene = paper_scene("keyed", round(last) + _FOOT, PALETTE, layers, alt)
    return (replace(scene, focus=tuple(_focus_boxes(state, viewport, item_keys_shown))),)


def _focus_boxes(
    state: RailroadsOfCatan, viewport: BoardViewport, item_keys_shown: Sequence[ItemKey]
) -> Iterator[Focus]:
    at = {key: place for key, place, _, _ in _train_key_spots(state, item_keys_shown)}
    for item in item_keys_shown:
        places = track_ends(item.track) if item.track else (at[item.key],) if item.key in at else ()
        if places:
            yield focus_around(item.key, *map(viewport.node_point, places), around=viewport.scale)


def _title_text(item_keys_shown: Sequence[ItemKey]) -> str:
    if any("upkeep" in item.group for item in item_keys_shown):
        return "Tracks and trains"
    return "Trains" if any(item.train for item in item_keys_shown) else "Track to lay"


def _item_window(state: RailroadsOfCatan, seat: Seat, item_keys_shown: Sequence[ItemKey]) -> CropWindow:
    """The window of a close-up that shows all tracks and trains with keys; without trains, also the names of points."""
    tracks = [(item.key, item.track) for item in item_keys_shown if item.track]
    trains = list(_train_key_spots(state, item_keys_shown))
    boxes = [bounds_around(track_ends(track), _TRACK_AIR) for _, track in tracks]
    boxes += [bounds_around((place,), _TRAIN_AIR) for _, place, _, _ in trains]
    viewport = crop_viewport(reduce(Bounds.union, boxes))
    signs: list[Shape] = []
    for key, track in tracks:
        signs += draw_pill(key, *track_middle(viewport, track))
    for key, place, dx, dy in trains:
        x, y = viewport.node_point(place)
        signs += draw_pill(key, x + dx * viewport.scale, y + (dy - _KEY_UP) * viewport.scale)
    names = () if trains else _draw_names(state, viewport, [track for _, track in tracks])
    bright = [*state.tracks_of(seat), *(track for _, track in tracks)]
    return viewport, draw_crop(state, viewport, bright=bright, top=(*names, *signs), pieces=bool(trains))


def _train_key_spots(
    state: RailroadsOfCatan, item_keys_shown: Sequence[ItemKey]
) -> Iterator[tuple[str, NodeId, float, float]]:
    """Yield (key, point, distance across, distance down) of each train that has a key, in hex sizes."""
    keys = {item.train: item.key for item in item_keys_shown}
    for train, dx, dy in train_spots(state.trains, state.cities, state.tracks):
        key = keys.get((train.seat, train.number))
        if key:
            yield key, train.at, dx, dy


def _draw_names(state: RailroadsOfCatan, viewport: BoardViewport, tracks: Sequence[Track]) -> Iterator[Shape]:
    places = dict.fromkeys(place for track in tracks for place in track_ends(track))
    return draw_point_names(state, viewport, places, [track_middle(viewport, track) for track in tracks])


def _keys_by_group(item_keys_shown: Sequence[ItemKey]) -> Mapping[str, Sequence[str]]:
    """Return the keys of each group, the group with the lowest cost first."""
    keys_by_group: dict[str, list[str]] = {}
    for item in sorted(item_keys_shown, key=lambda item: item.cost):
        keys_by_group.setdefault(item.group, []).append(item.key)
    return keys_by_group


def _draw_rows(keys_by_group: Mapping[str, Sequence[str]], top: float) -> Iterator[Text]:
    """Draw each group with its keys. If the description of a train begins with the key, the key is not repeated."""
    y = top
    for group, keys in keys_by_group.items():
        y += _ROW
        room = CONTENT_WIDTH - _PRICE_GAP - TAG.width(keys[0])
        group_text = _PRICE.left(MARGIN, y, group, "price", max_width=room)
        yield group_text
        x = MARGIN + text_width(group_text.words, group_text.face, group_text.size) + _PRICE_GAP
        for key in keys if not group.startswith(f"train {keys[0]} ") else ():
            wide = TAG.width(key)
            if x + wide > RIGHT:
                x, y = MARGIN + _INDENT, y + _ROW
            yield TAG.left(x, y, key, "key", INK_SOFT)
            x += wide + _KEY_GAP


def _group_sentence(state: RailroadsOfCatan, names: Names, item_keys_shown: Sequence[ItemKey], group: str) -> str:
    """Return “$1,000: 1 Ada 5–V85, 2 Ada 5–V86.”: a group with its keys and their tracks."""
    keys = (
        f"{item.key} {line_name(state, track_ends(item.track), names)}" if item.track else item.key
        for item in item_keys_shown
        if item.group == group
    )
    return f"{group[0].upper()}{group[1:]}: {', '.join(keys)}."
