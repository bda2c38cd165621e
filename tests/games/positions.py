"""``python -m tests.games.positions [game …]``: writes down golden games as texts, to be approved.

Some positions with who may do what for how much, and how many moves there were at each.
"""

import difflib
import hashlib
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from textwrap import wrap
from typing import Any

from engine import GAMES
from engine.core import Action, Decision, Event, Game, State, View, decisions, redact, write_action
from engine.core.transcript import parse_transcript, replay

GOLDEN = sorted(file for file in Path(__file__).parent.rglob("*.game") if file.parent.name != "railroads_of_catan")
"""The games; those of Railroads of Catan have sheets of their own."""

_POSITIONS = 4
"""So many of a game, in equal steps, and its end."""
_SHOWN = 6
"""So many of a seat's offers in words, in equal steps; all are counted and in the sum."""
_DEAR = {"railway-rivals"}
"""Titles whose offers take too long to be counted at every move."""
_NUMBER = re.compile(r"\d+")


def approved(game: Path) -> Path:
    """The file with the approved text of a golden game."""
    return game.with_suffix(".positions")


def changes(game: Path, text: str) -> str:
    """How the text differs from the approved one, as a unified diff; empty if it does not."""
    file = approved(game)
    before = file.read_text("utf-8") if file.exists() else ""
    lines = difflib.unified_diff(before.splitlines(), text.splitlines(), "approved", "found")
    return "\n".join(lines)


def text_of(file: Path) -> str:
    """The positions of a golden game, and what was told on the way to each."""
    transcript = parse_transcript(file.read_text("utf-8"))
    game, every = GAMES[transcript.title], len(transcript.lines) // _POSITIONS
    found, played, offered = list[str](), list[Action](), list[Sequence[Action]]()

    def watch(action: Action, state: State, events: tuple[Event, ...]) -> None:
        played.append(action)
        if game.key not in _DEAR:
            offered.append([offer for decision in decisions(state) for offer in decision.offers])
        if len(played) % every == every // 2 or not state.flow:
            found.extend([f"## After {len(played)} moves: {write_action(action)}", *_position(game, state)])
            found.extend(
                f"told: {sentence}" for event in events if (sentence := game.text.event_sentence(event, _name))
            )
            found.append("")

    replay(game, transcript, checked=False, watch=watch)
    return "\n".join([*found, *_counts(offered)])


def _counts(offered: Sequence[Sequence[Action]]) -> Iterator[str]:
    """How many moves there were after each, and the sum of them all."""
    if offered:
        every = (write_action(action) for offers in offered for action in offers)
        yield from wrap("Offers after each move: " + " ".join(str(len(offers)) for offers in offered), 120)
        yield from (f"In all: {_sum(every)}", "")


def _name(seat: int) -> str:
    return f"Player {seat}"


def _position(game: Game[Any], state: State) -> Iterator[str]:
    yield f"{game.text.status_line(redact(state, None))} · round {game.rules.round_number(state)}"
    yield "inventory: " + _figures(game.rules.count_components(state))
    for place in game.rules.ranking(state):
        note = f" ({place.note})" if place.note else ""
        tally = _figures(game.text.statistics(redact(state, None), place.seat))
        yield f"{place.place}. {_name(place.seat)}: {place.words}{note} | {tally}"
        yield from (f"   knows: {known}" for known in game.text.private_notes(redact(state, place.seat), _name))
    for decision in decisions(state):
        yield from _question(game, state, decision)
    if not state.flow:
        yield game.endings[game.rules.ending(state)]


def _figures(figures: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {figure}" for name, figure in figures.items())


def _question(game: Game[Any], state: State, decision: Decision) -> Iterator[str]:
    view, offers = redact(state, decision.seat), list(decision.offers)
    said = [_offer(game, view, action) for action in offers]
    bare = (f"{write_action(action)} {_NUMBER.findall(line)}" for action, line in zip(offers, said, strict=True))
    yield f"{_name(decision.seat)}: {decision.prompt} ({len(offers)} offers, {_sum(bare)})"
    least = game.rules.timeout_action(view, decision.offers)
    yield f"  least: {write_action(least) if least else 'nothing'}"
    yield from (f"  {line}" for line in said[:: -(-len(said) // _SHOWN) or 1])


def _offer(game: Game[Any], view: View[Any], action: Action) -> str:
    """A move with its effect in words, its price, and what to know before it is made."""
    price = game.rules.cost(view, action)
    cost = "" if price is None else f"price {price}"
    parts = game.text.label(view, action, "", _name), cost, game.text.preview(view, action, _name)
    return " | ".join([write_action(action), *filter(None, parts)])


def _sum(lines: Iterable[str]) -> str:
    """The beginning of the SHA-256: of moves and numbers it changes as little as they do, whatever the words."""
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:8]


def main(names: list[str]) -> None:
    """Writes the texts of the golden games of these names, or of all."""
    for game in GOLDEN:
        if not names or game.stem in names:
            approved(game).write_text(text_of(game), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
