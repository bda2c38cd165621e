"""Railway Rivals as the rest of the program sees it."""

from __future__ import annotations

from operator import attrgetter

from engine.core.game import Computer, Game, Rules, Words
from engine.games.railway_rivals.actions import ACTIONS
from engine.games.railway_rivals.ending import ENDINGS, ranking
from engine.games.railway_rivals.events import EVENTS
from engine.games.railway_rivals.help import rules
from engine.games.railway_rivals.hints import hint
from engine.games.railway_rivals.idleness import idle
from engine.games.railway_rivals.imagination import imagine
from engine.games.railway_rivals.labels import label
from engine.games.railway_rivals.narration import headline, narrate
from engine.games.railway_rivals.options import RailwayOptions
from engine.games.railway_rivals.phases import PHASES
from engine.games.railway_rivals.price import price
from engine.games.railway_rivals.private import known
from engine.games.railway_rivals.setup import new
from engine.games.railway_rivals.state import RailwayRivals
from engine.games.railway_rivals.tally import tally

GAME: Game[RailwayRivals] = Game(
    key="railway-rivals",
    name="Railway Rivals",
    command="railway",
    about="Build railways over English hexes, then race over everybody's track. 2 to 6 players, at most 21 races.",
    seats=range(2, 7),
    longest=20_000,
    options=RailwayOptions,
    state=RailwayRivals,
    actions=ACTIONS,
    phases=PHASES,
    events=EVENTS,
    endings=ENDINGS,
    rules=Rules(
        new=new,
        ranking=ranking,
        ending=attrgetter("ending"),
        round=lambda state: max(1, state.turn),
        inventory=lambda state: {"gold": sum(state.gold.values()) + state.bank},
        price=price,
        idle=idle,
    ),
    words=Words(narrate=narrate, headline=headline, tally=tally, label=label, help=rules, private=known),
    computer=Computer(hint=hint, imagine=imagine),
)
