"""Time views of a table, computers' moves, and the work after a game, for every game.

Everything is done as the bot does it, with pictures, in the simulated Discord: *Your move* is opened, a step of its
menu is taken, and ``/move`` is completed, at early and late positions of a game. Then the film of the game is rendered,
and the database is verified. Processor time is compared with Pillow's encode of the table's first picture; the film and
the verification have anchors of their own.
"""

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Iterator, Sequence
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any, TypeVar

from PIL import Image

from bot.history.film import render_film
from bot.ui.components import custom_id
from engine.agents.policies import QUICK_POLICIES
from engine.core import Action, Decision, Rng, State, play, read_action, redact, rng_from_seed, write_action
from engine.store.verify import verify_database
from tests.bench.draw_time import encode, pictures, pixels
from tests.bench.measurement import Figure, against, millis, p50, p99
from tests.bench.positions import Title, seats
from tests.bot.simulated_channel import NAMES, World, spelled, world
from tests.bot.whole_game import person_at

__all__ = ["STEPS", "measure"]

STEPS = {
    "Your move": 4.0,
    "a menu step": 4.0,
    "autocompletion": 1.0,
    "a computer's move": 1.0,
}
"""The steps that are timed, and the maximum median time of each in bare picture encodes."""
_TAIL = 4.0
"""Maximum ratio of a step's 99th percentile to its allowed median."""
_LONGER = 3.0
"""Maximum ratio of a film to the encodes of its frames, and of a verification to the same moves played in memory."""
_SEED = 7
"""The seed of the game."""

Made = TypeVar("Made")


class _Watch:
    """One game that is timed at some of its positions. It collects milliseconds and move numbers by step."""

    def __init__(self, title: Title, running: World) -> None:
        self._title, self._running = title, running
        self.taken: dict[str, list[tuple[int, float]]] = defaultdict(list)
        self.moves = 0
        self.last: State | None = None

    async def game(self, every: int) -> None:
        """Play a game as computers choose, and look at the table before one of ``every`` moves."""
        sessions, rng = self._running.bot.services.tables, rng_from_seed(2, "bench")
        while (table := await self._running.table()).status == "playing":
            question = sessions.decisions(table)[0]
            assert table.state is not None
            self.last = table.state
            action, rng = self._chosen(table.state, question, rng)
            if self.moves % every == 0:
                await self._look(question, action)
            user = table.players[question.seat - 1].user
            assert user is not None
            await sessions.play_move(table.id, user, write_action(action))
            self.moves += 1

    def _chosen(self, state: State, question: Decision, rng: Rng) -> tuple[Action, Rng]:
        began = process_time()
        chosen = QUICK_POLICIES["greedy"](self._title, redact(state, question.seat), question, rng)
        self._note("a computer's move", began)
        return chosen

    async def _look(self, question: Decision, action: Action) -> None:
        table, running = await self._running.table(), self._running
        person = person_at(running, table, question.seat)
        post = running.latest("Your move")

        def pressed(message: Any, words: str) -> Awaitable[Any]:
            return running.press_again(person, message, custom_id("m", table.id, table.seq, words))

        menu = await self._timed("Your move", pressed(post, "-0"))
        verb, *rest = spelled(action).split()
        if menu.response is not None and rest:  # a single word would be the move itself
            await self._timed("a menu step", pressed(menu.response, f"-0 {verb}"))
        await self._timed("autocompletion", person.autocomplete(running.channel, "move", "line", ""))

    async def _timed(self, step: str, work: Awaitable[Made]) -> Made:
        began = process_time()
        made = await work
        self._note(step, began)
        return made

    def _note(self, step: str, began: float) -> None:
        self.taken[step].append((self.moves, 1_000 * (process_time() - began)))


def measure(titles: Sequence[Title], looks: int) -> list[Figure]:
    """Return the figures of each game: first and last third of about ``looks`` views, the film, and the
    verification.
    """
    return [figure for title in titles for figure in asyncio.run(_measured(title, looks))]


async def _measured(title: Title, looks: int) -> list[Figure]:
    with TemporaryDirectory() as folder:
        async with world(Path(folder), pictures="all") as running:
            running.deal(_SEED)
            await running.started(*NAMES[: seats(title)], title=title.key)
            watch = _Watch(title, running)
            await watch.game(every=max(1, 200 // looks))
            bare = _bare(title, watch)
            film = await _film(title, running, bare)
            log = await running.bot.services.tables.history((await running.table()).id)
        proof = await _proof(title, [move.line for move in log if move.line], Path(folder, "tables.db"))
        return [*_figures(title, watch, bare), film, proof]


def _bare(title: Title, watch: _Watch) -> float:
    """Return the milliseconds of encoding the first picture of the last position."""
    assert watch.last is not None
    return sum(_encoding(pixels(picture)) for picture in pictures(title, watch.last))


def _encoding(image: Image.Image) -> float:
    return millis(lambda: encode(image), 3)


def _figures(title: Title, watch: _Watch, bare: float) -> Iterator[Figure]:
    third = watch.moves / 3
    for step, most in STEPS.items():
        early = [taken for move, taken in watch.taken[step] if move < third]
        late = [taken for move, taken in watch.taken[step] if move >= 2 * third]
        for when, taken in (("early", early), ("late", late)):
            name, note = f"{title.key}: {step}, {when}", f"{len(taken)} times"
            yield against(f"{name}, p50", p50(taken), bare, "ms", most=most, note=note)
            yield against(f"{name}, p99", p99(taken), bare, "ms", most=most * _TAIL)


async def _film(title: Title, running: World, bare: float) -> Figure:
    """Time the film that is posted after a game, against the encodes of as many pictures as it has frames."""
    desk, table = running.bot.services, await running.table()
    began = process_time()
    made = await render_film(desk.tables, desk.render_pool, table)
    taken = 1_000 * (process_time() - began)
    assert made is not None
    reel: Any = Image.open(BytesIO(made.fp.read()))
    frames = int(reel.n_frames)
    note = f"{frames} frames"
    return against(f"{title.key}: film of a game", taken, frames * bare, "ms", most=_LONGER, note=note)


async def _proof(title: Title, lines: Sequence[str], path: Path) -> Figure:
    """Time ``engine verify`` of the table's file, against the same moves played in memory."""
    actions = [read_action(line, title.actions) for line in lines]
    dealt, _ = title.new_game(title.options(), seats(title), _SEED)
    played = millis(lambda: _replayed(dealt, actions))
    began = process_time()
    found = await verify_database(path)
    taken = 1_000 * (process_time() - began)
    assert found.moves == len(actions) and not found.findings
    return against(f"{title.key}: verify", taken, played, "ms", most=_LONGER, note=f"{found.moves} moves")


def _replayed(state: Any, actions: Sequence[Action]) -> None:
    for action in actions:
        state, _ = play(state, action)
