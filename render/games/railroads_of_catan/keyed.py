"""Private pictures with keys on the board: free tracks, and items that may be given up or bid for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from string import ascii_uppercase
from typing import NamedTuple

from engine.core.action import Action
from engine.core.seats import Seat
from engine.games.railroads_of_catan.box.graph import Place, Track, ends
from engine.games.railroads_of_catan.box.pieces import Mark as Marked
from engine.games.railroads_of_catan.rules.building import survey
from engine.games.railroads_of_catan.state.actions import Keep, Lay, Mark, Offer, Release
from engine.games.railroads_of_catan.state.items import train_of, upkeep
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from render.fonts import width
from render.games.railroads_of_catan.alt import barrels
from render.games.railroads_of_catan.crop import crop, middle, pill, point_names
from render.games.railroads_of_catan.livery import PALETTE
from render.games.railroads_of_catan.plane import Plane, around, crop_plane
from render.games.railroads_of_catan.proposed import building_of, price_words
from render.games.railroads_of_catan.tracks import spots
from render.games.railroads_of_catan.words import money, named, sentence
from render.labels import joined
from render.painter import Choice
from render.palette import INK_SOFT
from render.parts.frame import FIELD, MARGIN, WIDTH, header, picture
from render.parts.plane import Bounds
from render.parts.text import TAG, Style
from render.scene import Layer, Scene, Shape, Text

_ROW = 62
_PRICE = Style("hb", 48)


class Keyed(NamedTuple):
    """A key at a track, or at a train (by owner and number); ``group`` says what those of its kind cost."""

    key: str
    group: str
    cost: int
    track: Track | None = None
    train: tuple[Seat, int] | None = None


def track_keys(state: RailroadsOfCatan, names: Sequence[str], choices: Iterable[Choice]) -> tuple[Keyed, ...]:
    """Single tracks that may be laid, by price."""
    found = []
    for choice in choices:
        action = choice.actions[0]
        if isinstance(action, Lay) and len(action.path.tracks) == 1:
            works = survey(state, building_of(state, action.seat), action.path.tracks)
            cost = 0 if isinstance(works, str) else works.total
            found.append(Keyed(choice.key, price_words(works, names), cost, action.path.tracks[0]))
    return tuple(found)


def item_keys(state: RailroadsOfCatan, names: Sequence[str], choices: Iterable[Choice]) -> tuple[Keyed, ...]:
    """Tracks and trains that are maintained or not, by their upkeep."""
    return tuple(found for choice in choices if (found := _item(state, names, choice.key, choice.actions[0])))


def _item(state: RailroadsOfCatan, names: Sequence[str], key: str, action: Action) -> Keyed | None:
    if not isinstance(action, Mark | Keep | Release | Offer):
        return None
    owner = action.owner if isinstance(action, Offer) else action.seat
    whose = f"{names[owner - 1]}’s " if isinstance(action, Offer) else ""
    train = train_of(state, owner, action.item)
    if train is not None:
        cost = upkeep(state, owner, action.item)
        where = f"in {named(state, train.at, names)}" if train.at in state.cities else f"at {train.at}"
        size = "large" if train.large else "small"
        group = f"{whose}train {train.number}, {size}, {where}, {barrels(train.goods)}, upkeep {money(cost)}"
        return Keyed(key, group, cost, train=(owner, train.number))
    track = Track(action.item)
    if track not in state.tracks:
        return None
    cost = upkeep(state, owner, action.item)
    return Keyed(key, f"{whose}track, upkeep {money(cost)}", cost, track)


def marked(state: RailroadsOfCatan, names: Sequence[str], seat: Seat, marks: Sequence[Marked]) -> tuple[Keyed, ...]:
    """What a seat has said it will not maintain, lettered."""
    found = []
    for letter, mark in zip(ascii_uppercase, marks, strict=False):
        item = _item(state, names, letter, Keep(seat, mark.item))
        if item is not None:
            unsold = "else paid for" if mark.otherwise == "pay" else "else removed"
            found.append(item._replace(group=f"{item.group}, sold from {money(mark.reserve)}, {unsold}"))
    return tuple(found)


def keyed_scenes(
    state: RailroadsOfCatan, names: Sequence[str], seat: Seat, keyed: Sequence[Keyed], line: str
) -> tuple[Scene, ...]:
    """Keys where the tracks and trains are, and under them the keys again by what they cost."""
    if not keyed:
        return ()
    placed = spots(state.trains, state.cities, state.tracks)
    at = {(train.seat, train.number): (train.at, dx, dy) for train, dx, dy in placed}
    boxes = [around(ends(each.track), 0.75) for each in keyed if each.track]
    boxes += [around((at[each.train][0],), 1.15) for each in keyed if each.train]
    plane = crop_plane(reduce(Bounds.joined, boxes), FIELD + 8)
    bright = [*state.tracks_of(seat), *(each.track for each in keyed if each.track)]
    signs: list[Shape] = []
    for each in keyed:
        if each.track:
            signs += pill(each.key, *middle(plane, each.track))
        elif each.train:
            place, dx, dy = at[each.train]
            x, y = plane.place(place)
            signs += pill(each.key, x + dx * plane.s, y + (dy - 0.32) * plane.s)
    told = tuple(_groups(keyed))
    bottom = plane.y + plane.h
    rows = tuple(_rows(told, bottom + 12))
    pieces = any(each.train for each in keyed)
    maintained = any("upkeep" in each.group for each in keyed)
    title = "Tracks and trains" if maintained else "Trains" if pieces else "Track to lay"
    names_of_points = () if pieces else tuple(_names(state, plane, keyed))
    content = crop(state, plane, bright=bright, top=(*names_of_points, *signs), pieces=pieces)
    layers = (
        header(title, names[seat - 1], line, seat=seat),
        Layer("window", content),
        Layer("prices", rows),
    )
    last = max(row.y for row in rows)
    alt = joined((sentence(line), *(_sentence(keyed, group) for group, _ in told)))
    return (picture("keyed", round(last) + 40, PALETTE, layers, alt),)


def _names(state: RailroadsOfCatan, plane: Plane, keyed: Sequence[Keyed]) -> Iterator[Shape]:
    places = dict.fromkeys(Place(place) for each in keyed if each.track for place in ends(each.track))
    return point_names(state, plane, places, [middle(plane, each.track) for each in keyed if each.track])


def _groups(keyed: Sequence[Keyed]) -> Iterator[tuple[str, list[str]]]:
    """What costs how much: keys by group, the cheapest first."""
    found: dict[str, list[str]] = {}
    for each in sorted(keyed, key=lambda each: each.cost):
        found.setdefault(each.group, []).append(each.key)
    yield from found.items()


def _rows(told: Sequence[tuple[str, list[str]]], top: float) -> Iterator[Text]:
    """“$1,000:” and the keys, over as many lines as they need."""
    y = top
    for group, keys in told:
        y += _ROW
        room = WIDTH - 2 * MARGIN - 28 - TAG.wide(keys[0])
        words = _PRICE.left(MARGIN, y, group, "price", room=room)
        yield words
        x = MARGIN + width(words.words, "hb", words.size) + 28
        for key in keys:
            wide = TAG.wide(key)
            if x + wide > WIDTH - MARGIN:
                x, y = MARGIN + 60.0, y + _ROW
            yield TAG.left(x, y, key, "key", INK_SOFT)
            x += wide + 26


def _sentence(keyed: Sequence[Keyed], group: str) -> str:
    """“$1,000: 1 H33-V85, 2 H33-V86.”"""
    keys = (f"{each.key} {each.track}" if each.track else each.key for each in keyed if each.group == group)
    return f"{group}: {', '.join(keys)}."
