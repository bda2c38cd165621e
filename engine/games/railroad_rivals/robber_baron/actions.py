"""The actions that the modules of Robber Baron add."""

from typing import Annotated

from msgspec import Meta

from engine.core import Action, Standing
from engine.games.railroad_rivals.game_data.printed_data import City, Goods, Railroad, Special


class Hotel(Action, frozen=True):
    """Build your hotel: 1 point for each cube delivered there. (RB Hotels)"""

    button_title = "Build your hotel"
    help_topic = "Hotels (Robber Baron)"

    city: Annotated[City, Meta(title="In which city?")]


class Tower(Action, frozen=True):
    """Build your water tower: send deliveries one link farther. (RB Water Tower)"""

    button_title = "Build your water tower"
    help_topic = "Water Towers (Robber Baron)"

    city: Annotated[City, Meta(title="In which city?")]


class Relay(Action, frozen=True):
    """Deliver a cube over your water tower to the next city. (RB Water Tower)"""

    button_title = "Deliver over your tower"
    help_topic = "Water Towers (Robber Baron)"
    is_public = False

    goods: Annotated[Goods, Meta(title="Which good?")]
    city: Annotated[City, Meta(title="From which city?")]
    to: Annotated[City, Meta(title="On to which city?")]


class Industry(Action, frozen=True):
    """Play New Industry: draw new cubes onto a city. (RB New Industry)"""

    button_title = "Play New Industry"
    help_topic = "New Industry (Robber Baron)"

    city: Annotated[City, Meta(title="In which city?")]


class Headquarters(Action, frozen=True):
    """Play Railroad Headquarters: deliver twice in this phase. (RB Railroad Headquarters)"""

    button_title = "Play Headquarters"
    help_topic = "Headquarters (Robber Baron)"


class Buy(Action, frozen=True):
    """Play Buy Stock: buy a stock tile from the pile at its value. (RB Buy Stock)"""

    button_title = "Play Buy Stock"
    help_topic = "Buy Stock"

    railroad: Annotated[Railroad, Meta(title="Which railroad’s stock?")]


class Dump(Action, frozen=True):
    """Play Dump Stock: sell all your stock of one railroad. (RB Dump Stock)"""

    button_title = "Play Dump Stock"
    help_topic = "Dump Stock"

    railroad: Annotated[Railroad, Meta(title="Which railroad’s stock?")]


class Loot(Action, frozen=True):
    """Play Loot The Company: score 5 points and put a railroad out of business. (RB Loot The Company)"""

    button_title = "Play Loot The Company"
    help_topic = "Loot The Company"

    railroad: Annotated[Railroad, Meta(title="Which railroad?")]


class Merge(Action, frozen=True):
    """Play Merger: merge two railroads at their halfway value. (RB Merger)"""

    button_title = "Play Merger"
    help_topic = "Merger"

    first: Annotated[Railroad, Meta(title="Which railroad?")]
    second: Annotated[Railroad, Meta(title="With which railroad?")]


class Insider(Action, frozen=True):
    """Play Insider Trading: go first in the turn order for free. (RB Insider Trading)"""

    button_title = "Play Insider Trading"
    help_topic = "Insider Trading"


class Issue(Action, frozen=True):
    """Play Stock Issue: reveal a stock tile and take one first. (RB Stock Issue)"""

    button_title = "Play Stock Issue"
    help_topic = "Stock Issue"


class Ahead(Standing, frozen=True):
    """Plan when to use Insider Trading or Stock Issue. (rulings K13 to K15)"""

    button_title = "Plan ahead"

    tile: Annotated[Special, Meta(title="Which tile?")]
    answer: Annotated[str, Meta(title="When will you use it?")]
