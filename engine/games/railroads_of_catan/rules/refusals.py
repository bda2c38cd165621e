"""Sentences about obstacles to track and trips. (RC Phases 5 and 6)"""

from engine.core import count_noun, dollar_amount
from engine.games.railroads_of_catan.game_data.constants import MAX_TRAINS_PER_CITY, SIZE_NAMES
from engine.games.railroads_of_catan.state.obstacle import Obstacle

_NEIGHBORS = "A track connects a hex’s center with one of its corners, or two corners along a side."


def obstacle_sentence(obstacle: Obstacle | None) -> str:
    """Return a sentence about an obstacle; "" for None."""
    return (
        ""
        if obstacle is None
        else _track_sentence(obstacle)
        or _trip_sentence(obstacle)
        or _stop_sentence(obstacle)
        or _cargo_sentence(obstacle)
    )


def _track_sentence(obstacle: Obstacle) -> str:
    start = "You can’t lay track from {} to {}:".format(*obstacle.places) if len(obstacle.places) > 1 else ""
    match obstacle:
        case Obstacle(key="apart"):
            return f"{start} they aren’t neighbors. {_NEIGHBORS}"
        case Obstacle(key="taken"):
            return f"{start} there already is track."
        case Obstacle(key="unconnected"):
            return f"{start} it isn’t connected. Start at one of your cities or tracks."
        case Obstacle(key="coast"):
            return f"{start} the coast is closed this turn (monsoon)."
        case Obstacle(key="rails", numbers=(left,)):
            return f"You can’t lay {count_noun(left + 1, 'track')}: you have {count_noun(left, 'rail')} left."
        case Obstacle(key="tracks", numbers=(laid, left)):
            return f"You can’t lay {count_noun(laid, 'more track')}: you have {left or 'none'} left this turn."
        case Obstacle(key="cash", numbers=(total, cash)):
            return f"{start} the total would be {dollar_amount(total)}, and you have {dollar_amount(cash)}."
        case Obstacle(key="track-limit", numbers=(total, limit)):
            return f"It would cost {dollar_amount(total)} now, and your limit is {dollar_amount(limit)}."
        case _:
            return ""


def _trip_sentence(obstacle: Obstacle) -> str:
    match obstacle:
        case Obstacle(key="no-train", numbers=(number, *own)):
            theirs = ", ".join(map(str, own))
            return f"You don’t have train {number}. Your trains: {theirs}." if own else "You don’t have any trains."
        case Obstacle(key="ran", numbers=(number,)):
            return f"You can’t run train {number} again: it has already run this turn."
        case Obstacle(key="too-long", numbers=(length, most)):
            return f"This trip is too long ({length} of {most} characters). Sell barrels together: “-2ore”."
        case Obstacle(key="start", places=(first, at), numbers=(number,)):
            return f"You can’t start at {first}: train {number} is at {at}. Start the trip there."
        case Obstacle(key="no-track", places=(a, b)):
            return f"You can’t run from {a} to {b}: there is no track."
        case Obstacle(key="closed", places=(a, b)):
            return f"You can’t run from {a} to {b}: the coast is closed this turn (monsoon)."
        case Obstacle(key="reach" | "stop", places=(place,), numbers=(used, large, most)):
            action = f"reach {place}" if obstacle.key == "reach" else f"stop at {place}"
            return f"You can’t {action}: that takes {used} moves, and a {SIZE_NAMES[bool(large)]} train has {most}."
        case Obstacle(key="fee", places=(place,), numbers=(due, left)):
            return f"You can’t pay the {dollar_amount(due)} fee at {place}: you would have only {dollar_amount(left)}."
        case Obstacle(key="fee-limit", numbers=(fees, limit)):
            return f"The fees would be {dollar_amount(fees)} now, and your limit is {dollar_amount(limit)}."
        case _:
            return ""


def _stop_sentence(obstacle: Obstacle) -> str:
    """Return a sentence about an obstacle to working or ending at a place."""
    place = obstacle.places[0]
    match obstacle.key:
        case "no-city":
            return f"You can’t load or sell at {place}: it isn’t a city."
        case "full-stop":
            full = f"{MAX_TRAINS_PER_CITY} trains are already there"
            return f"You can’t load or sell at {place}: {full}. You can pass through."
        case "full-city":
            return f"You can’t end at {place}: {MAX_TRAINS_PER_CITY} trains are already there."
        case "full-point":
            return f"You can’t end at {place}: another train is there, and only a city holds more than 1."
        case _:
            return ""


def _cargo_sentence(obstacle: Obstacle) -> str:
    (place, *other_city), good = obstacle.places, next(iter(obstacle.goods), "")
    match obstacle:
        case Obstacle(key="unload", numbers=(barrels, carried)):
            return f"You can’t unload {barrels} {good} at {place}: the train carries {carried or 'none'}."
        case Obstacle(key="own-good"):
            return f"You can’t sell {good} at {place}: that city makes it."
        case Obstacle(key="no-order", letter=letter):
            return f"You can’t fill order {letter}: it isn’t open."
        case Obstacle(key="other-order", letter=letter, goods=(_, wanted)):
            needs = f"it needs {wanted} at {other_city[0]}"
            return f"You can’t fill order {letter} with {good} at {place}: {needs}."
        case Obstacle(key="room", numbers=(barrels, room)):
            left = f"room for {room}" if room else "no room"
            return f"You can’t load {barrels} {good} at {place}: the train has {left}."
        case Obstacle(key="price", numbers=(barrels, cost, left)):
            price = f"that costs {dollar_amount(cost)}, and you would have only {dollar_amount(left)}"
            return f"You can’t load {barrels} {good} at {place}: {price}."
        case _:
            raise ValueError(f"no sentence for {obstacle.key}")
