"""RailRoader as the rest of the program sees it."""

from operator import attrgetter

from engine.core import Computer, Game, Rules, Thinking, Words, priced
from engine.games.railroader.box.figures import SEATS
from engine.games.railroader.box.options import RailRoaderOptions
from engine.games.railroader.computer.hints import hint
from engine.games.railroader.computer.imagination import imagine
from engine.games.railroader.computer.reasons import REASONS
from engine.games.railroader.phases.in_play import InPlay
from engine.games.railroader.phases.rounds import PHASES, TurnPhase
from engine.games.railroader.phases.setup import new
from engine.games.railroader.rules.ending import ENDINGS, ranking
from engine.games.railroader.rules.idleness import idle
from engine.games.railroader.rules.inventory import inventory
from engine.games.railroader.state.actions import ACTIONS
from engine.games.railroader.state.events import EVENTS
from engine.games.railroader.state.state import RailRoader
from engine.games.railroader.words.briefs import brief, legend
from engine.games.railroader.words.help import rules
from engine.games.railroader.words.labels import label, preview
from engine.games.railroader.words.narration import aim, headline, tell
from engine.games.railroader.words.tally import tally

GAME: Game[RailRoader] = Game(
    key="railroader",
    name="RailRoader Re-imagined",
    command="railroader",
    about="Build a deck, lay track, and take your train to Buffalo Creek. 2 to 4 players, about 20 rounds.",
    tagline="build a deck and a line",
    seats=range(2, SEATS + 1),
    longest=2_000,
    options=RailRoaderOptions,
    state=InPlay,
    actions=ACTIONS,
    phases=PHASES,
    events=EVENTS,
    endings=ENDINGS,
    rules=Rules(
        new=new,
        ranking=ranking,
        ending=attrgetter("ending"),
        round=attrgetter("round"),
        inventory=inventory,
        price=priced(TurnPhase.rules),
        idle=idle,
    ),
    words=Words(
        tell=tell,
        headline=headline,
        aim=aim,
        tally=tally,
        label=label,
        brief=brief,
        legend=legend,
        preview=preview,
        help=rules,
    ),
    computer=Computer(
        hint=hint,
        imagine=imagine,
        thinking=Thinking(games=48, moves=4, compared=120, figure="{} spaces", proven=True),
        reasons=REASONS,
    ),
)
