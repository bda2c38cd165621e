"""The core interface: what titles are written with, handed on in one place. It knows no railway and no Discord.

What works on whole games from outside (codec, transcripts, wishes, lessons, puzzles) is imported from its own module.
"""

from engine.core.action import Action, Amounts, Decision, Either, Standing, fields, verb
from engine.core.event import Event, PhaseEnded, visible
from engine.core.flow import (
    Phase,
    State,
    decisions,
    hides_decisions,
    listed_decisions,
    play,
    play_unchecked,
    settle,
    standing,
)
from engine.core.game import (
    Computer,
    Edition,
    Game,
    Name,
    Options,
    Place,
    Rules,
    Thinking,
    Words,
    option_names,
    option_words,
    read_options,
)
from engine.core.last import Remembered
from engine.core.notation import MAX_LENGTH, read, write
from engine.core.rng import Rng, seeded
from engine.core.rule import Rule, RuledPhase, priced, rule_of
from engine.core.seats import Seat, all_seats, seats_from
from engine.core.secret import Secret, View, known_to, redact, reveals
from engine.core.told import UNTOLD, Told
from engine.core.words import article, counted, dollars, listed, possessive, shortened

__all__ = [
    "MAX_LENGTH",
    "UNTOLD",
    "Action",
    "Amounts",
    "Computer",
    "Decision",
    "Edition",
    "Either",
    "Event",
    "Game",
    "Name",
    "Options",
    "Phase",
    "PhaseEnded",
    "Place",
    "Remembered",
    "Rng",
    "Rule",
    "RuledPhase",
    "Rules",
    "Seat",
    "Secret",
    "Standing",
    "State",
    "Thinking",
    "Told",
    "View",
    "Words",
    "all_seats",
    "article",
    "counted",
    "decisions",
    "dollars",
    "fields",
    "hides_decisions",
    "known_to",
    "listed",
    "listed_decisions",
    "option_names",
    "option_words",
    "play",
    "play_unchecked",
    "possessive",
    "priced",
    "read",
    "read_options",
    "redact",
    "reveals",
    "rule_of",
    "seats_from",
    "seeded",
    "settle",
    "shortened",
    "standing",
    "verb",
    "visible",
    "write",
]
