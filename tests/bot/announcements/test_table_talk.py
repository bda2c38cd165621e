"""Table talk: when computer players comment, with which line, and without hidden information."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from bot.announcements.table_talk import LINES, has_table_talk, table_talk
from bot.tables.phases import OpenPhase, split_into_phases
from bot.tables.table import LogEntry, Player, Table
from bot.view import view_table
from engine import GAMES, Seat, State, decisions, play, redact
from engine.agents.characters import CHARACTERS, character_of, characters_of
from engine.agents.policies import DEFAULT_POLICY, QUICK_POLICIES
from engine.agents.registry import ALL_POLICIES, difficulty_levels
from engine.core import read_options, rng_from_seed, write_options
from engine.store.table_settings import read_table_settings

ADA, MABEL, OTTO = Player("Ada", 1), Player("Mabel", policy=DEFAULT_POLICY), Player("Otto", policy=DEFAULT_POLICY)
MOST = 8
"""Maximum comments of computer players in one game, with the first and the last."""


def at_table(title: str, *players: Player, talk: str = "alone", state: State | None = None) -> Table:
    """Return a table in play, or one that is over."""
    options = write_options(read_options(GAMES[title].options, {}))
    return Table(
        id=7,  # type: ignore[arg-type]
        channel=1,  # type: ignore[arg-type]
        guild=None,
        title=title,
        host=1,  # type: ignore[arg-type]
        options=options,
        players=players,
        status="playing",
        state=state,
        terms=read_table_settings({"talk": talk}),
    )


@cache
def whole_game(title: str, seed: int = 5) -> tuple[tuple[LogEntry, ...], tuple[State, ...]]:
    """Return the moves of a game of three, the set-up first, and the state after each."""
    game = GAMES[title]
    state, events = game.new_game(read_options(game.options, {}), 3, seed)
    moves, states, rng = [LogEntry(0, Seat(0), "", "start", 0.0, events)], [state], rng_from_seed(seed, "talk")
    while questions := decisions(state):
        question = questions[0]
        action, rng = QUICK_POLICIES["apprentice"](game, redact(state, question.seat), question, rng)
        state, events = play(state, action)
        moves.append(LogEntry(len(moves), question.seat, "", "player", 0.0, events))
        states.append(state)
    return tuple(moves), tuple(states)


def said(title: str, *players: Player, talk: str = "alone", hide: bool = False) -> Iterator[str]:
    """Yield the comment of each report of the game, also empty ones.

    ``hide``: comments are made from states as spectators see them.
    """
    moves, states = whole_game(title)
    done, _ = split_into_phases(OpenPhase(), moves, over=True)
    seen_states: tuple[Any, ...] = tuple(redact(state, None).state for state in states) if hide else states
    for chapter in done:
        now = at_table(title, *players, talk=talk, state=seen_states[chapter.seq])
        before = None
        if chapter.headings and chapter.first_seq > 1:
            before = view_table(now, None, (), seen_states[chapter.first_seq - 1])
        yield table_talk(now, view_table(now, None), before, chapter)


@pytest.mark.parametrize("title", GAMES)
def test_comments_are_few_and_only_at_start_turning_points_and_end(title: str) -> None:
    lines = list(said(title, ADA, MABEL, OTTO))
    spoken = [line for line in lines if line]
    assert lines[0].startswith("**Mabel**: “") and lines[-1].startswith("**")
    assert 2 <= len(spoken) <= MOST


@pytest.mark.parametrize("title", GAMES)
def test_comments_do_not_depend_on_hidden_information(title: str) -> None:
    assert list(said(title, ADA, MABEL, OTTO, hide=True)) == list(said(title, ADA, MABEL, OTTO))


@pytest.mark.parametrize(
    ("players", "talk", "speaks"),
    [
        ((ADA, MABEL, OTTO), "alone", True),
        ((ADA, MABEL, OTTO), "off", False),
        ((ADA, Player("Ben", 2), OTTO), "alone", False),
        ((ADA, Player("Ben", 2), OTTO), "on", True),
        ((MABEL, OTTO, Player("Greta", policy=DEFAULT_POLICY)), "alone", False),
        ((ADA, Player("Ben (computer)", policy=DEFAULT_POLICY, away=2), OTTO), "alone", False),  # type: ignore[arg-type]
    ],
)
def test_table_chooses_whether_computers_comment(players: tuple[Player, ...], talk: str, speaks: bool) -> None:
    title = next(iter(GAMES))
    assert has_table_talk(at_table(title, *players, talk=talk)) == speaks
    assert any(said(title, *players, talk=talk)) == speaks


def test_computer_named_by_an_earlier_release_makes_no_comments() -> None:
    old = (ADA, Player("Computer 1", policy=DEFAULT_POLICY), Player("Computer 2", policy=DEFAULT_POLICY))
    assert not any(said(next(iter(GAMES)), *old))


def test_lead_change_between_computers_is_not_a_turning_point() -> None:
    only = (MABEL, OTTO, Player("Greta", policy=DEFAULT_POLICY))
    title = next(iter(GAMES))
    assert sum(map(bool, said(title, *only, talk="on"))) == 2


def test_every_level_with_characters_has_comments() -> None:
    moments = {moment for lines in LINES.values() for moment in lines}
    assert {character.policy for character in CHARACTERS} == set(LINES)
    assert all(set(lines) == moments for lines in LINES.values())


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_every_level_has_enough_characters_for_a_table(game: Any) -> None:
    for level in difficulty_levels(game):
        assert len(characters_of(level.policy)) >= game.seats[-1]


def test_character_names_are_unique() -> None:
    names = [character.name for character in CHARACTERS]
    assert len(set(names)) == len(names)
    assert all(character.policy in ALL_POLICIES for character in CHARACTERS)
    assert character_of("Mabel", "apprentice") is None


def test_repeated_report_has_the_same_comment() -> None:
    title = next(iter(GAMES))
    assert list(said(title, ADA, MABEL, OTTO)) == list(said(title, ADA, MABEL, OTTO))
    assert replace(at_table(title, ADA), terms=read_table_settings({})).terms.talk == "alone"
