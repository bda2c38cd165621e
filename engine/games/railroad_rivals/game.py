"""The ``Game`` record of Railroad Rivals, through which the rest of the program uses the game."""

from operator import attrgetter

from engine.core import AgentSupport, Event, Game, GameText, Rules, SearchSettings, cost_by_rules
from engine.games.railroad_rivals.agent.determinization import determinize
from engine.games.railroad_rivals.agent.evaluation import first_place_value, score_action, stock_value_at_end
from engine.games.railroad_rivals.agent.reasons import REASONS
from engine.games.railroad_rivals.game_data.options import RivalsOptions, turn_range
from engine.games.railroad_rivals.phases import setup
from engine.games.railroad_rivals.phases.game_state import GameState
from engine.games.railroad_rivals.phases.turns import PHASES
from engine.games.railroad_rivals.robber_baron.advanced import AdvancedTiles
from engine.games.railroad_rivals.robber_baron.buildings import Buildings
from engine.games.railroad_rivals.robber_baron.last_turn import ExtraDelivery, RailroadSize
from engine.games.railroad_rivals.robber_baron.new_england import NewEngland
from engine.games.railroad_rivals.robber_baron.shenanigans import Shenanigans
from engine.games.railroad_rivals.rules import bidding
from engine.games.railroad_rivals.rules.scoring import ENDINGS, ranking
from engine.games.railroad_rivals.rules.timeout_action import timeout_action
from engine.games.railroad_rivals.solitaire import Solitaire
from engine.games.railroad_rivals.solitaire import setup as solitaire
from engine.games.railroad_rivals.solitaire.daily import DAILY
from engine.games.railroad_rivals.state import active_modules
from engine.games.railroad_rivals.state.actions import ACTIONS
from engine.games.railroad_rivals.state.events import EVENTS
from engine.games.railroad_rivals.state.state import RailroadRivals
from engine.games.railroad_rivals.text.help import help_topics
from engine.games.railroad_rivals.text.statistics import statistics
from engine.games.railroad_rivals.text.tables import action_texts, event_texts
from engine.games.railroad_rivals.text.turns import aim, status_line

active_modules.register_modules(
    solitaire=Solitaire(),
    new_england=NewEngland(),
    buildings=Buildings(),
    advanced=AdvancedTiles(),
    shenanigans=Shenanigans(),
    extra_delivery=ExtraDelivery(),
    railroad_size=RailroadSize(),
)


_MIN_TURNS, _MAX_TURNS = turn_range()


def _new_game(options: RivalsOptions, seats: int, seed: int) -> tuple[RailroadRivals, tuple[Event, ...]]:
    return solitaire.new_solitaire_game(options, seed) if seats == 1 else setup.new_game(options, seats, seed)


GAME: Game[RailroadRivals] = Game(
    key="railroad-rivals",
    name="Railroad Rivals",
    command="rivals",
    about=(
        "Draft city and stock tiles, link cities, deliver goods, and own the railroads that grow. "
        f"1 to 6 players, usually {_MIN_TURNS} to {_MAX_TURNS} turns."
    ),
    tagline="draft stocks and cities, deliver goods",
    seats=range(1, 7),
    max_actions=2_000,
    options=RivalsOptions,
    state=GameState,
    actions=ACTIONS + tuple(kind for module in active_modules.all_modules() for kind in module.actions),
    phases=PHASES + tuple(kind for module in active_modules.all_modules() for kind in module.phases),
    events=EVENTS + tuple(kind for module in active_modules.all_modules() for kind in module.events),
    endings=ENDINGS,
    rules=Rules(
        new_game=_new_game,
        ranking=ranking,
        ending=attrgetter("ending"),
        round_number=attrgetter("turn"),
        count_components=RailroadRivals.count_components,
        cost=cost_by_rules((*bidding.RULES, *active_modules.all_delivery_rules())),
        timeout_action=timeout_action,
    ),
    text=GameText(
        actions=action_texts(first_place_value, stock_value_at_end),
        events=event_texts(),
        status_line=status_line,
        aim=aim,
        statistics=statistics,
        help=help_topics,
    ),
    agent=AgentSupport(
        score_action=score_action,
        determinize=determinize,
        search_settings=SearchSettings(games=32, moves=4, comparison_games=80, move_seconds=0.0003, is_proven=True),
        reasons=REASONS,
    ),
    daily=DAILY,
)
