"""Private pictures with keys on the board: free tracks, and items that may be given up or bid for."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from string import ascii_uppercase
from typing import NamedTuple

from msgspec.structs import replace

from engine.core import Action, Seat, dollars
from engine.games.railroads_of_catan.box.figures import LARGE
from engine.games.railroads_of_catan.box.island import Place, Track, ends
from engine.games.railroads_of_catan.box.pieces import Mark as Marked
from engine.games.railroads_of_catan.box.pieces import Train
from engine.games.railroads_of_catan.rules.building import survey
from engine.games.railroads_of_catan.rules.sale import least_taken
from engine.games.railroads_of_catan.state.actions import Keep, Lay, Mark, Offer, PlanRun, Release, Run, Upgrade
from engine.games.railroads_of_catan.state.items import train_of, upkeep
from engine.games.railroads_of_catan.state.obstacle import Obstacle
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from render.fonts import width
from render.games.railroads_of_catan.crop import Looked, crop, middle, pill, point_names
from render.games.railroads_of_catan.livery import PALETTE
from render.games.railroads_of_catan.plane import Plane, around, crop_plane
from render.games.railroads_of_catan.proposed import building_of, price_words
from render.games.railroads_of_catan.tracks import spots
from render.games.railroads_of_catan.words import barrels, line_named, sentence, stands
from render.labels import Names, joined
from render.painter import Choice
from render.palette import INK_SOFT
from render.parts.frame import MARGIN, RIGHT, ROOM, header, picture
from render.parts.plane import Bounds
from render.parts.text import TAG, Style
from render.scene import Focus, Layer, Scene, Shape, Text
from render.window import focus_on

_UNDER, _FOOT, _ROW = 12, 40, 62
_TRACK_AIR, _TRAIN_AIR, _KEY_UP = 0.75, 1.15, 0.32
"""What the window shows around tracks and trains, and from a train up to its key, in sizes of a hex."""
_PRICE = Style("hb", 48)
_PRICE_GAP, _KEY_GAP, _INDENT = 28, 26, 60.0


class Keyed(NamedTuple):
    """A key at a track, or at a train (by owner and number); ``group`` says what those of its kind cost."""

    key: str
    group: str
    cost: int
    track: Track | None = None
    train: tuple[Seat, int] | None = None


def track_keys(state: RailroadsOfCatan, names: Names, choices: Iterable[Choice]) -> tuple[Keyed, ...]:
    """Single tracks that may be laid, by price."""
    found = []
    for choice in choices:
        action = choice.actions[0]
        if isinstance(action, Lay) and len(action.path.tracks) == 1:
            works = survey(state, building_of(state, action.seat), action.path.tracks)
            cost = 0 if isinstance(works, Obstacle) else works.total
            found.append(Keyed(choice.key, price_words(works, names), cost, action.path.tracks[0]))
    return tuple(found)


def item_keys(state: RailroadsOfCatan, names: Names, choices: Iterable[Choice]) -> tuple[Keyed, ...]:
    """Tracks and trains that are maintained or not, by their upkeep."""
    items = (_item(state, names, choice.key, choice.actions[0]) for choice in choices)
    return tuple(item for item in items if item is not None)


def train_keys(state: RailroadsOfCatan, names: Names, choices: Iterable[Choice]) -> tuple[Keyed, ...]:
    """Trains to choose one from, with what they carry."""
    found = []
    for choice in choices:
        action = choice.actions[0]
        train = state.train(action.seat, action.number) if isinstance(action, Run | PlanRun | Upgrade) else None
        if train:
            words = _train_words(state, names, train)
            found.append(Keyed(choice.key, words, train.number, train=(train.seat, train.number)))
    return tuple(found)


def _train_words(state: RailroadsOfCatan, names: Names, train: Train) -> str:
    """“train 1 (large) in Ada 5, 2 ore”."""
    return f"train {train.number} ({LARGE[train.large]}) {stands(state, train, names)}, {barrels(train.goods)}"


def _item(state: RailroadsOfCatan, names: Names, key: str, action: Action) -> Keyed | None:
    if not isinstance(action, Mark | Keep | Release | Offer):
        return None
    owner = action.owner if isinstance(action, Offer) else action.seat
    whose = f"{names[owner - 1]}’s " if isinstance(action, Offer) else ""
    train = train_of(state, owner, action.item)
    if train is not None:
        cost = upkeep(state, owner, action.item)
        group = f"{whose}{_train_words(state, names, train)}, upkeep {dollars(cost)}"
        return Keyed(key, group, cost, train=(owner, train.number))
    track = Track(action.item)
    if track not in state.tracks:
        return None
    cost = upkeep(state, owner, action.item)
    return Keyed(key, f"{whose}track, upkeep {dollars(cost)}", cost, track)


def marked(state: RailroadsOfCatan, names: Names, seat: Seat, marks: Sequence[Marked]) -> tuple[Keyed, ...]:
    """The items that a seat plans to give up, lettered."""
    found = []
    for letter, mark in zip(ascii_uppercase, marks, strict=False):
        item = _item(state, names, letter, Keep(seat, mark.item))
        if item is not None:
            unsold = "else pay upkeep" if mark.otherwise == "pay" else "else remove"
            least = dollars(least_taken(state, seat, mark))
            found.append(item._replace(group=f"{item.group}, for {least} or more, {unsold}"))
    return tuple(found)


def keyed_scenes(
    state: RailroadsOfCatan, names: Names, seat: Seat, keyed: Sequence[Keyed], line: str
) -> tuple[Scene, ...]:
    """Keys where the tracks and trains are, and under them the keys again by what they cost."""
    if not keyed:
        return ()
    plane, window = _window(state, seat, keyed)
    told = _groups(keyed)
    rows = tuple(_rows(told, plane.y + plane.h + _UNDER))
    layers = (
        header(_title(keyed), names[seat - 1], line, seat=seat),
        Layer("window", window),
        Layer("prices", rows),
    )
    last = max(row.y for row in rows)
    alt = joined((sentence(line), *(_sentence(state, names, keyed, group) for group in told)))
    scene = picture("keyed", round(last) + _FOOT, PALETTE, layers, alt)
    return (replace(scene, focus=tuple(_focus(state, plane, keyed))),)


def _focus(state: RailroadsOfCatan, plane: Plane, keyed: Sequence[Keyed]) -> Iterator[Focus]:
    """The boxes of tracks and trains."""
    at = {key: place for key, place, _, _ in _trains(state, keyed)}
    for each in keyed:
        places = ends(each.track) if each.track else (at[each.key],) if each.key in at else ()
        if places:
            yield focus_on(each.key, *map(plane.place, places), around=plane.s)


def _title(keyed: Sequence[Keyed]) -> str:
    if any("upkeep" in each.group for each in keyed):
        return "Tracks and trains"
    return "Trains" if any(each.train for each in keyed) else "Track to lay"


def _window(state: RailroadsOfCatan, seat: Seat, keyed: Sequence[Keyed]) -> Looked:
    """A close look at all of it with the keys; names of points where no trains are asked for."""
    tracks = [(each.key, each.track) for each in keyed if each.track]
    trains = list(_trains(state, keyed))
    boxes = [around(ends(track), _TRACK_AIR) for _, track in tracks]
    boxes += [around((place,), _TRAIN_AIR) for _, place, _, _ in trains]
    plane = crop_plane(reduce(Bounds.joined, boxes))
    signs: list[Shape] = []
    for key, track in tracks:
        signs += pill(key, *middle(plane, track))
    for key, place, dx, dy in trains:
        x, y = plane.place(place)
        signs += pill(key, x + dx * plane.s, y + (dy - _KEY_UP) * plane.s)
    names = () if trains else _names(state, plane, [track for _, track in tracks])
    bright = [*state.tracks_of(seat), *(track for _, track in tracks)]
    return plane, crop(state, plane, bright=bright, top=(*names, *signs), pieces=bool(trains))


def _trains(state: RailroadsOfCatan, keyed: Sequence[Keyed]) -> Iterator[tuple[str, Place, float, float]]:
    """Keys of trains, where each train stands, and how far from the point."""
    keys = {each.train: each.key for each in keyed}
    for train, dx, dy in spots(state.trains, state.cities, state.tracks):
        key = keys.get((train.seat, train.number))
        if key:
            yield key, train.at, dx, dy


def _names(state: RailroadsOfCatan, plane: Plane, tracks: Sequence[Track]) -> Iterator[Shape]:
    places = dict.fromkeys(place for track in tracks for place in ends(track))
    return point_names(state, plane, places, [middle(plane, track) for track in tracks])


def _groups(keyed: Sequence[Keyed]) -> Mapping[str, Sequence[str]]:
    """The keys by the words for their cost, the cheapest first."""
    found: dict[str, list[str]] = {}
    for each in sorted(keyed, key=lambda each: each.cost):
        found.setdefault(each.group, []).append(each.key)
    return found


def _rows(told: Mapping[str, Sequence[str]], top: float) -> Iterator[Text]:
    """“$1,000:” and the keys, over as many lines as they need."""
    y = top
    for group, keys in told.items():
        y += _ROW
        room = ROOM - _PRICE_GAP - TAG.wide(keys[0])
        words = _PRICE.left(MARGIN, y, group, "price", room=room)
        yield words
        x = MARGIN + width(words.words, words.face, words.size) + _PRICE_GAP
        for key in keys:
            wide = TAG.wide(key)
            if x + wide > RIGHT:
                x, y = MARGIN + _INDENT, y + _ROW
            yield TAG.left(x, y, key, "key", INK_SOFT)
            x += wide + _KEY_GAP


def _sentence(state: RailroadsOfCatan, names: Names, keyed: Sequence[Keyed], group: str) -> str:
    """“$1,000: 1 Ada 5–V85, 2 Ada 5–V86.”"""
    keys = (_key(state, names, each) for each in keyed if each.group == group)
    return f"{group[0].upper()}{group[1:]}: {', '.join(keys)}."


def _key(state: RailroadsOfCatan, names: Names, each: Keyed) -> str:
    return f"{each.key} {line_named(state, ends(each.track), names)}" if each.track else each.key
