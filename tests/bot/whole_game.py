"""Whole games of any kind in the simulated Discord: players, typed moves, and checks at the end."""

from typing import Any

from bot.tables.table import Table
from bot.ui.components import parse_custom_id as taken_apart
from bot.ui.question_components import words_with_values
from bot.view import view_table
from engine import GAMES, Action, PhaseEnded, write_action
from engine.core import field_names, verb_of
from engine.core.transcript import parse_transcript, replay
from tests.bot.simulated_channel import BUTTON, World, parts, report_of, text_of

__all__ = [
    "AT_ITS_END",
    "WITHIN_A_PHASE",
    "chosen",
    "decision_of",
    "every_phase_was_posted_once",
    "everything",
    "exported",
    "options_of",
    "person_at",
    "pressed",
    "requests",
    "typed",
]

WITHIN_A_PHASE, AT_ITS_END = 3, 5
"""Maximum requests for one move within a phase, and at its end."""

_MOST_PRESSES = 20
_TURNING = ("Back", "Earlier", "More", "Board")
"""Buttons that are no answers."""


def person_at(running: World, table: Table, seat: int) -> Any:
    user = table.players[seat - 1].user
    return next(person for person in running.people.values() if person.id == user)


def decision_of(running: World, table: Table, seat: int) -> Any:
    return next(d for d in running.bot.services.tables.decisions(table) if d.seat == seat)


def options_of(action: Action) -> dict[str, Any]:
    values = {name: getattr(action, name) for name in field_names(type(action))}
    return {name: value if isinstance(value, int) else str(value) for name, value in values.items()}


async def typed(running: World, person: Any, action: Action) -> str:
    """Make the move by its own slash command, and return the answer."""
    game = next(game for game in GAMES.values() if type(action) in game.actions)
    said = await person.slash(running.channel, f"{game.command} {verb_of(action)}", **options_of(action))
    assert said.ephemeral
    return str(said.response.content)


async def pressed(running: World, person: Any, action: Action) -> tuple[Any, int]:
    """Make the move by the private menu alone, and return the message after *Confirm* and the number of presses.

    A pass with a complete label needs no confirmation.
    """
    shown, presses = await person.click(running.latest("Your move"), label="Your move"), 1
    seen = view_table(await running.table(), action.seat)
    shown, more = await chosen(running, person, shown, action)
    if is_made(shown):
        return shown.response, presses + more
    assert seen.action_text(action) in shown.response.content
    shown = await person.click(shown.response, label="Confirm")
    return shown.response, presses + more + 1


async def chosen(running: World, person: Any, shown: Any, action: Action) -> tuple[Any, int]:
    """Answer all questions up to the move's *Confirm*, and return the message and the number of presses.

    A suggested move is made by its own button.
    """
    words, presses = tuple(write_action(action).split()[1:]), 0
    while not is_confirming(shown.response, words) and not is_made(shown):
        assert presses < _MOST_PRESSES, f"no button leads to {' '.join(words)}"
        message, presses = shown.response, presses + 1
        identity, option = best_button(message, action), best_option(message, action)
        if making := making_button(message, action):
            shown = await person.click(message, custom_id=making)
        elif option:
            shown = await person.select(message, [option])
        elif identity:
            shown = await person.click(message, custom_id=identity)
        elif "More" in running.labels(message):
            shown = await person.click(message, label="More")
        else:
            form = await person.click(message, label="Type it…")
            shown = await person.submit_modal(form, {"number": words[_answered(message)]})
    return shown, presses


def is_confirming(message: Any, words: tuple[str, ...]) -> bool:
    """Whether the message asks to confirm this move."""
    presses = [taken_apart(part.get("custom_id", "")) for part in parts(message) if part.get("label") == "Confirm"]
    return any(press and tuple(press.arguments.split()[1:]) == words for press in presses)


def making_button(message: Any, action: Action) -> str:
    """Return the ``custom_id`` that makes the move, with *Confirm* or without confirmation, or an empty text."""
    words = tuple(write_action(action).split()[1:])
    for part in parts(message):
        press = taken_apart(part.get("custom_id", ""))
        if press and press.kind == "a" and tuple(press.arguments.split()[1:]) == words:
            return str(part["custom_id"])
    return ""


def best_option(message: Any, action: Action) -> str:
    """Return the select's option that adds right words or leads to another path, or an empty text."""
    other, words = "", tuple(write_action(action).split()[1:])
    for part in parts(message):
        press = taken_apart(part.get("custom_id", ""))
        for option in part.get("options", ()) if press else ():
            picked = tuple(words_with_values(press.arguments.split(), [option["value"]])) if press else ()
            if picked == words[: len(picked)]:
                return str(option["value"])
            if leads_to_other_ways(picked, action):
                other = str(option["value"])
    return "" if best_button(message, action) else other


def leads_to_other_ways(picked: tuple[str, ...], action: Action) -> bool:
    """Whether these words are another path to the move's goal, from which *Other ways…* leads to the move."""
    words, kind = tuple(write_action(action).split()[1:]), type(action)
    return (
        bool(kind.path_field)
        and field_names(kind)[-1] == kind.path_field
        and len(picked) == len(words)
        and picked[:-1] == words[:-1]
    )


def is_made(shown: Any) -> bool:
    return str(shown.response.content).startswith("✓")


def _answered(message: Any) -> int:
    """Return the number of words that are already given where a value may be typed."""
    typing = next(part["custom_id"] for part in parts(message) if part.get("label") == "Type it…")
    press = taken_apart(typing)
    return len(press.arguments.split()) if press else 0


def best_button(message: Any, action: Action) -> str:
    """Return the button that adds most of the words or leads to another path, or an empty text."""
    words = tuple(write_action(action).split()[1:])
    buttons = [part for part in parts(message) if part["type"] == BUTTON and part["label"] not in _TURNING]
    presses = [(part["custom_id"], taken_apart(part["custom_id"])) for part in buttons]
    given = [
        (tuple(press.arguments.split()[1:]), identity) for identity, press in presses if press and press.kind == "m"
    ]
    right = [(len(picked), identity) for picked, identity in given if picked and picked == words[: len(picked)]]
    other = [(0, identity) for picked, identity in given if leads_to_other_ways(picked, action)]
    return max([*right, *other], default=(0, ""))[1]


def requests(running: World) -> list[Any]:
    """Return the bot's requests to Discord without answers to interactions."""
    return [r for r in running.env.http_requests if r.path.startswith("/channels/")]


def everything(running: World) -> str:
    """Return all that the channel can read now."""
    return "\n".join(text_of(post) for post in running.posts())


async def every_phase_was_posted_once(running: World, table_id: int) -> None:
    history = await running.bot.services.tables.history(table_id)
    ended = [" · ".join(e.phase for e in move.events if isinstance(e, PhaseEnded)) for move in history[1:]]
    titles = [report_of(post)[0] for post in running.reports()]
    wanted = ["The game begins", *filter(None, ended)]
    assert len(titles) == len(wanted)
    if (await running.bot.services.tables.get(table_id)).status == "finished":
        assert any(word in titles.pop() for word in ("wins", "share the win", "ends with")) and wanted.pop()
    assert all(f" · {words} · " in f" · {title} · " for title, words in zip(titles, wanted, strict=True))


async def exported(running: World, table: Table) -> str:
    """Export the game, check that the file replays to the same state, and return it."""
    sent = await running.person("Ada").slash(running.channel, "history", show="export")
    text = (await sent.response.attachments[0].read()).decode()
    assert replay(GAMES[table.title], parse_transcript(text)) == table.state
    return text
