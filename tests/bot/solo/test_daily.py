"""The daily deal in the simulated Discord: played to its end by several people, and across a restart."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from simcord.backend.errors import SetupError

from bot.solo.deal import closing_time, opening_time, seed_of
from bot.ui.components import custom_id
from bot.ui.questions import next_question
from engine import write_action
from engine.games.solo import daily_deal
from tests.bot.simulated_channel import World, text_of, world

NUMBER = 3


class Daily:
    """The simulated Discord, and the time in it."""

    def __init__(self, running: World) -> None:
        self.world, self.at = running, opening_time(NUMBER) + 60.0
        self.set_clock()

    def set_clock(self) -> None:
        self.world.bot.services.dailies.now = lambda: self.at

    async def restart(self) -> None:
        await self.world.restart()
        self.set_clock()

    async def open(self, name: str, show: str = "play") -> Any:
        return (await self.world.person(name).slash(self.world.channel, "daily", show=show)).response

    async def answer(self, name: str, page: Any) -> Any:
        """Answer each question of one move with its first choice, and confirm."""
        person = self.world.person(name)
        while "Confirm" not in self.world.labels(page):
            if options := self.world.options(page):
                page = (await person.select(page, [options[0]])).response
            else:
                page = (await self.world.press_again(person, page, self.first(page))).response
        return (await person.click(page, label="Confirm")).response

    def first(self, page: Any) -> str:
        """Return the ``custom_id`` of the first answer of a question with buttons."""
        return next(one for one in self.world.identities(page) if ":m1" in one or ":a1" in one)

    async def finish(self, name: str) -> Any:
        """Play a whole attempt; all moves after the first are made without buttons."""
        page = (await self.world.person(name).click(await self.open(name), label="Play")).response
        page = await self.answer(name, page)
        service, user = self.world.bot.services.dailies, self.world.person(name).id
        attempt = await service.load_attempt(NUMBER, user, ranked=True)
        assert attempt is not None
        while (question := (await service.load_position(attempt)).question) is not None:
            attempt = await service.make_move(attempt, write_action(next(iter(question.offers))))
        return await self.open(name)


@asynccontextmanager
async def daily(tmp_path: Path) -> AsyncIterator[Daily]:
    async with world(tmp_path) as running:
        yield Daily(running)


async def test_daily_can_be_interrupted_and_continued_after_restart(tmp_path: Path) -> None:
    async with daily(tmp_path) as day:
        page = await day.open("Ada")
        assert f"Daily #{NUMBER}" in text_of(page) and "one attempt" in text_of(page)
        page = (await day.world.person("Ada").click(page, label="Play")).response
        page = await day.answer("Ada", page)
        await day.restart()
        page = await day.answer("Ada", page)
        attempt = await day.world.bot.services.dailies.load_attempt(NUMBER, day.world.person("Ada").id, ranked=True)
        assert attempt is not None and len(attempt.lines) == 2
        assert not day.world.posts(), "a daily is nobody else's business"


async def test_double_and_outdated_presses_make_no_second_move(tmp_path: Path) -> None:
    async with daily(tmp_path) as day:
        ada = day.world.person("Ada")
        page = (await ada.click(await day.open("Ada"), label="Play")).response
        service = day.world.bot.services.dailies
        attempt = await service.load_attempt(NUMBER, ada.id, ranked=True)
        question = (await service.load_position(attempt)).question
        press = custom_id("q", NUMBER, 0, f"a1 {write_action(next(iter(question.offers)))}")
        first = text_of((await day.world.press_again(ada, page, press)).response)
        assert text_of((await day.world.press_again(ada, page, press)).response) == first
        attempt = await service.load_attempt(NUMBER, ada.id, ranked=True)
        assert len(attempt.lines) == 1


async def test_press_by_another_user_starts_their_own_attempt(tmp_path: Path) -> None:
    async with daily(tmp_path) as day:
        page = (await day.world.person("Ada").click(await day.open("Ada"), label="Play")).response
        eve, press = day.world.person("Eve"), custom_id("q", NUMBER, 0, "m10")
        with pytest.raises(SetupError, match="not visible"):
            await day.world.press_again(eve, page, press)
        hers = await day.open("Eve")
        said = (await day.world.press_again(eve, hers, press)).response
        assert "haven’t started" in said.content
        for forged in ("share", "begin0", "again", "pick", "m1", "a1 x", "a0 p1 pass", "s1 zzz", "nothing"):
            await day.world.press_again(eve, hers, custom_id("q", NUMBER, 0, forged))
            await day.world.press_again(eve, hers, custom_id("q", 999, 0, forged))
        service = day.world.bot.services.dailies
        assert await service.load_attempt(NUMBER, eve.id, ranked=True) is None
        assert await service.load_attempt(NUMBER, eve.id, ranked=False) is None


async def test_result_is_shown_shared_and_on_the_leaderboard(tmp_path: Path) -> None:
    async with daily(tmp_path) as day:
        page = await day.finish("Ada")
        ada = day.world.person("Ada")
        attempt = await day.world.bot.services.dailies.load_attempt(NUMBER, ada.id, ranked=True)
        assert f"· {attempt.score}, " in text_of(page) and "streak 1" in text_of(page)
        assert f"<@{ada.id}>: {attempt.score}" in text_of(await day.open("Ben", "board"))
        await ada.click(page, label="Share")
        [post] = day.world.posts()
        assert f"Daily #{NUMBER} · {attempt.score}" in text_of(post)


async def test_result_is_shared_once(tmp_path: Path) -> None:
    async with daily(tmp_path) as day:
        page = await day.finish("Ada")
        ada = day.world.person("Ada")
        identity = next(one for one in day.world.identities(page) if one.endswith("share"))
        shown = await ada.click(page, label="Share")
        assert "Share" not in day.world.labels(shown.response)
        again = await day.world.press_again(ada, page, identity)
        assert "already shared" in text_of(again.response) and len(day.world.posts()) == 1
        assert "Share" not in day.world.labels(await day.open("Ada"))


async def test_finished_attempt_is_compared_with_the_par_game(tmp_path: Path) -> None:
    async with daily(tmp_path) as day:
        page = await day.finish("Ada")
        ada, service = day.world.person("Ada"), day.world.bot.services.dailies
        shown = (await ada.click(page, label="Compare with par")).response
        attempt = await service.load_attempt(NUMBER, ada.id, ranked=True)
        par = await service.load_par_game(NUMBER)
        words = text_of(shown)
        assert f"Score: {attempt.score} against" in words and "Your deliveries scored" in words
        assert " ".join(str(mark) for mark in par.marks).replace(" ", "") in words.replace(" ", "")
        back = (await ada.click(shown, label="Back")).response
        assert f"· {attempt.score}, " in text_of(back)


async def test_par_game_is_hidden_until_the_attempt_is_finished(tmp_path: Path) -> None:
    async with daily(tmp_path) as day:
        page = (await day.world.person("Ben").click(await day.open("Ben"), label="Play")).response
        identity = custom_id("q", NUMBER, 0, "par1")
        said = await day.world.press_again(day.world.person("Ben"), page, identity)
        assert "haven’t finished" in text_of(said.response)


def words_of(day: Daily, page: Any) -> str:
    """Return all text of a message, with its raw components."""
    payload = [str(part) for part in page.components]
    files = [f"{one.filename} {one.description}" for one in page.attachments]
    return " ".join([text_of(page), *payload, *files, *day.world.identities(page), *day.world.labels(page)])


async def test_deal_is_hidden_from_others_until_it_closes(tmp_path: Path) -> None:
    async with daily(tmp_path) as day:
        page = await day.finish("Ada")
        await day.world.person("Ada").click(page, label="Share")
        service = day.world.bot.services.dailies
        deal = await service.load_deal(NUMBER)
        ada = await service.load_attempt(NUMBER, day.world.person("Ada").id, ranked=True)
        said = [words_of(day, await day.open("Ben", show)) for show in ("play", "board", "past")]
        said += [words_of(day, post) for post in day.world.posts()]
        exported = await day.world.person("Ben").slash(day.world.channel, "privacy")
        said.append(words_of(day, exported.response))
        secrets = {deal.secret, str(seed_of(deal)), *(word for line in ada.lines for word in line.split()[2:3])}
        found = [secret for secret in secrets for text in said if len(secret) > 3 and secret in text]
        assert not found
        mine = words_of(day, page)
        assert deal.secret not in mine and str(seed_of(deal)) not in mine
        day.at = closing_time(NUMBER)
        closed = await day.world.press_again(
            day.world.person("Ben"), await day.open("Ben"), custom_id("q", NUMBER, 0, "board")
        )
        assert deal.secret in text_of(closed.response) and str(seed_of(deal)) in text_of(closed.response)


async def test_closed_daily_is_played_unranked(tmp_path: Path) -> None:
    async with daily(tmp_path) as day:
        page = (await day.world.person("Ada").click(await day.open("Ada"), label="Play")).response
        page = await day.answer("Ada", page)
        day.at = closing_time(NUMBER)
        late = (await day.world.press_again(day.world.person("Ada"), page, custom_id("q", NUMBER, 1, "m10"))).response
        assert "closed" in text_of(late)
        past = await day.open("Ada", "past")
        page = (await day.world.person("Ada").select(past, [str(NUMBER)])).response
        page = (await day.world.person("Ada").click(page, label="Play")).response
        assert "unranked" in text_of(page)


async def test_daily_questions_need_no_typing() -> None:
    from bot.solo.deal import deal_position, play_move
    from engine import GAMES
    from engine.store.dailies import DailyDeal

    for weekday in (0, 6):
        title, options = daily_deal(weekday)
        deal = DailyDeal(1, title, GAMES[title].version, options, "menus", 0)
        point = deal_position(deal)
        while (question := point.question) is not None:
            found = next_question(question.offers)
            assert found is not None and found.kind != "number" and not found.example
            point = play_move(deal, point, write_action(next(iter(question.offers))))
