"""A game of Railroads of Catan from the first city to the result: by buttons and typing, with plans, undo, and
refusals.
"""

import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from engine import GAMES, Action, PhaseEnded, Seat, redact, write_action
from engine.agents import greedy_agent
from engine.core import rng_from_seed
from engine.core import verb_of as verb
from engine.games.railroads_of_catan.game_data.island import NEIGHBORS as GRAPH
from engine.games.railroads_of_catan.game_data.island import NodeId
from engine.games.railroads_of_catan.phases import (
    BiddingPhase,
    BuildingPhase,
    DraftPhase,
    MaintenancePhase,
    RunningPhase,
)
from engine.games.railroads_of_catan.rules.founding import hexes_to_rank
from engine.games.railroads_of_catan.search.build_paths import laying_proposals
from engine.games.railroads_of_catan.state import events as told
from engine.games.railroads_of_catan.state.actions import Offer
from engine.games.railroads_of_catan.state.sellable_items import items_of
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
    requests,
    typed,
)

GAME = GAMES["railroads-of-catan"]
SEED = 5
PRESSES = 5
"""Maximum presses for a move in the menu, from *Your move* to *Confirm*. A ranking of four takes one more."""


async def pressed(running: World, person: Any, action: Action) -> tuple[str, int]:
    """Make the move by the private menu alone, and return the answer and the number of presses."""
    shown = await person.click(running.latest("Your move"), label="Your move")
    shown, presses = await chosen(running, person, shown, action)
    if "Confirm" not in running.labels(shown.response):  # such as to stop, which can be undone
        return str(shown.response.content), presses + 1
    shown = await person.click(shown.response, label="Confirm")
    return str(shown.response.content), presses + 2


class People:
    """Players who choose as computers do, by commands and menus in turn, and do once each what only people would."""

    ONCE = (
        "rank_hexes_ahead",
        "take_back_a_city",
        "restart",
        "bid_sealed",
        "be_refused",
        "lay_what_is_typed",
        "plan_by_form",
        "plan_track",
        "plan_too_dear",
        "be_told_why_not",
        "run_what_is_typed",
        "mark",
        "bid_for_what_is_marked",
    )

    def __init__(self, running: World) -> None:
        self.running = running
        self.made = 0
        self.used: Counter[str] = Counter()
        self.most: Counter[str] = Counter()
        self.notes: dict[str, Any] = {}

    async def move(self, table: Any) -> str:
        """Make one move of the asked players in turn, and return what was done."""
        asked = self.running.bot.services.tables.decisions(table)
        decision = asked[self.made % len(asked)]
        self.made += 1
        for name in self.ONCE:
            if not self.used[name] and await getattr(self, name)(table, decision):
                self.used[name] += 1
                return name
        seen = redact(table.state, decision.seat)
        action, _ = greedy_agent.choose(GAME, seen, decision, rng_from_seed(table.seq, "people"))
        person = person_at(self.running, table, decision.seat)
        if self.made % 8 and self.used[verb(action)] > 2:
            said = await typed(self.running, person, action)
        else:
            said, presses = await pressed(self.running, person, action)
            self.most[verb(action)] = max(self.most[verb(action)], presses)
        assert said.startswith("✓"), (write_action(action), said)
        self.used[verb(action)] += 1
        return verb(action)

    def person(self, table: Any, seat: int) -> Any:
        return person_at(self.running, table, seat)

    async def rank_hexes_ahead(self, table: Any, decision: Any) -> bool:
        """Let the player who chooses last rank hexes for all coming cities, through *Plan ahead…* and a form."""
        phase = table.state.flow[-1]
        assert isinstance(phase, DraftPhase)
        seat = table.state.from_seat(table.state.first)[-1]
        wished = hexes_to_rank(table.state, phase, seat)[::-1]
        person = self.person(table, seat)
        shown = await person.click(self.running.latest("Your move"), label="Your move")
        assert shown.response.content.startswith("Waiting for ")
        form = await person.click(shown.response, label="Type it…")
        shown = await person.submit_modal(form, {"number": ", ".join(wished).lower()})
        shown = await person.click(shown.response, label="Confirm")
        assert shown.response.content.startswith("✓ You want "), shown.response.content
        self.notes["wished"] = (seat, wished)
        return True

    async def take_back_a_city(self, table: Any, decision: Any) -> bool:
        """Found a city, undo it before anybody has acted, and found it elsewhere."""
        person, wrong = self.person(table, decision.seat), next(iter(decision.offers))
        said = await typed(self.running, person, wrong)
        assert said.startswith("✓"), said
        back = await person.slash(self.running.channel, "undo")
        assert "undid your move" in back.response.content, back.response.content
        assert (await self.running.table()).state == table.state
        return True

    async def restart(self, table: Any, decision: Any) -> bool:
        """Restart the bot in the third turn; the game continues."""
        if table.state.turn < 3:
            return False
        await self.running.restart()
        assert (await self.running.table()).state == table.state
        return True

    async def bid_sealed(self, table: Any, decision: Any) -> bool:
        """Type a bid into the form. Nobody reads it before all have bid, and it cannot be undone."""
        if not isinstance(table.state.flow[-1], BiddingPhase) or table.state.flow[-1].bids:
            return False
        running, person = self.running, self.person(table, decision.seat)
        form = await self._form(person, "Bid for turn order…")
        refused = await person.submit_modal(form, {"number": "1550"})
        assert "multiple of $100" in refused.response.content, refused.response.content
        form = await person.click(refused.response, label="Type it…")
        shown = await person.submit_modal(form, {"number": "1700"})
        assert "Bid $1,700: $13,300 left" in shown.response.content, shown.response.content
        said = await person.click(shown.response, label="Confirm")
        assert said.response.content.startswith("✓ You bid $1,700"), said.response.content
        assert "1,700" not in everything(running)
        self.notes["bid"] = decision.seat
        return True

    async def be_refused(self, table: Any, decision: Any) -> bool:
        """Try track that starts outside the network, and the undo of a move that revealed the bids."""
        if not isinstance(table.state.flow[-1], BuildingPhase):
            return False
        state, person = table.state, self.person(table, decision.seat)
        rival = next(city for city, owned in state.cities.items() if owned.seat != decision.seat)
        beside = next(place for place in GRAPH[rival] if place not in state.cities)
        said = await person.slash(self.running.channel, "catan lay", path=f"{rival}-{beside}")
        assert said.ephemeral and "player" not in said.response.content
        assert "Start at one of your cities or tracks" in said.response.content, said.response.content
        last = (await self.running.bot.services.tables.history(table.id))[-1]
        said = await self.person(table, last.seat).slash(self.running.channel, "undo")
        assert "something hidden" in said.response.content, said.response.content
        return True

    async def lay_what_is_typed(self, table: Any, decision: Any) -> bool:
        """Type a path of several tracks in lower case with spaces, undo it, and lay it again."""
        phase, person = table.state.flow[-1], self.person(table, decision.seat)
        if not isinstance(phase, BuildingPhase):
            return False
        path = max((path for _, path in laying_proposals(table.state, phase)), key=lambda path: len(path.tracks))
        form = await self._form(person, "Lay track…")
        shown = await person.submit_modal(form, {"number": str(path).lower().replace("-", " - ")})
        said = await person.click(shown.response, label="Confirm")
        assert "laid" in said.response.content, said.response.content
        back = await person.slash(self.running.channel, "undo")
        assert "undid your move" in back.response.content, back.response.content
        said = await person.slash(self.running.channel, "catan lay", path=str(path))
        assert said.response.content.startswith("✓"), said.response.content
        return True

    async def plan_by_form(self, table: Any, decision: Any) -> bool:
        """Type plans in the menu: the limit is the current cost, and a plan that matches no graph is explained."""
        state, seat = table.state, Seat(decision.seat % 4 + 1)
        if not isinstance(state.flow[-1], BuildingPhase) or not state.trains_of(seat):
            return False
        person, train, ways_of = self.person(table, seat), state.trains_of(seat)[0], GRAPH[NodeId("H13")]
        for verb_, typed_, sentence in (
            ("Plan track…", "H01 - H02", "“H01 - H02” isn’t possible. Example: "),
            ("Plan track…", f"h13 - {ways_of[0]}, {ways_of[1]}-h13".lower(), "for up to $"),
            ("Plan a trip…", "nowhere", "“nowhere” isn’t possible. Example: "),
            ("Plan a trip…", f"{train.at} > {GRAPH[train.at][0]} > {train.at}", "for up to $"),
        ):
            form = await self._form(person, verb_, str(train.number))
            shown = await person.submit_modal(form, {"number": typed_})
            assert sentence in shown.response.content, shown.response.content
        return True

    async def plan_track(self, table: Any, decision: Any) -> bool:
        """Plan track before the own turn, which is then laid without a question."""
        return await self._plan(table, "plan_track", 20_000)

    async def plan_too_dear(self, table: Any, decision: Any) -> bool:
        """Plan track with too low a limit, which is then not laid."""
        return await self._plan(table, "plan_too_dear", 100)

    async def _plan(self, table: Any, name: str, limit: int) -> bool:
        state, phase = table.state, table.state.flow[-1]
        if not isinstance(phase, BuildingPhase) or phase.seat == state.order[-1]:
            return False
        seat = state.order[state.order.index(phase.seat) + 1]
        path = next((path for _, path in laying_proposals(state, BuildingPhase(seat))), None)
        if path is None or state.plans[seat].open().track is not None:
            return False
        person = self.person(table, seat)
        said = await person.slash(self.running.channel, "catan plantrack", path=str(path), limit=limit)
        assert said.response.content.startswith("✓ You will lay "), said.response.content
        assert str(path) not in everything(self.running)
        self.notes[name] = (seat, path)
        return True

    async def be_told_why_not(self, table: Any, decision: Any) -> bool:
        """Check that the player whose plan failed reads why above the question, and nobody else does."""
        seat, _ = self.notes.get("plan_too_dear", (0, None))
        if seat != decision.seat or not isinstance(table.state.flow[-1], BuildingPhase):
            return False
        for player in (1, 2, 3, 4):
            shown = await self.person(table, player).click(self.running.latest("Your move"), label="Your move")
            why = "your limit is $100" in shown.response.content
            assert why is (player == seat), shown.response.content
        assert "plan was canceled" not in everything(self.running)
        return True

    async def run_what_is_typed(self, table: Any, decision: Any) -> bool:
        """Type a trip that fills an order."""
        if not isinstance(table.state.flow[-1], RunningPhase):
            return False
        best, _ = greedy_agent.choose(GAME, redact(table.state, decision.seat), decision, rng_from_seed(1, "run"))
        if verb(best) != "run" or ":" not in str(best.trip):
            return False
        person = self.person(table, decision.seat)
        form = await self._form(person, "Run a train…", str(best.number))
        shown = await person.submit_modal(form, {"number": str(best.trip).replace(">", " > ")})
        assert "(order " in shown.response.content, shown.response.content
        said = await person.click(shown.response, label="Confirm")
        assert "filled order" in said.response.content, said.response.content
        return True

    async def mark(self, table: Any, decision: Any) -> bool:
        """Mark a track that its owner will not maintain next turn. Nobody else reads it."""
        state = table.state
        if not isinstance(state.flow[-1], RunningPhase) or state.turn < 2:
            return False
        seat = Seat(decision.seat % 4 + 1)
        item = next((item for item in items_of(state, seat) if not item.startswith("train")), None)
        if item is None:
            return False
        person, line = self.person(table, seat), {"item": item, "otherwise": "remove", "reserve": 700}
        said = await person.slash(self.running.channel, "catan mark", **line)
        assert "for $600 or more, and remove it if no one bids" in said.response.content, said.response.content
        assert item not in everything(self.running)
        self.notes["mark"] = (seat, item)
        return True

    async def bid_for_what_is_marked(self, table: Any, decision: Any) -> bool:
        """Bid on the marked track, while all others are asked at once. The sealed bid at or above the reserve wins."""
        if not isinstance(table.state.flow[-1], MaintenancePhase):
            return False
        lot = table.state.flow[-1].lots[0]
        offer = Offer(decision.seat, lot.owner, lot.item, 1_300)
        read = undated(self.running)
        said, presses = await pressed(self.running, self.person(table, decision.seat), offer)
        assert said.startswith("✓ You bid $1,300 on "), said
        assert undated(self.running) == read and presses <= PRESSES
        self.notes["offer"] = offer
        return True

    async def _form(self, person: Any, label: str, *picked: str) -> Any:
        shown = await person.click(self.running.latest("Your move"), label="Your move")
        for press in ("Plan ahead…" if label.startswith("Plan") else label, label):
            if press in self.running.labels(shown.response):
                shown = await person.click(shown.response, label=press)
        for value in picked:
            found = self.running.identities(shown.response)  # “^” shows the board
            leading = [i for i in found if i.endswith(f" {value}") and i[0] == "m" and ":^" not in i]
            if leading:
                shown = await person.click(shown.response, custom_id=leading[0])
        return await person.click(shown.response, label="Type it…")


def undated(running: World) -> str:
    """Return all that the channel can read now, without times."""
    return re.sub("<t:[0-9]+:R>", "", everything(running))


async def test_four_people_play_a_whole_game_of_railroads_of_catan(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        running.deal(SEED)
        table = await running.started(*NAMES, title=GAME.key)
        people = People(running)
        while table.status == "playing":
            before, seq = len(requests(running)), table.seq
            done = await people.move(table)
            table = await running.table()
            made = (await running.bot.services.tables.history(table.id))[seq + 1 :]
            ended = sum(isinstance(event, PhaseEnded) for move in made for event in move.events)
            if done not in People.ONCE:
                assert len(requests(running)) - before <= WITHIN_A_PHASE + (AT_ITS_END - WITHIN_A_PHASE) * ended, made
        assert re.search(r"wins.*\n1\\\. \w+ · \$\d\d,\d{3}\n", text_of(running.posts()[-1]))
        assert not [name for name in People.ONCE if not people.used[name]]
        ranked = people.most.pop("rank")
        assert ranked <= PRESSES + 1 and max(people.most.values()) <= PRESSES, people.most
        history = await running.bot.services.tables.history(table.id)
        all_was_as_they_said(people, [(move, event) for move in history for event in move.events])
        await every_phase_was_posted_once(running, table.id)
        await exported(running, table)
        hold(running)
    assert (await verify_database(place(tmp_path / "tables.db"))).findings == ()


def all_was_as_they_said(people: People, made: Sequence[tuple[Any, Any]]) -> None:
    """Check that plans and bids had the promised effects, without asking their seats again."""
    for verb_ in ("toward", "train", "upgrade", "run", "bid", "rank"):
        assert people.used[verb_], verb_
    seat, wished = people.notes["wished"]
    founded = [(move, event) for move, event in made if isinstance(event, told.CityFounded) and event.seat == seat]
    assert [event.hex in wished for _, event in founded[1:]] == [True] * 3
    assert all(move.seat != seat or verb_of(move) != "pick" for move, _ in founded[1:])
    seat, path = people.notes["plan_track"]
    assert any(isinstance(e, told.TrackLaid) and (e.seat, e.path) == (seat, path) and m.seat != seat for m, e in made)
    seat, _ = people.notes["plan_too_dear"]
    assert any(isinstance(e, told.PlanStopped) and e.seat == seat for _, e in made)
    offer, (owner, item) = people.notes["offer"], people.notes["mark"]
    sold = next(e for _, e in made if isinstance(e, told.ItemSold))
    assert (sold.seat, sold.item, sold.buyer, sold.amount) == (owner, item, offer.seat, 1_300)
    shown = next(e for _, e in made if isinstance(e, told.BidsShown))
    assert shown.bids[people.notes["bid"]] == 1700
    assert any(isinstance(e, told.OrderFilled) for _, e in made)


def verb_of(move: Any) -> str:
    return str(move.line).split()[1]
