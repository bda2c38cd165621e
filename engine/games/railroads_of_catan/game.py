"""Definition of Railroads of Catan for the rest of the program."""

from operator import attrgetter

from engine.core import AgentSupport, Game, GameText, Rules, SearchSettings, cost_by_rules
from engine.games.railroads_of_catan.agent.determinization import determinize
from engine.games.railroads_of_catan.agent.evaluation import score_action
from engine.games.railroads_of_catan.agent.position_value import position_value
from engine.games.railroads_of_catan.agent.question_notes import question_note
from engine.games.railroads_of_catan.agent.reasons import REASONS, action_kind
from engine.games.railroads_of_catan.game_data.options import CatanOptions
from engine.games.railroads_of_catan.phases import PHASES, RULES
from engine.games.railroads_of_catan.phases.game_state import InPlay
from engine.games.railroads_of_catan.phases.setup import new_game
from engine.games.railroads_of_catan.rules.component_counts import count_components
from engine.games.railroads_of_catan.rules.scoring import ENDINGS, ranking
from engine.games.railroads_of_catan.rules.timeout_action import timeout_action
from engine.games.railroads_of_catan.state.actions import ACTIONS
from engine.games.railroads_of_catan.state.events import EVENTS
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from engine.games.railroads_of_catan.text.help import help_topics
from engine.games.railroads_of_catan.text.private_notes import private_notes
from engine.games.railroads_of_catan.text.status import aim, statistics, status_line
from engine.games.railroads_of_catan.text.tables import ACTION_TEXTS, EVENT_TEXTS

_SEARCH_SETTINGS = SearchSettings(
    games=8,
    moves=4,
    move_seconds=0.003,
    rounds=1,
    evaluate_state=position_value,
    evaluation_error=1_500.0,
    points_format="${}",
    decimals=0,
    is_proven=True,
)

GAME: Game[RailroadsOfCatan] = Game(
    key="railroads-of-catan",
    name="Railroads of Catan",
    command="catan",
    about="Connect cities on an island of hexes and carry goods on everyone’s track. 3 or 4 players, up to 7 turns.",
    tagline="connect cities, carry goods",
    seats=range(3, 5),
    max_actions=5_000,
    options=CatanOptions,
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
        count_components=count_components,
        cost=cost_by_rules(RULES),
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
        score_action=score_action,
        determinize=determinize,
        question_note=question_note,
        search_settings=_SEARCH_SETTINGS,
        reasons=REASONS,
        action_kind=action_kind,
    ),
)
