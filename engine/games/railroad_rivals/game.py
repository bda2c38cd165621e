"""Railroad Rivals as the rest of the program sees it."""

from operator import attrgetter

from engine.core import Computer, Event, Game, Rules, Thinking, Words, priced
from engine.games.railroad_rivals.box.options import RivalsOptions, lengths
from engine.games.railroad_rivals.computer.hints import hint
from engine.games.railroad_rivals.computer.imagination import imagine
from engine.games.railroad_rivals.computer.reasons import REASONS
from engine.games.railroad_rivals.phases import setup
from engine.games.railroad_rivals.phases.in_play import InPlay
from engine.games.railroad_rivals.phases.turns import PHASES
from engine.games.railroad_rivals.robber_baron.advanced import AdvancedTiles
from engine.games.railroad_rivals.robber_baron.buildings import Buildings
from engine.games.railroad_rivals.robber_baron.extra_delivery import ExtraDelivery
from engine.games.railroad_rivals.robber_baron.new_england import NewEngland
from engine.games.railroad_rivals.robber_baron.railroad_size import RailroadSize
from engine.games.railroad_rivals.robber_baron.shenanigans import Shenanigans
from engine.games.railroad_rivals.rules import bidding
from engine.games.railroad_rivals.rules.ending import ENDINGS, ranking
from engine.games.railroad_rivals.rules.idleness import idle
from engine.games.railroad_rivals.solitaire import Solitaire
from engine.games.railroad_rivals.solitaire import setup as solitaire
from engine.games.railroad_rivals.solitaire.daily import DAILY
from engine.games.railroad_rivals.state import joints
from engine.games.railroad_rivals.state.actions import ACTIONS
from engine.games.railroad_rivals.state.events import EVENTS
from engine.games.railroad_rivals.state.state import RailroadRivals
from engine.games.railroad_rivals.words.briefs import about, brief, preview
from engine.games.railroad_rivals.words.help import rules
from engine.games.railroad_rivals.words.labels import label
from engine.games.railroad_rivals.words.narration import headline, tell
from engine.games.railroad_rivals.words.tally import tally

joints.join(
    solitaire=Solitaire(),
    new_england=NewEngland(),
    buildings=Buildings(),
    advanced=AdvancedTiles(),
    shenanigans=Shenanigans(),
    extra_delivery=ExtraDelivery(),
    railroad_size=RailroadSize(),
)


_SHORTEST, _LONGEST = lengths()


def _new(options: RivalsOptions, seats: int, seed: int) -> tuple[RailroadRivals, tuple[Event, ...]]:
    return solitaire.new(options, seed) if seats == 1 else setup.new(options, seats, seed)


GAME: Game[RailroadRivals] = Game(
    key="railroad-rivals",
    name="Railroad Rivals",
    command="rivals",
    about=(
        "Draft city and stock tiles, link cities, deliver goods, and own the railroads that grow. "
        f"1 to 6 players, usually {_SHORTEST} to {_LONGEST} turns."
    ),
    tagline="draft stocks and cities, deliver goods",
    seats=range(1, 7),
    longest=2_000,
    options=RivalsOptions,
    state=InPlay,
    actions=ACTIONS + tuple(kind for module in joints.every() for kind in module.actions),
    phases=PHASES + tuple(kind for module in joints.every() for kind in module.phases),
    events=EVENTS + tuple(kind for module in joints.every() for kind in module.events),
    endings=ENDINGS,
    rules=Rules(
        new=_new,
        ranking=ranking,
        ending=attrgetter("ending"),
        round=attrgetter("turn"),
        inventory=RailroadRivals.inventory,
        price=priced((*bidding.RULES, *joints.every_rule())),
        idle=idle,
    ),
    words=Words(
        tell=tell,
        headline=headline,
        tally=tally,
        label=label,
        brief=brief,
        about=about,
        help=rules,
        preview=preview,
    ),
    computer=Computer(
        hint=hint,
        imagine=imagine,
        thinking=Thinking(games=32, moves=4, compared=80, move_seconds=0.0003, proven=True),
        reasons=REASONS,
    ),
    daily=DAILY,
)
