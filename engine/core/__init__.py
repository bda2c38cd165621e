"""The interface for games.

Modules that work on whole games (codec, transcripts, move patterns, lessons, puzzles) are imported separately.
"""

from engine.core.action import Action, AmountOffers, CombinedOffers, Decision, Standing, field_names, verb_of
from engine.core.english import count_noun, dollar_amount, join_words, possessive_of, shorten, with_article
from engine.core.event import Event, PhaseEnded, PhasePartEnded, visible_events
from engine.core.flow import (
    Phase,
    State,
    decisions,
    is_turn_hidden,
    play,
    play_unchecked,
    premove_decisions,
    public_decisions,
    settle,
)
from engine.core.game import (
    AgentSupport,
    Edition,
    Game,
    GameText,
    Options,
    RankingEntry,
    Rules,
    SearchSettings,
    option_value_labels,
    read_options,
    write_options,
)
from engine.core.notation import MAX_LENGTH, read_action, write_action
from engine.core.recent_calls import IdentityCache
from engine.core.rng import Rng, rng_from_seed
from engine.core.rule import Rule, RuledPhase, cost_by_rules, rule_of
from engine.core.seats import NameOfSeat, Seat, all_seats, seats_from
from engine.core.secret import Secret, View, is_revealing, redact, secret_for
from engine.core.texts import NO_NARRATION, ActionText, ActionTexts, EventText, EventTexts, Narration

__all__ = [
    "MAX_LENGTH",
    "NO_NARRATION",
    "Action",
    "ActionText",
    "ActionTexts",
    "AgentSupport",
    "AmountOffers",
    "CombinedOffers",
    "Decision",
    "Edition",
    "Event",
    "EventText",
    "EventTexts",
    "Game",
    "GameText",
    "IdentityCache",
    "NameOfSeat",
    "Narration",
    "Options",
    "Phase",
    "PhaseEnded",
    "PhasePartEnded",
    "RankingEntry",
    "Rng",
    "Rule",
    "RuledPhase",
    "Rules",
    "SearchSettings",
    "Seat",
    "Secret",
    "Standing",
    "State",
    "View",
    "all_seats",
    "cost_by_rules",
    "count_noun",
    "decisions",
    "dollar_amount",
    "field_names",
    "is_revealing",
    "is_turn_hidden",
    "join_words",
    "option_value_labels",
    "play",
    "play_unchecked",
    "possessive_of",
    "premove_decisions",
    "public_decisions",
    "read_action",
    "read_options",
    "redact",
    "rng_from_seed",
    "rule_of",
    "seats_from",
    "secret_for",
    "settle",
    "shorten",
    "verb_of",
    "visible_events",
    "with_article",
    "write_action",
    "write_options",
]
