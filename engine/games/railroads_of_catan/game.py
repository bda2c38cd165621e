"""Railroads of Catan as the rest of the program sees it."""

from operator import attrgetter

from engine.core import Computer, Game, Rules, Thinking, Words, priced
from engine.games.railroads_of_catan.box.options import CatanOptions
from engine.games.railroads_of_catan.computer.estimate import promise
from engine.games.railroads_of_catan.computer.hints import hint
from engine.games.railroads_of_catan.computer.imagination import imagine
from engine.games.railroads_of_catan.computer.reasons import REASONS, kind
from engine.games.railroads_of_catan.phases import PHASES, RULES
from engine.games.railroads_of_catan.phases.in_play import InPlay
from engine.games.railroads_of_catan.phases.setup import new
from engine.games.railroads_of_catan.rules.ending import ENDINGS, ranking
from engine.games.railroads_of_catan.rules.idleness import idle
from engine.games.railroads_of_catan.rules.inventory import inventory
from engine.games.railroads_of_catan.state.actions import ACTIONS
from engine.games.railroads_of_catan.state.events import EVENTS
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from engine.games.railroads_of_catan.words.briefs import about, brief, preview
from engine.games.railroads_of_catan.words.help import rules
from engine.games.railroads_of_catan.words.labels import label
from engine.games.railroads_of_catan.words.narration import headline, tell
from engine.games.railroads_of_catan.words.private import known
from engine.games.railroads_of_catan.words.tally import tally

_THINKING = Thinking(
    games=8,
    moves=4,
    move_seconds=0.003,
    rounds=1,
    estimate=promise,
    estimate_error=1_500.0,
    figure="${}",
    decimals=0,
    proven=True,
)

GAME: Game[RailroadsOfCatan] = Game(
    key="railroads-of-catan",
    name="Railroads of Catan",
    command="catan",
    about="Connect cities on an island of hexes and carry goods on everyone’s track. 3 or 4 players, up to 7 turns.",
    tagline="connect cities, carry goods",
    seats=range(3, 5),
    longest=5_000,
    options=CatanOptions,
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
        inventory=inventory,
        price=priced(RULES),
        idle=idle,
    ),
    words=Words(
        tell=tell,
        headline=headline,
        tally=tally,
        label=label,
        brief=brief,
        about=about,
        preview=preview,
        help=rules,
        private=known,
    ),
    computer=Computer(
        hint=hint,
        imagine=imagine,
        thinking=_THINKING,
        reasons=REASONS,
        kind=kind,
    ),
)
