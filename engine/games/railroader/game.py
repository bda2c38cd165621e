"""The record of RailRoader that the rest of the program uses."""

from operator import attrgetter

from engine.core import AgentSupport, Game, GameText, Rules, SearchSettings, cost_by_rules
from engine.games.railroader.agent.determinization import determinize
from engine.games.railroader.agent.evaluation import score_action
from engine.games.railroader.agent.reasons import REASONS
from engine.games.railroader.game_data.constants import MAX_SEATS
from engine.games.railroader.game_data.options import RailRoaderOptions
from engine.games.railroader.phases.game_state import GameState
from engine.games.railroader.phases.rounds import PHASES, TurnPhase
from engine.games.railroader.phases.setup import new_game
from engine.games.railroader.rules.component_counts import count_components
from engine.games.railroader.rules.scoring import ENDINGS, ranking
from engine.games.railroader.rules.timeout_action import timeout_action
from engine.games.railroader.state.actions import ACTIONS
from engine.games.railroader.state.events import EVENTS
from engine.games.railroader.state.state import RailRoader
from engine.games.railroader.text.help import help_topics
from engine.games.railroader.text.rounds import aim, statistics, status_line
from engine.games.railroader.text.tables import ACTION_TEXTS, EVENT_TEXTS

GAME: Game[RailRoader] = Game(
    key="railroader",
    name="RailRoader Re-imagined",
    command="railroader",
    about="Build a deck, lay track, and take your train to Buffalo Creek. 2 to 4 players, about 20 rounds.",
    tagline="build a deck and a line",
    seats=range(2, MAX_SEATS + 1),
    max_actions=2_000,
    options=RailRoaderOptions,
    state=GameState,
    actions=ACTIONS,
    phases=PHASES,
    events=EVENTS,
    endings=ENDINGS,
    rules=Rules(
        new_game=new_game,
        ranking=ranking,
        ending=attrgetter("ending"),
        round_number=attrgetter("round"),
        count_components=count_components,
        cost=cost_by_rules(TurnPhase.rules),
        timeout_action=timeout_action,
    ),
    text=GameText(
        actions=ACTION_TEXTS,
        events=EVENT_TEXTS,
        status_line=status_line,
        aim=aim,
        statistics=statistics,
        help=help_topics,
    ),
    agent=AgentSupport(
        score_action=score_action,
        determinize=determinize,
        search_settings=SearchSettings(
            games=48, moves=4, comparison_games=120, points_format="{} spaces", is_proven=True
        ),
        reasons=REASONS,
    ),
)
