"""A recorded game played in the simulated Discord, and the reports in its channel."""

from collections.abc import AsyncIterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

from engine import GAMES
from engine.core import Standing, count_noun, read_action, read_options, write_options
from engine.core.transcript import Transcript, load_transcript
from tests.bot.simulated_channel import World, is_report, report_of, spelled, text_of, world
from tests.bot.whole_game import person_at, requests

__all__ = ["PEOPLE", "Attached", "Report", "longest", "reports"]

_FOLDER = Path(__file__).parents[1] / "games"
_PATIENT_SECONDS = 600.0
"""Maximum seconds for a move with pictures on a busy machine."""
PEOPLE = ("Ada", "Ben", "Cleo", "Dov", "Eva", "Finn")


class Attached(msgspec.Struct, frozen=True):
    """A picture of a report. ``small``: it is a thumbnail, because it did not change."""

    name: str
    file: bytes
    small: bool


class Report(msgspec.Struct, frozen=True):
    """The report after one move: its heading, words, pictures, and all requests for it."""

    heading: str
    words: str
    pictures: tuple[Attached, ...]
    requests: int


def longest(title: str, most: int) -> list[Path]:
    """Return up to ``most`` recorded games of the kind, those with the most text."""
    found = (_FOLDER / title.replace("-", "_")).glob("*.game")
    return sorted(found, key=lambda file: (-file.stat().st_size, file.name))[:most]


async def reports(file: Path, **given: Any) -> AsyncIterator[Report]:
    """Yield every report of the game. ``given`` are settings of the operator."""
    transcript = load_transcript(file.read_bytes())
    with TemporaryDirectory() as folder:
        async with world(Path(folder), **{"pictures": "all", **given}) as running:
            running.env.settle_timeout = _PATIENT_SECONDS
            told = _Told(running)
            await _begin(running, transcript)
            for report in await told.since_then():
                yield report
            async for _ in _moves(running, transcript):
                for report in await told.since_then():
                    yield report


async def _begin(running: World, transcript: Transcript) -> None:
    running.deal(transcript.seed)
    options = read_options(GAMES[transcript.title].options, transcript.options)
    people = PEOPLE[: transcript.seats]
    await running.started(*people, title=transcript.title, **write_options(options))


async def _moves(running: World, transcript: Transcript) -> AsyncIterator[int]:
    """Make each recorded move that the bot does not make itself, and yield the number of moves made.

    The bot makes some moves earlier than recorded. Premoves in between are left out.
    """
    left, known = [line for _, line in transcript.lines], 0
    while left:
        made = await running.bot.services.tables.history((await running.table()).id)
        for move in made[known:]:
            if move.line in left:
                left.remove(move.line)
        known = len(made)
        yield known
        if left:
            await _make(running, transcript.title, left, known)


async def _make(running: World, title: str, left: list[str], known: int) -> None:
    """Make the first move of ``left``, or leave it out."""
    table, action = await running.table(), read_action(left[0], GAMES[title].actions)
    said = await person_at(running, table, action.seat).slash(running.channel, "move", line=spelled(action))
    if (await running.table()).seq > table.seq:
        return
    if not isinstance(action, Standing):
        raise ValueError(f"After {count_noun(known, 'row')}: {left[0]}: {said.response.content}")
    left.pop(0)


class _Told:
    """The posts of the channel so far."""

    def __init__(self, running: World) -> None:
        self._running, self._last, self._requests = running, 0, 0

    async def since_then(self) -> list[Report]:
        """Return the reports since the last call. The requests since then count for the first of them."""
        await self._running.told()
        now = len(requests(self._running))
        cost, self._requests = now - self._requests, now
        new = [post for post in self._running.posts() if post.id > self._last and is_report(post)]
        self._last = max([self._last, *(post.id for post in new)])
        return [await _read(post, cost if post is new[0] else 0) for post in new]


async def _read(post: Any, cost: int) -> Report:
    components = [row.to_dict() for row in post.components]
    small = {part["accessory"]["media"]["url"] for part in components if "accessory" in part}
    pictures = [
        Attached(file.filename, await file.read(), any(file.filename in url for url in small))
        for file in post.attachments
    ]
    return Report(report_of(post)[0], text_of(post), tuple(pictures), cost)
