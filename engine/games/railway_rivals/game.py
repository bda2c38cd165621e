"""Railway Rivals as the rest of the program sees it."""

from operator import attrgetter

from engine.core import Computer, Game, Rules, Words, priced
from engine.games.railway_rivals.box.options import RailwayOptions
from engine.games.railway_rivals.computer.hints import hint
from engine.games.railway_rivals.computer.imagination import imagine
from engine.games.railway_rivals.computer.reasons import REASONS, comparing
from engine.games.railway_rivals.phases import PHASES, BuildingPhase, EnteringPhase
from engine.games.railway_rivals.phases.in_play import InPlay
from engine.games.railway_rivals.phases.setup import new
from engine.games.railway_rivals.rules.ending import ENDINGS, ranking
from engine.games.railway_rivals.rules.idleness import idle
from engine.games.railway_rivals.state.actions import ACTIONS
from engine.games.railway_rivals.state.events import EVENTS
from engine.games.railway_rivals.state.state import RailwayRivals
from engine.games.railway_rivals.state.upcasts import UPCASTS
from engine.games.railway_rivals.words.briefs import about, brief, legend
from engine.games.railway_rivals.words.help import rules
from engine.games.railway_rivals.words.labels import label
from engine.games.railway_rivals.words.narration import aim, headline, tell
from engine.games.railway_rivals.words.private import known
from engine.games.railway_rivals.words.tally import tally

GAME: Game[RailwayRivals] = Game(
    key="railway-rivals",
    name="Railway Rivals",
    command="railway",
    about="Build railways over English hexes, then race over everyone’s track. 2 to 6 players, at most 21 races.",
    tagline="build, then race",
    seats=range(2, 7),
    longest=20_000,
    options=RailwayOptions,
    state=InPlay,
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
        price=priced((*BuildingPhase.rules, *EnteringPhase.rules)),
        idle=idle,
    ),
    words=Words(
        tell=tell,
        headline=headline,
        aim=aim,
        tally=tally,
        label=label,
        brief=brief,
        about=about,
        legend=legend,
        help=rules,
        private=known,
    ),
    computer=Computer(hint=hint, imagine=imagine, reasons=REASONS, comparing=comparing),
    version=2,
    moves_since=1,
    upcasts=UPCASTS,
)
