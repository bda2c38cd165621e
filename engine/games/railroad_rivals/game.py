"""Railroad Rivals as the rest of the program sees it."""

from __future__ import annotations

from operator import attrgetter

from engine.core.event import Event
from engine.core.game import Computer, Game, Rules, Words
from engine.games.railroad_rivals import setup
from engine.games.railroad_rivals.actions import ACTIONS
from engine.games.railroad_rivals.ending import ENDINGS, ranking
from engine.games.railroad_rivals.events import EVENTS
from engine.games.railroad_rivals.help import rules
from engine.games.railroad_rivals.hints import hint
from engine.games.railroad_rivals.idleness import idle
from engine.games.railroad_rivals.imagination import imagine
from engine.games.railroad_rivals.joints import EVERY
from engine.games.railroad_rivals.labels import label
from engine.games.railroad_rivals.narration import headline, narrate
from engine.games.railroad_rivals.options import RivalsOptions
from engine.games.railroad_rivals.phases import PHASES
from engine.games.railroad_rivals.price import price
from engine.games.railroad_rivals.solitaire import setup as solitaire
from engine.games.railroad_rivals.state import RailroadRivals
from engine.games.railroad_rivals.tally import tally


def _new(options: RivalsOptions, seats: int, seed: int) -> tuple[RailroadRivals, tuple[Event, ...]]:
    return solitaire.new(options, seed) if seats == 1 else setup.new(options, seats, seed)


GAME: Game[RailroadRivals] = Game(
    key="railroad-rivals",
    name="Railroad Rivals",
    command="rivals",
    about="Draft city and stock tiles, link cities, deliver goods, and own what grows. 1 to 6 players, 6 to 19 turns.",
    seats=range(1, 7),
    longest=2_000,
    options=RivalsOptions,
    state=RailroadRivals,
    actions=ACTIONS + tuple(kind for module in EVERY for kind in module.actions),
    phases=PHASES + tuple(kind for module in EVERY for kind in module.phases),
    events=EVENTS + tuple(kind for module in EVERY for kind in module.events),
    endings=ENDINGS,
    rules=Rules(
        new=_new,
        ranking=ranking,
        ending=attrgetter("ending"),
        round=attrgetter("turn"),
        inventory=RailroadRivals.inventory,
        price=price,
        idle=idle,
    ),
    words=Words(narrate=narrate, headline=headline, tally=tally, label=label, help=rules),
    computer=Computer(hint=hint, imagine=imagine),
)
