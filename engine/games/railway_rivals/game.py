"""The definition of Railway Rivals: name, options, rules, texts, and computer players."""

from operator import attrgetter

from engine.core import AgentSupport, Game, GameText, Rules, cost_by_rules
from engine.games.railway_rivals.agent.determinization import determinize
from engine.games.railway_rivals.agent.evaluation import score_action
from engine.games.railway_rivals.agent.reasons import REASONS, comparison_settings
from engine.games.railway_rivals.game_data.options import RailwayOptions
from engine.games.railway_rivals.phases import PHASES, BuildingPhase, EnteringPhase
from engine.games.railway_rivals.phases.game_state import InPlay
from engine.games.railway_rivals.phases.setup import new_game
from engine.games.railway_rivals.rules.scoring import ENDINGS, ranking
from engine.games.railway_rivals.rules.timeout_action import timeout_action
from engine.games.railway_rivals.state.actions import ACTIONS
from engine.games.railway_rivals.state.events import EVENTS
from engine.games.railway_rivals.state.state import RailwayRivals
from engine.games.railway_rivals.state.upcasts import UPCASTS
from engine.games.railway_rivals.text.help import help_topics
from engine.games.railway_rivals.text.private_notes import private_notes
from engine.games.railway_rivals.text.statistics import statistics
from engine.games.railway_rivals.text.status import aim, status_line
from engine.games.railway_rivals.text.tables import ACTION_TEXTS, EVENT_TEXTS

GAME: Game[RailwayRivals] = Game(
    key="railway-rivals",
    name="Railway Rivals",
    command="railway",
    about="Build railways over English hexes, then race over everyone’s track. 2 to 6 players, at most 21 races.",
    tagline="build, then race",
    seats=range(2, 7),
    max_actions=20_000,
    options=RailwayOptions,
    state=InPlay,
    actions=ACTIONS,
    phases=PHASES,
    events=EVENTS,
    endings=ENDINGS,
    rules=Rules(
        new_game=new_game,
        ranking=ranking,
        ending=attrgetter("ending"),
        round_number=lambda state: max(1, state.turn),
        count_components=lambda state: {"gold": sum(state.gold.values()) + state.bank},
        cost=cost_by_rules((*BuildingPhase.rules, *EnteringPhase.rules)),
        timeout_action=timeout_action,
    ),
    text=GameText(
        actions=ACTION_TEXTS,
        events=EVENT_TEXTS,
        status_line=status_line,
        aim=aim,
        statistics=statistics,
        help=help_topics,
        private_notes=private_notes,
    ),
    agent=AgentSupport(
        score_action=score_action, determinize=determinize, reasons=REASONS, comparison_settings=comparison_settings
    ),
    version=2,
    oldest_playable_version=1,
    upcasts=UPCASTS,
)
