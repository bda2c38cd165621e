"""Cities: whose turn it is to found one, where, and wishes for hexes. (RC Game Setup; rulings 7-9)"""

from collections.abc import Collection, Iterator

import msgspec

from engine.core import Action, Phase, Rule, Seat, counted
from engine.games.railroads_of_catan.box.figures import DOTS
from engine.games.railroads_of_catan.box.island import Place, is_hex
from engine.games.railroads_of_catan.box.pieces import City
from engine.games.railroads_of_catan.rules.listed import Listed
from engine.games.railroads_of_catan.state.actions import Pick, Prefer
from engine.games.railroads_of_catan.state.events import CityFounded
from engine.games.railroads_of_catan.state.paths import Ranking
from engine.games.railroads_of_catan.state.phases import Draft
from engine.games.railroads_of_catan.state.plans import NewPlan
from engine.games.railroads_of_catan.state.state import Plans, RailroadsOfCatan


def asked(state: RailroadsOfCatan, draft: Draft) -> tuple[Seat, int]:
    """The seat that founds the next city, and the number of its dots."""
    round, place = divmod(draft.done, state.seats)
    return state.from_seat(state.first)[(place + round) % state.seats], DOTS[round]


def free(state: RailroadsOfCatan, draft: Draft) -> tuple[Place, ...]:
    """The hexes it may be on."""
    _, dots = asked(state, draft)
    return tuple(hex for hex in state.layout.sites(dots) if hex not in state.cities)


def _offers(state: RailroadsOfCatan, draft: Draft) -> Iterator[Pick]:
    seat, _ = asked(state, draft)
    return (Pick(seat, hex) for hex in free(state, draft))


def founded(state: RailroadsOfCatan, draft: Draft, hex: Place) -> RailroadsOfCatan:
    """A city of the seat that is asked stands on a hex."""
    seat, dots = asked(state, draft)
    state = state.found(hex, City(seat, dots)).tell(CityFounded(seat, hex, dots))
    return state.become(msgspec.structs.replace(draft, done=draft.done + 1))


def _picked(state: RailroadsOfCatan, draft: Draft, action: Pick) -> RailroadsOfCatan:
    return founded(state, draft, action.hex)


def _refusal(state: RailroadsOfCatan, draft: Draft, action: Pick) -> str:
    _, dots = asked(state, draft)
    left = f"Free hexes with {dots} dots: {', '.join(free(state, draft))}."
    if not is_hex(action.hex):
        return f"{action.hex} isn’t a hex. {left}"
    if action.hex in state.cities:
        return f"You can’t found a city at {action.hex}: it already has one. {left}"
    has = counted(state.layout.dots(action.hex), "dot")
    return f"You can’t found a {dots}-dot city at {action.hex}: the hex has {has}. {left}"


PICK = Rule((Pick,), _offers, _picked, _refusal)


# -- wishes, which are said ahead


def wishable(state: RailroadsOfCatan, draft: Draft, seat: Seat) -> tuple[Place, ...]:
    """The free hexes that a seat may wish for: of the dots that it will be asked about, but is not now."""
    starting = state.from_seat(state.first).index(seat)
    places = ((starting - round) % state.seats + round * state.seats for round in range(len(DOTS)))
    dots = [dots for dots, place in zip(DOTS, places, strict=True) if place > draft.done]
    return tuple(hex for few in dots for hex in state.layout.sites(few) if hex not in state.cities)


def wished(state: RailroadsOfCatan, draft: Draft) -> Place | None:
    """The best free hex that the seat that is asked has ranked. A view of another seat sees no wishes."""
    seat, _ = asked(state, draft)
    plans, left = state.plans[seat].value, free(state, draft)
    return next((hex for hex in plans.wishes if hex in left), None) if plans else None


def granted(state: RailroadsOfCatan, seat: Seat, hex: Place) -> RailroadsOfCatan:
    """A wish is gone when it has come true: what was hidden has been used, so no move before it is taken back."""
    wishes = state.plans[seat].open().wishes
    return state.replan(seat, wishes=tuple(wish for wish in wishes if wish != hex))


def unwished(state: RailroadsOfCatan) -> RailroadsOfCatan:
    """All cities are founded; wishes that are left are of no use."""
    for seat in state.everyone:
        state = state.replan(seat, wishes=())
    return state


class Wishes(Listed):
    """Rankings of free hexes; listed: each hex after those wished for, or first when all are. (RC Game Setup)"""

    def __init__(self, seat: Seat, plans: Plans, free: tuple[Place, ...]) -> None:
        self.seat, self.said, self.free = seat, plans.wishes, free

    def _some(self) -> Iterator[Prefer]:
        wished = tuple(hex for hex in self.said if hex in self.free)
        for hex in self.free:
            if hex not in wished:
                yield Prefer(self.seat, Ranking((*wished, hex)))
            elif len(wished) == len(self.free):
                yield Prefer(self.seat, Ranking((hex, *(other for other in wished if other != hex))))

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, Prefer) or action.seat != self.seat:
            return False
        hexes = action.hexes.hexes
        if hexes == self.said or len(set(hexes)) < len(hexes):
            return False
        return set(hexes) <= set(self.free)


def _wishes(state: RailroadsOfCatan, phase: Phase[RailroadsOfCatan], seat: Seat) -> Collection[Action]:
    if not isinstance(phase, Draft):
        return ()
    return Wishes(seat, state.said(seat), wishable(state, phase, seat))


def _preferred(state: RailroadsOfCatan, phase: Phase[RailroadsOfCatan], action: Prefer) -> RailroadsOfCatan:
    hexes = action.hexes.hexes
    return state.say(action.seat, NewPlan(wishes=hexes), wishes=hexes)


def _no_wish(state: RailroadsOfCatan, phase: Phase[RailroadsOfCatan], action: Prefer) -> str:
    if not isinstance(phase, Draft):
        return "You can’t rank hexes now: all cities are founded."
    hexes, left = action.hexes.hexes, wishable(state, phase, action.seat)
    for place, hex in enumerate(hexes):
        if hex not in left:
            return f"You can’t rank {hex} for your next cities. Free hexes for them: {', '.join(left)}."
        if hex in hexes[:place]:
            return f"You can’t rank {hex} twice. Name each hex once."
    return ""


PREFER = Rule((Prefer,), _wishes, _preferred, _no_wish)
