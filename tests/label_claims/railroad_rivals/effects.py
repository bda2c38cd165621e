"""Effects of a move of Railroad Rivals, read from the states around it and not from the functions that label it."""

import re
from collections import Counter
from collections.abc import Iterable

from engine.core import Event, Seat
from engine.games.railroad_rivals.game_data.printed_data import RAILROAD_NAMES
from engine.games.railroad_rivals.robber_baron.events import SizeScored
from engine.games.railroad_rivals.state.events import StocksScored
from engine.games.railroad_rivals.state.state import RailroadRivals

RAILROAD = rf"(?<![\w&])(?:{'|'.join(RAILROAD_NAMES)})(?![\w&])"
NUMBER = r"(\d+|no|none)"


class UnknownText(Exception):
    """A text of unknown form, so that its claims cannot be read."""


def match(pattern: str, words: str) -> re.Match[str]:
    """Match a text with a known form. Raises ``UnknownText``."""
    found = re.search(pattern, words)
    if found is None:
        raise UnknownText(words)
    return found


def number(word: str) -> int:
    """Return the number that a text says. “none” and “no” are 0."""
    return 0 if word in ("no", "none") else int(word)


def listed_words(words: str) -> list[str]:
    """Return the parts of a list in a sentence: “coal, grain ×2, and wood”. A counted part is repeated."""
    parts = [part for part in re.split(r", and |, or | and | or |, ", words) if part]
    found = [(part.partition(" ×")[0], int(part.partition(" ×")[2] or 1)) for part in parts]
    return sorted(word for word, times in found for _ in range(times))


def gained(before: RailroadRivals, after: RailroadRivals, events: Iterable[Event]) -> dict[Seat, int]:
    """Return the points that each seat won or lost by a move, without the final scoring that may follow at once."""
    final: Counter[Seat] = Counter()
    for event in events:
        if isinstance(event, StocksScored | SizeScored):
            final[event.seat] += event.points
    changes = {seat: after.score[seat] - before.score[seat] - final[seat] for seat in before.everyone}
    return {seat: points for seat, points in changes.items() if points}


def moved(before: RailroadRivals, after: RailroadRivals) -> dict[str, int]:
    """Return the new value of each railroad whose value changed."""
    return {name: value for name, value in after.value.items() if value != before.value[name]}


def points_said(words: str, you: Seat) -> dict[Seat, int]:
    """Return the points of a delivery by seat: “3 points for you, 1 more for the hotel in Omaha, 2 for Player 3”."""
    said: Counter[Seat] = Counter()
    for points, _ in re.findall(rf"{NUMBER} points? for (you)", words):
        said[you] += number(points)
    for points in re.findall(r"(\d+) more for ", words):
        said[you] += int(points)
    for points, seat in re.findall(r"(\d+) for Player (\d)", words):
        said[Seat(int(seat))] += int(points)
    return {seat: points for seat, points in said.items() if points}


def values_said(words: str) -> dict[str, int]:
    """Return the new values of railroads: “UP rises to 4”, “ATSF and MP fall from 5 to 1”, “B&O rises by 2 to 4”."""
    found: dict[str, int] = {}
    pattern = rf"((?:{RAILROAD}(?:, and |, | and )?)+) (?:rise|fall)s?(?: by \d+| from \d+)? to (\d+)"
    for names, value in re.findall(pattern, words):
        found |= {name: int(value) for name in re.findall(RAILROAD, names)}
    return found


def links_said(words: str) -> list[tuple[str, str]]:
    """Return the links of a placement: “B&O link to St. Louis and PRR link to Cleveland”."""
    return sorted(re.findall(r"([A-Z&]{2,}) link to ([A-Z][\w. ]*?)(?=, and | and |, |:| \(|\.?$)", words))


def links_made(before: RailroadRivals, after: RailroadRivals) -> list[tuple[str, str]]:
    """Return the new links on the table, as pairs of railroad and neighboring city."""
    return sorted((link.railroad, link.b) for link in after.board.links[len(before.board.links) :])


def cubes_said(words: str) -> int | None:
    """Return the number of cubes that a text promises, or None."""
    if "the bag is empty" in words:
        return 0
    found = re.search(rf"[dD]raw {NUMBER} (?:new )?cubes?", words)
    return number(found[1]) if found else None


def cubes_drawn(before: RailroadRivals, after: RailroadRivals, city: str) -> int:
    """Return the number of cubes that a city got."""
    return len(after.goods.get(city, ())) - len(before.goods.get(city, ()))


def held(state: RailroadRivals, railroad: str) -> dict[Seat, int]:
    """Return the number of tiles of a railroad's company that each seat has."""
    company = state.baron.company_of(railroad)
    return {seat: sum(owned.get(name, 0) for name in company) for seat, owned in state.stocks.items()}
