"""The moves that Robber Baron adds to those of the base game. Each belongs to one module."""

from typing import Annotated

from msgspec import Meta

from engine.core import Action, Standing
from engine.games.railroad_rivals.box.data import City, Goods, Railroad, Special


class Hotel(Action, frozen=True):
    """Build your hotel: 1 point for each cube delivered there. (RB Hotels)"""

    called = "Build your hotel"
    explained = "Hotels (Robber Baron)"

    city: Annotated[City, Meta(title="In which city?")]


class Tower(Action, frozen=True):
    """Build your water tower: send deliveries one link farther. (RB Water Tower)"""

    called = "Build your water tower"
    explained = "Water Towers (Robber Baron)"

    city: Annotated[City, Meta(title="In which city?")]


class Relay(Action, frozen=True):
    """Deliver a cube over your water tower to the next city. (RB Water Tower)"""

    called = "Deliver over your tower"
    explained = "Water Towers (Robber Baron)"
    watched = False

    goods: Annotated[Goods, Meta(title="Which good?")]
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
    """Play Buy Stock: buy a stock tile from the pile at its value. (RB Buy Stock)"""

    called = "Play Buy Stock"
    explained = "Buy Stock"

    railroad: Annotated[Railroad, Meta(title="Which railroad’s stock?")]


class Dump(Action, frozen=True):
    """Play Dump Stock: sell all your stock of one railroad. (RB Dump Stock)"""

    called = "Play Dump Stock"
    explained = "Dump Stock"

    railroad: Annotated[Railroad, Meta(title="Which railroad’s stock?")]


class Loot(Action, frozen=True):
    """Play Loot The Company: score 5 points and ruin a railroad. (RB Loot The Company)"""

    called = "Play Loot The Company"
    explained = "Loot The Company"

    railroad: Annotated[Railroad, Meta(title="Which railroad?")]


class Merge(Action, frozen=True):
    """Play Merger: merge two railroads at their halfway value. (RB Merger)"""

    called = "Play Merger"
    explained = "Merger"

    first: Annotated[Railroad, Meta(title="Which railroad?")]
    second: Annotated[Railroad, Meta(title="With which railroad?")]


class Insider(Action, frozen=True):
    """Play Insider Trading: go first in the turn order for free. (RB Insider Trading)"""

    called = "Play Insider Trading"
    explained = "Insider Trading"


class Issue(Action, frozen=True):
    """Play Stock Issue: turn up a stock tile and take one first. (RB Stock Issue)"""

    called = "Play Stock Issue"
    explained = "Stock Issue"


class Ahead(Standing, frozen=True):
    """Plan when to use Insider Trading or Stock Issue. (rulings K13 to K15)"""

    called = "Plan ahead"

    tile: Annotated[Special, Meta(title="Which tile?")]
    answer: Annotated[str, Meta(title="When will you use it?")]
