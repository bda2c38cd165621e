"""A game of RailRoader from its first gang to Buffalo Creek: by buttons and typing, with orders, undo, and refusals."""

from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bot.commands.move import _resolve_words
from bot.tables import phases
from bot.tables.table import LogEntry
from engine import GAMES, Action, PhaseEnded, Seat, decisions, redact, write_action
from engine.agents import greedy_agent
from engine.core import premove_decisions, rng_from_seed, verb_of
from engine.games.railroader.game_data.cards import DEPUTY
from engine.games.railroader.state import events as told
from engine.games.railroader.state.actions import Buy, Deputies, Place
from engine.store.verify import verify_database
from tests.bot.empty_stores import place
from tests.bot.simulated_channel import NAMES, World, text_of, world
from tests.bot.ui.test_limits import hold
from tests.bot.whole_game import (
    AT_ITS_END,
    WITHIN_A_PHASE,
    chosen,
    every_phase_was_posted_once,
    everything,
    exported,
    person_at,
    pressed,
    requests,
    typed,
)
from tests.games.railroader.table import go, railroad, table

GAME = GAMES["railroader"]
SEED = 4
PRESSES = 5
"""Maximum presses for a move in the menu, from *Your move* to *Confirm*."""
WHOLE, SHERIFF = 992, 1
"""The seed of a game in which outlaws meet a deputy who is ordered to be used in any case; and its seat."""
MIDDLE, TURN, GANG = 80, 3, 2
"""Moves before the restart; actions in a turn; workers of the player who tries to build more than possible."""
DICE = ("move", "buy")
"""Verbs of moves that roll the die or turn up a card at once."""
HIDDEN = "That move involved chance or revealed something hidden, so it can’t be undone."


class People:
    """Players who choose as computers do, but hire deputies, and do once each what only people would."""

    def __init__(self, running: World) -> None:
        self.running = running
        self.made = 0
        self.used: Counter[str] = Counter()
        self.most = 0

    async def move(self, table: Any) -> None:
        """Make the next move, with an interruption before or after it."""
        (decision,) = self.running.bot.services.tables.decisions(table)
        person, action = person_at(self.running, table, decision.seat), self.choice(table, decision)
        for name in ("order", "be_refused", "restart", "take_back"):
            if not self.used[name] and await getattr(self, name)(table, person, action):
                self.used[name] += 1
        if self.used[verb_of(action)] > 1 and self.made % 8:
            said = await typed(self.running, person, action)
        else:
            shown, presses = await pressed(self.running, person, action)
            said, self.most = shown.content, max(self.most, presses)
            if verb_of(action) in DICE:
                assert "Undo" not in self.running.labels(shown)
        assert said.startswith("✓"), (write_action(action), said)
        self.made += 1
        self.used[verb_of(action)] += 1
        if verb_of(action) == "move" and not self.used["keep_the_roll"]:
            await self.keep_the_roll(person)
            self.used["keep_the_roll"] += 1

    def choice(self, table: Any, decision: Any) -> Action:
        """Choose a move: buy a deputy and put it on an undefended railhead, otherwise what a computer would do."""
        for offer in decision.offers:
            if isinstance(offer, Buy) and table.state.market[offer.slot - 1] == DEPUTY:
                return offer
            if isinstance(offer, Place) and offer.card == DEPUTY and not table.state.railroads[offer.seat].mat.deputies:
                return offer
        action, _ = greedy_agent.choose(
            GAME, redact(table.state, decision.seat), decision, rng_from_seed(self.made, "people")
        )
        return action

    async def order(self, table: Any, person: Any, action: Action) -> bool:
        """Let the first seat order in secret that deputies are used in any case."""
        if action.seat != SHERIFF or SHERIFF not in {question.seat for question in premove_decisions(table.state)}:
            return False
        before = len(requests(self.running))
        shown = await person.click(self.running.latest("Your move"), label="Your move")
        shown = await person.click(shown.response, label="Plan ahead…")
        assert "\nYour deputies are used when that prevents a loss, first against outlaws" in shown.response.content
        shown, _ = await chosen(self.running, person, shown, Deputies(Seat(SHERIFF), "always", "crates"))
        said = await person.click(shown.response, label="Confirm")
        assert said.response.content.startswith("✓ Your deputies are used whenever outlaws attack")
        assert len(requests(self.running)) == before
        return True

    async def be_refused(self, table: Any, person: Any, action: Action) -> bool:
        """Try more track than workers can build, a card that is not in hand, and a move out of turn."""
        if verb_of(action) != "build" or table.state.flow[-1].gang != GANG:
            return False
        said = await person.slash(self.running.channel, "railroader build", sections=GANG + 1)
        limit = "You can’t build 3 sections. This turn you can build 1 to 2 sections."
        assert said.ephemeral and said.response.content.startswith(limit)
        said = await person.slash(self.running.channel, "railroader place", card="supplies-3")
        assert said.response.content.startswith("You have no Supplies 3 in your hand.")
        other = next(who for who in self.running.people.values() if who.id != person.id)
        said = await other.slash(self.running.channel, "railroader build", sections=1)
        assert said.ephemeral and said.response.content.startswith("It’s not your turn. ")
        assert (await self.running.table()).seq == table.seq
        return True

    async def restart(self, table: Any, person: Any, action: Action) -> bool:
        """Restart the bot in the middle of a turn, and press a button from before."""
        if self.made < MIDDLE or table.state.flow[-1].left == TURN:
            return False
        old = self.running.latest("Your move")
        await self.running.restart()
        await self.running.env.settle()
        shown = await person.click(old, label="Your move")
        assert f"{table.state.flow[-1].left} action" in shown.response.content
        return True

    async def take_back(self, table: Any, person: Any, action: Action) -> bool:
        """Make a plain action within a turn and undo it from the next page of the menu."""
        if verb_of(action) not in ("place", "discard") or table.state.flow[-1].left == 1:
            return False
        before = (await self.running.table()).state
        shown, _ = await pressed(self.running, person, action)
        assert "\nChoose an action." in shown.content
        said = await person.click(shown, label="Undo")
        assert said.response.content.startswith("You undid your move.\n")
        assert (await self.running.table()).state == before
        return True

    async def keep_the_roll(self, person: Any) -> None:
        """Check that a move by the die cannot be undone."""
        seq = (await self.running.table()).seq
        said = await person.slash(self.running.channel, "undo")
        assert said.ephemeral and said.response.content == HIDDEN
        assert (await self.running.table()).seq == seq


async def test_four_people_play_a_whole_game_of_railroader(tmp_path: Path) -> None:
    async with world(tmp_path, pictures="none") as running:
        running.deal(WHOLE)
        table = await running.started(*NAMES, title=GAME.key, line="16", deck="first")
        people = People(running)
        while table.status == "playing":
            before, seq = len(requests(running)), table.seq
            await people.move(table)
            table = await running.table()
            made = (await running.bot.services.tables.history(table.id))[seq + 1 :]
            ended = sum(isinstance(event, PhaseEnded) for move in made for event in move.events)
            allowed = sum(WITHIN_A_PHASE for move in made if move.by != "ahead")
            allowed += (AT_ITS_END - WITHIN_A_PHASE) * ended
            assert len(requests(running)) - before <= allowed, made
        assert "is over" in text_of(running.posts()[-1])
        assert people.most <= PRESSES
        assert all(people.used[name] for name in ("order", "be_refused", "restart", "take_back", "keep_the_roll"))
        history = await running.bot.services.tables.history(table.id)
        (defended,) = [move for move in history if any(isinstance(event, told.DeputyUsed) for event in move.events)]
        assert defended.seat != SHERIFF and not any(isinstance(event, told.RailheadRaided) for event in defended.events)
        name = table.players[SHERIFF - 1].name
        assert f"{name}’s deputy drove off 2 outlaws" in everything(running)
        await every_phase_was_posted_once(running, table.id)
        await exported(running, table)
        hold(running)
    assert (await verify_database(place(tmp_path / "tables.db"))).findings == ()


@pytest.mark.parametrize("line", ["move 3 0", "p1 move 3 0", "/railroader move 3 0", "move move 3 0"])
def test_typed_line_may_begin_with_the_verb_move(line: str) -> None:
    state = table(railroad(6, 4, hand="water-3 gold gold gold"))
    place: Any = SimpleNamespace(table_view=SimpleNamespace(game=GAME), decision=decisions(state)[0], premoves=None)
    assert _resolve_words(place, line) == ("move", "3", "0")


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("steal Computer 1 supplies 4", "steal 3 supplies-4"),
        ("steal computer_1 supplies_4", "steal 3 supplies-4"),
        ("Steal 3 Supplies-4", "steal 3 supplies-4"),
        ("dynamite ben 17", "dynamite 2 17"),
        ("dynamite Ben 18", "dynamite 2 18"),  # which is not offered, and refused as it is meant
        ("place supplies 4", "place supplies-4"),
        ("Place supplies 5", "place supplies_5"),  # which is not in hand
    ],
)
def test_rivals_and_cards_can_be_typed_by_their_displayed_names(line: str, meant: str) -> None:
    rival = railroad(1, 5, crates="4/4")
    mine = railroad(10, 3, hand="saboteur supplies-4 gold gold")
    state = table(mine, rival, rival, seats=3)
    assert {"dynamite 2 17", "steal 3 supplies-4"} <= {write_action(offer)[3:] for offer in decisions(state)[0].offers}
    names = ("Ada", "Ben", "Computer 1")
    seen = SimpleNamespace(game=GAME, caption=lambda seat: names[seat - 1])
    place: Any = SimpleNamespace(
        table_view=seen, decision=decisions(state)[0], premoves=None, table=SimpleNamespace(players=names)
    )
    assert _resolve_words(place, line) == tuple(meant.split())


async def test_deputy_orders_stay_secret_and_the_whole_turn_is_reported(tmp_path: Path) -> None:
    async with world(tmp_path, pictures="none") as running:
        running.deal(SEED)
        table = await running.started("Ada", "Ben", title=GAME.key, line="16", deck="first")
        (decision,) = running.bot.services.tables.decisions(table)
        person = person_at(running, table, decision.seat)
        other = next(who for who in running.people.values() if who.id != person.id)
        said = await other.slash(running.channel, "railroader deputies", use="never", first="workers")
        assert said.ephemeral and "nothing to plan" in said.response.content  # no deputy, no orders
        assert not any("deputies" in text_of(post).casefold() for post in running.posts())
        refused = await person.slash(running.channel, "railroader build", sections=1)
        assert refused.ephemeral
        assert refused.response.content.startswith("You can’t build: ")
        wrong = await person.slash(running.channel, "railroader place", card=DEPUTY)
        assert wrong.response.content == "You have no deputy in your hand."
        unknown = await person.slash(running.channel, "move", line="steal Zoe supplies-4")
        assert " Write a player as a seat: " in unknown.response.content
        for line in ("place supplies 4", "place worker", "place worker"):
            done = await person.slash(running.channel, "move", line=line)
            assert done.response.content.startswith("✓")
        told = everything(running)
        assert "placed a worker at the railhead." in told
        assert "’s workers ate 2 supplies." in told
        hold(running)


async def test_undo_is_not_offered_if_a_computer_answers_at_once(tmp_path: Path) -> None:
    async with world(tmp_path, pictures="none") as running:
        running.deal(SEED)
        await running.started("Ada", title=GAME.key, computers=1)
        buttons = list[bool]()
        for _ in range(TURN):
            person, decision = await running.asked()
            place = next(offer for offer in decision.offers if isinstance(offer, Place))
            shown, _ = await pressed(running, person, place)
            buttons.append("Undo" in running.labels(shown))
        assert buttons == [True, True, False]


def test_outlaws_are_reported_before_their_victim_is_asked() -> None:
    start = table(railroad(7, 4, workers=2), at=2, deck="outlaw-workers scout", turn={"left": 1})
    _, events = go(start, line := "p2 discard worker pile")
    made = LogEntry(1, Seat(2), line, "player", 0.0, events)
    (turn,), _ = phases.split_into_phases(phases.OpenPhase(), [made], over=False)
    assert any(isinstance(event, told.RailheadRaided) for event in turn.events_to_report)
