"""What a player of Robber Baron may do beside the base game's moves. Each belongs to one module."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engine.core.action import Action, Standing
from engine.games.railroad_rivals.box.data import City, Goods, Railroad, Special


class Hotel(Action, frozen=True):
    """Build your hotel in a city: it earns 1 point for every cube delivered there. (RB Hotels)"""

    called = "Build your hotel"
    explained = "Hotels (Robber Baron)"

    city: Annotated[City, Meta(title="In which city?")]


class Tower(Action, frozen=True):
    """Build your water tower in a city: from there you may send on what you deliver. (RB Water Tower)"""

    called = "Build your water tower"
    explained = "Water Towers (Robber Baron)"

    city: Annotated[City, Meta(title="In which city?")]


class Relay(Action, frozen=True):
    """Deliver a cube of ``goods`` from ``city`` to your water tower and on to its neighbor ``to``. (RB Water Tower)"""

    called = "Deliver over your tower"
    explained = "Water Towers (Robber Baron)"

    goods: Annotated[Goods, Meta(title="Which goods?")]
    city: Annotated[City, Meta(title="From which city?")]
    to: Annotated[City, Meta(title="On to which city?")]


class Industry(Action, frozen=True):
    """Play New Industry: draw new cubes onto a city. (RB New Industry)"""

    called = "Play New Industry"
    explained = "New Industry (Robber Baron)"

    city: Annotated[City, Meta(title="In which city?")]


class Headquarters(Action, frozen=True):
    """Play Railroad Headquarters: deliver twice in this phase. (RB Railroad Headquarters)"""

    called = "Play Headquarters"
    explained = "Headquarters (Robber Baron)"


class Buy(Action, frozen=True):
    """Play Buy Stock: buy a stock tile out of the pile at its value. (RB Buy Stock)"""

    called = "Play Buy Stock"
    explained = "Buy Stock"

    railroad: Annotated[Railroad, Meta(title="Which railroad's stock?")]


class Dump(Action, frozen=True):
    """Play Dump Stock: sell all your stocks of a railroad at their value. (RB Dump Stock)"""

    called = "Play Dump Stock"
    explained = "Dump Stock"

    railroad: Annotated[Railroad, Meta(title="Which railroad's stocks?")]


class Loot(Action, frozen=True):
    """Play Loot The Company: 5 points, and the railroad is out of business. (RB Loot The Company)"""

    called = "Play Loot The Company"
    explained = "Loot The Company"

    railroad: Annotated[Railroad, Meta(title="Which railroad?")]


class Merge(Action, frozen=True):
    """Play Merger: two railroads become one company at the value halfway. (RB Merger)"""

    called = "Play Merger"
    explained = "Merger"

    first: Annotated[Railroad, Meta(title="Which railroad?")]
    second: Annotated[Railroad, Meta(title="With which railroad?")]


class Insider(Action, frozen=True):
    """Play Insider Trading: move to the front of the turn order at no cost. (RB Insider Trading)"""

    called = "Play Insider Trading"
    explained = "Insider Trading"


class Issue(Action, frozen=True):
    """Play Stock Issue: an extra stock tile is turned up, and you take one before anybody drafts. (RB Stock Issue)"""

    called = "Play Stock Issue"
    explained = "Stock Issue"


class Ahead(Standing, frozen=True):
    """Say ahead what to do with Insider Trading or Stock Issue, so that nobody waits for you. (rulings K13 to K15)"""

    called = "Say ahead"

    tile: Annotated[Special, Meta(title="Which tile?")]
    answer: Annotated[str, Meta(title="When do you use it?")]
