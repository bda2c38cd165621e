"""Numbers in alt texts of public pictures, compared with the table."""

import re
from collections.abc import Iterator

from engine.core import Seat
from engine.games.railroad_rivals.game_data.printed_data import CITY_TILES
from engine.games.railroad_rivals.solitaire.numbers import FIRST_CUBES, SCORING_SPOTS
from engine.games.railroad_rivals.state.state import RailroadRivals
from render.scene import Scene
from tests.label_claims.frame import Claim
from tests.label_claims.railroad_rivals import effects as does

_PLAYER = r"Player (\d):? "


def table_claims(scene: Scene, state: RailroadRivals, seat: Seat | None = None) -> Iterator[Claim]:
    """Yield the numbers of an alt text. ``seat`` is whose hand is shown; without it the picture is public."""
    alt = scene.alt
    yield from _links(alt, state)
    yield from _board(alt, state)
    yield from _stocks(alt, state)
    yield from _players(alt, state)
    yield from _offer(alt, state)
    if seat is not None:
        yield from _hand(alt, state, seat)
    if state.seats == 1:
        yield from _progression(alt, state)


def _links(alt: str, state: RailroadRivals) -> Iterator[Claim]:
    """Yield the links of each player in total, and those that a part of the table shows."""
    for player, count, rest in re.findall(rf"Player (\d) has {does.NUMBER} links?((?:St\.|[^.])*)\.", alt):
        owned = [link for link in state.board.links if link.owner == int(player)]
        yield Claim("links in alt text", does.number(count), len(owned))
        named = rest.count("–")
        if found := re.search(rf", {does.NUMBER} of them here|, (not) here", rest):
            yield Claim("links of a part in alt text", 0 if found[2] else does.number(found[1]), named)
        else:
            yield Claim("links listed in alt text", named, len(owned))


def _board(alt: str, state: RailroadRivals) -> Iterator[Claim]:
    if found := re.search(r"(\d+) (?:city|cities) on the table", alt):
        yield Claim("cities in alt text", int(found[1]), len(state.board.laid))
    if "on the table." in alt and (found := re.search(r"Goods: (.+?)\.(?= [A-Z]|$)(?! Louis)", alt)):
        said = {}
        for entry in () if found[1] == "none" else found[1].split("; "):
            city = max((city for city in CITY_TILES if entry.startswith(f"{city} ")), key=len)
            said[city] = does.listed_words(entry.removeprefix(f"{city} "))
        yield Claim("goods in alt text", said, {city: sorted(cubes) for city, cubes in state.goods.items() if cubes})


def _stocks(alt: str, state: RailroadRivals) -> Iterator[Claim]:
    if found := re.search(r"Stock values(?:, at most \d+)?: ([^.:]+)\.", alt):
        said = re.findall(rf"({does.RAILROAD}) (\d+|out of business)", found[1])
        values = {name: str(value) for name, value in state.value.items()}
        ruined = dict.fromkeys(state.baron.ruined, "out of business")
        listed = {name: value for name, value in (values | ruined).items() if name in dict(said)}
        yield Claim("stock values in alt text", dict(said), listed)
    if found := re.search(r"stocks are worth: ([^.]+)\.", alt):
        worth = {seat: sum(state.value[name] * n for name, n in state.stocks[seat].items()) for seat in state.everyone}
        yield Claim("worth in alt text", _by_player(found[1]), worth)
    if found := re.search(r"Shares: ([^.]+)\.", alt):
        shares = dict(re.findall(r"Player (\d): ([^;]+)", found[1]))
        for seat in state.everyone:
            owned = {name: int(n) for n, name in re.findall(r"(\d) ([A-Z&]+)", shares[str(seat)])}
            yield Claim("shares in alt text", owned, dict(state.stocks[seat]))


def _by_player(words: str) -> dict[Seat, int]:
    return {Seat(int(player)): int(count) for player, count in re.findall(rf"{_PLAYER}(\d+)", words)}


def _players(alt: str, state: RailroadRivals) -> Iterator[Claim]:
    for before in ("Points", "Points so far", "Final score", "Turn order, with points so far"):
        if found := re.search(rf"(?:^|[.] ){re.escape(before)}: ((?:{_PLAYER}\d+(?:, )?)+)", alt):
            yield Claim("points in alt text", _by_player(found[1]), dict(state.score))
    if found := re.search(r"Tiles in hand: ([^.]+)\.", alt):
        sizes = {seat: hand.size for seat, hand in state.hand.items()}
        yield Claim("tiles in hand in alt text", _by_player(found[1]), sizes)
    rows = re.findall(rf"{_PLAYER}{does.NUMBER} points?, {does.NUMBER} links?", alt)
    for player, points, links in rows:
        seat = Seat(int(player))
        owned = sum(link.owner == seat for link in state.board.links)
        said = (does.number(points), does.number(links))
        yield Claim("score and links in alt text", said, (state.score[seat], owned))
    for player, total, track, worth, size in _FINAL.findall(alt):
        said = (int(total), int(track) + int(worth) + int(size or 0))
        seat, flow = Seat(int(player)), state.flow
        links = sum(link.owner == seat for link in state.board.links) if state.options.railroad_size else 0
        now = state.score[seat] + (state.stock_worth(seat) + links if flow else 0)
        yield Claim("final score in alt text", said, (now, now))


_FINAL = re.compile(rf"{_PLAYER}(\d+) \(score track (\d+) \+ stocks (\d+)(?: \+ links (\d+))?\)")


def _offer(alt: str, state: RailroadRivals) -> Iterator[Claim]:
    for railroad, value, owners, more in _STOCK.findall(alt):
        yield Claim("value on offer in alt text", int(value), state.value[railroad])
        free = sum(lot.tile == railroad and lot.taken is None for lot in state.stock_offer)
        left = 0 if more == "last one" else int(more.split()[0])
        yield Claim("tiles left in alt text", left, state.stock_pile.open().count(railroad) + free - 1)
        if owners.startswith(("owned", "no owner")):
            held = {seat: owned[railroad] for seat, owned in state.stocks.items() if owned.get(railroad)}
            yield Claim("owners in alt text", _by_player(owners), held)
    for tile, cubes in re.findall(r"(?:[:;] |K\d+ )([A-Z][\w. ]+): (\d+) cubes?, edges", alt):
        yield Claim("cubes of a tile in alt text", int(cubes), CITY_TILES[tile].goods)
    if found := re.search(_PILES, alt):
        said = tuple(map(does.number, found.groups()))
        piles = (sum(state.bag.values()), len(state.city_pile.open()), len(state.stock_pile.open()))
        yield Claim("bag and piles in alt text", said, piles)


_PILES = rf"In the bag: {does.NUMBER} cubes?\. City pile: {does.NUMBER} tiles?\. Stock pile: {does.NUMBER}"
_CUBES = rf"(\w+): (?:after [^;]+; )?{does.NUMBER} on cities, {does.NUMBER} in the bag"
_STOCK = re.compile(
    r"([A-Z&]+) stock: worth (\d+), (?:\w+ links?, )?(owned by [^;]+?|no owner|you own \w+), (\d+ more|last one)"
)


def _hand(alt: str, state: RailroadRivals, seat: Seat) -> Iterator[Claim]:
    owned = sum(link.owner == seat for link in state.board.links)
    if found := re.search(rf"You have {does.NUMBER} points? and {does.NUMBER} links?", alt):
        yield Claim("points and links of a hand", tuple(map(does.number, found.groups())), (state.score[seat], owned))
    if found := re.search(rf"\(worth {does.NUMBER} points? now\)", alt):
        yield Claim("worth of a hand", does.number(found[1]), state.stock_worth(seat))


def _progression(alt: str, state: RailroadRivals) -> Iterator[Claim]:
    if found := re.search(rf"Score track {does.NUMBER} points?, stocks (\d+), total (\d+)", alt):
        worth = state.stock_worth(Seat(1))
        total = state.score[Seat(1)] + (worth if state.flow else 0)
        yield Claim("total in alt text", tuple(map(does.number, found.groups())), (total - worth, worth, total))
    if found := re.search(r"Progression, left to right: (.+?) at the start(?:; then ([^.]+))?", alt):
        rest = [] if not found[2] else [cube.split(" ")[0] for cube in found[2].split(", ")]
        yield Claim("progression in alt text", [*found[1].split(", "), *rest], list(state.delivered))
        for at, cube in enumerate(() if not found[2] else found[2].split(", "), FIRST_CUBES):
            colors = len(set(state.delivered[:at][-SCORING_SPOTS:]))
            yield Claim("points of a cube in alt text", int(cube.split("+")[1]), colors)
    if found := re.search(rf"have {does.NUMBER} colors?: the next delivery scores {does.NUMBER} points?", alt):
        colors = len(set(state.delivered[-SCORING_SPOTS:]))
        yield Claim("next delivery in alt text", tuple(map(does.number, found.groups())), (colors, colors))
    for goods, there, bag in re.findall(_CUBES, alt):
        on_cities = sum(cubes.count(goods.lower()) for cubes in state.goods.values())
        said = (does.number(there), does.number(bag))
        yield Claim("cubes in alt text", said, (on_cities, state.bag[goods.lower()]))
