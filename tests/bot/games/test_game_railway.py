"""A game of Railway Rivals from its first town to its last race: typed, by buttons, with plans and refusals."""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from bot import limits
from bot.names import name_seats
from engine import GAMES, Action, PhaseEnded, Refused, decisions, play, read_action, redact, write_action
from engine.agents import greedy_agent
from engine.core import premove_decisions, read_options, rng_from_seed, verb_of
from engine.core.transcript import parse_transcript, write_transcript
from engine.games.railway_rivals.state import events as told
from engine.games.railway_rivals.state.phases import Building, Entering
from engine.store.verify import verify_database
from tests.bot.empty_stores import place
from tests.bot.simulated_channel import World, on_terms, text_of, world
from tests.bot.ui.test_limits import hold
from tests.bot.whole_game import (
    AT_ITS_END,
    WITHIN_A_PHASE,
    decision_of,
    every_phase_was_posted_once,
    everything,
    exported,
    person_at,
    pressed,
    requests,
    typed,
)

GAME = GAMES["railway-rivals"]
PRESSES = 6
"""Maximum presses for a move in the menu, from *Your move* to *Confirm*."""


class People:
    """Players who choose as computers do, by commands and menus in turn, and do once each what only people would."""

    def __init__(self, running: World) -> None:
        self.running = running
        self.made = 0
        self.used: Counter[str] = Counter()
        self.most = 0

    async def move(self, table: Any) -> None:
        """Make one move of the asked players in turn."""
        asked = self.running.bot.services.tables.decisions(table)
        decision = asked[self.made % len(asked)]
        self.made += 1
        for name in ("declare", "plan_two_lines", "be_refused"):
            if not self.used[name] and await getattr(self, name)(table, decision):
                self.used[name] += 1
                return
        seen = redact(table.state, decision.seat)
        action, _ = greedy_agent.choose(GAME, seen, decision, rng_from_seed(table.seq, "people"))
        person = person_at(self.running, table, decision.seat)
        if self.made % 3 and self.used[verb_of(action)] > 1:
            said = await typed(self.running, person, action)
        else:
            shown, presses = await pressed(self.running, person, action)
            said = shown.content
            self.most = max(self.most, presses)
        assert said.startswith("✓"), (write_action(action), said)
        self.used[verb_of(action)] += 1

    async def declare(self, table: Any, decision: Any) -> bool:
        """Declare the end of the building stage, which everybody reads and nobody can do twice."""
        running, person = self.running, person_at(self.running, table, decision.seat)
        if not any(verb_of(a) == "declare" for q in premove_decisions(table.state) for a in q.offers):
            return False
        shown = await person.click(running.latest("Your move"), label="Your move")
        shown = await person.click(shown.response, label="Plan ahead…")
        if "Declare" in "".join(running.labels(shown.response)):
            wanted = next(label for label in running.labels(shown.response) if "Declare" in label)
            shown = await person.click(shown.response, label=wanted)
        said = await person.click(shown.response, label="Confirm")
        assert "declared that the building stage ends after at most 2 more turns" in said.response.content
        assert "declared that the building stage ends after at most 2 more turns" in everything(running)
        again = await person.slash(running.channel, "railway declare")
        assert "✓" not in again.response.content and again.ephemeral
        return True

    async def plan_two_lines(self, table: Any, decision: Any) -> bool:
        """Plan two lines in postal notation before the company's turn. Nobody else reads where."""
        phase, offers = table.state.flow[-1], decision.offers
        if not isinstance(phase, Building) or phase.slots[phase.at].seat == decision.seat:
            return False
        towns = table.state.hex_map.town_at
        single = [str(a.path) for a in offers if verb_of(a) == "lay" and towns.keys().isdisjoint(a.path.hexes)]
        pairs = (f"{a},{b}" for a in single for b in single if a.split("-")[0] != b.split("-")[0])
        path = next((p for p in pairs if read_action(f"p{decision.seat} lay {p}", GAME.actions) in offers), "")
        if not path:
            return False
        person = person_at(self.running, table, decision.seat)
        said = await person.slash(self.running.channel, "railway lay", path=path.lower().replace(",", ", "))
        first = " to ".join(path.split(",")[0].split("-"))
        assert said.response.content.startswith(f"✓ You planned track from {first} and "), said.response.content
        assert first not in self.running.posts()[-1].content and first not in text_of(self.running.posts()[0])
        return True

    async def be_refused(self, table: Any, decision: Any) -> bool:
        """Try to enter a race alone with a train that would pay one rival more than 10 gold."""
        for action in decision.offers:
            line = f"enter {action.run} {action.route}" if verb_of(action) == "exchange" else ""
            why = why_not(table.state, f"p{action.seat} {line}") if line else ""
            if re.search(r"pays 1\d gold to player \d. You can pay any one rival at most 10", why):
                person = person_at(self.running, table, decision.seat)
                said = await person.slash(self.running.channel, "move", line=line)
                told = f"{name_seats(why, table.players)} Did you mean "
                assert said.ephemeral and said.response.content.startswith(told)
                assert "player" not in said.response.content
                return True
        return False


def why_not(state: Any, line: str) -> str:
    """Return why the line is refused, or an empty text."""
    try:
        play(state, read_action(line, GAME.actions))
    except Refused as refused:
        return str(refused)
    return ""


async def test_three_people_and_a_computer_play_a_whole_game_of_railway_rivals(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        running.deal(SEED)
        table = await running.started("Ada", "Ben", "Cleo", computers=1, title=GAME.key, rolls="one", turns="30")
        people = People(running)
        while table.status == "playing":
            before, seq = len(requests(running)), table.seq
            await people.move(table)
            table = await running.table()
            made = (await running.bot.services.tables.history(table.id))[seq + 1 :]
            ended = sum(isinstance(event, PhaseEnded) for move in made for event in move.events)
            assert len(requests(running)) - before <= WITHIN_A_PHASE + (AT_ITS_END - WITHIN_A_PHASE) * ended, made
        assert "is over" in text_of(running.posts()[-1])
        history = await running.bot.services.tables.history(table.id)
        events = [event for move in history for event in move.events]
        deals = {event.joint for event in events if isinstance(event, told.DealMade)}
        assert deals == {True, False}
        for kind in (told.BuildingPlanned, told.PlanSkipped, told.EndDeclared, told.RaceRun):
            assert any(isinstance(event, kind) for event in events), kind
        assert people.most <= PRESSES and all(people.used[name] for name in ("declare", "plan_two_lines", "be_refused"))
        assert "was skipped" not in everything(running)  # its owner alone is told
        await every_phase_was_posted_once(running, table.id)
        await exported(running, table)
        hold(running)
    assert (await verify_database(place(tmp_path / "tables.db"))).findings == ()


SEED = 3

GOLDEN = Path(__file__).parents[2] / "games" / "railway_rivals" / "four-players.game"
FOUR = ("Ada", "Ben", "Cleo", "Dov")


async def from_file(running: World, stop: Callable[[Any], bool]) -> Any:
    """Return a table of four on the whole map, set up from a file that ends at the first position accepted by
    ``stop``.
    """
    file, moves = parse_transcript(GOLDEN.read_text(encoding="utf-8")), list[str]()
    state, _ = GAME.new_game(read_options(GAME.options, file.options), file.seats, file.seed)
    for _, line in file.lines:
        state, _ = play(state, read_action(line, GAME.actions))
        moves.append(line)
        if stop(state):
            break
    text = write_transcript(GAME, read_options(GAME.options, file.options), file.seats, file.seed, tuple(moves))
    await running.person("Ada").slash(running.channel, "game new", game="file", file=("a.game", text.encode()))
    for name in FOUR[1:]:
        await running.person(name).click(running.posts()[0], label="Join")
    await running.person("Ada").slash(running.channel, "game start")
    return await running.table()


def building_late(state: Any) -> bool:
    """Whether a player is to build with a good roll late in the building stage."""
    phase = state.flow[-1]
    return state.turn > 9 and isinstance(phase, Building) and phase.slots[phase.at].capital >= 5 and not phase.at


async def test_building_takes_few_presses_with_pictures_and_accepts_typed_track(tmp_path: Path) -> None:
    async with world(tmp_path, pictures="all") as running:
        table = await from_file(running, building_late)
        phase = table.state.flow[-1]
        seat = phase.slots[phase.at].seat
        person, decision = person_at(running, table, seat), decision_of(running, table, seat)
        assert sum(verb_of(action) == "lay" for action in decision.offers) > limits.SELECT_OPTIONS
        build = next(action for action in decision.offers if verb_of(action) == "build")
        shown = await person.click(running.latest("Your move"), label="Your move")
        assert "Build by hexes…" in running.labels(shown.response) and "Build…" not in running.labels(shown.response)
        answers = [label for label in running.labels(shown.response) if label.startswith(f"A · {build.toward} · ")]
        assert shown.response.attachments and len(answers) == 1
        assert build.toward not in shown.response.content  # it is said once

        own = await person.click(running.latest("My plan"), label="My plan")
        assert own.response.content.endswith("Right now there’s nothing that only you can see.")
        assert not own.response.attachments

        shown = await person.click(running.latest("Your move"), label="Your move")
        shown = await person.click(shown.response, label="Build by hexes…")
        assert running.labels(shown.response)[0].startswith("A · ") and "Type it…" in running.labels(shown.response)
        assert shown.response.attachments and "K12-K13-L13" not in shown.response.content  # the form says it
        words = running.identities(shown.response)[0].split(" lay ")[1]
        lay = next(action for action in decision.offers if verb_of(action) == "lay" and str(action.path) == words)
        a, b = words.split("-")
        for text, sentence in {
            "somewhere": "“somewhere” isn’t an answer to “Along which hexes?”. Example: K12-K13-L13,C9-B9",
            f"{a}-{a}": f"You can’t build from {a} to {a}",
        }.items():
            form = await person.click(shown.response, label="Type it…")
            assert form.modal["components"][0]["component"]["placeholder"] == "K12-K13-L13,C9-B9"
            shown = await person.submit_modal(form, {"number": text})
            assert shown.response.content.startswith(sentence), shown.response.content
        for text in ("A", f"{a.lower()} - {b.lower()}"):
            if "Back" in running.labels(shown.response) and "Confirm" in running.labels(shown.response):
                shown = await person.click(shown.response, label="Back")
            form = await person.click(shown.response, label="Type it…")
            shown = await person.submit_modal(form, {"number": text})
            assert (
                running.labels(shown.response) == ["Confirm", "Confirm, then stop building", "Back"]
                and shown.response.attachments
            )
            assert f"({a}-{b}): " in shown.response.content
        said = await person.click(shown.response, label="Confirm")
        assert said.response.content.startswith("✓"), said.response.content
        assert write_action(lay) == (await running.bot.services.tables.history(table.id))[-1].line
        hold(running)


async def test_illegal_track_is_refused_with_the_decisive_number(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        table = await from_file(running, lambda state: state.turn > 0)
        for seat, path, sentence in REFUSED:
            said = await person_at(running, table, seat).slash(running.channel, "railway lay", path=path)
            assert said.ephemeral and said.response.content.partition(" Did you mean ")[0] == sentence
        ben = person_at(running, table, 2)
        said = await ben.slash(running.channel, "railway build", toward="Atlantis", path="AA32-Z31")
        assert said.response.content.startswith("Atlantis isn’t a town or special run on this map. Did you mean ")
        said = await ben.slash(running.channel, "railway enter", run="11-12", route="C9>D9")
        assert said.response.content == "You can’t do that while track is being built. Build, or end your building."
        assert (await running.table()).seq == table.seq


REFUSED = (
    (3, "C9-ZZ9", "ZZ9 isn’t a hex on this map. The last one is AD35."),
    (3, "C9-A1", "You can’t build from C9 to A1: C9 is next to C8, D8, D9, C10, B9, and B8."),
    (3, "12-13", "“12-13” isn’t an answer to “Along which hexes?”. Example: K12-K13-L13,C9-B9."),
    (3, "C9-B9", "You can’t build from C9 to B9: it costs 5 (the Mersey Tunnel), and you have 2 building points left."),
    (3, "C9-D9-E10", "You can’t build from D9 to E10: the Mersey estuary is between them."),
    (
        4,
        "F32-E32-D32",
        "You can’t build from E32 to D32: it costs 3 (over the Avon (Bristol)), and you have 1 building point left.",
    ),
    (3, "D5-D6", "You can’t build from D5: your track doesn’t lead there. Start on your own track."),
    (2, "Z31-AA32", "Your track leads to AA32, not to Z31. Write AA32-Z31."),
    (2, "AA32-Z31-AA32", "You can’t build from Z31 to AA32 twice in one move."),
)
"""Refused lines in the first Turn with 2 building points: Liverpool is C9, Bristol F32, London AA32."""


def entering_by_choice(state: Any) -> bool:
    """Whether a player has at least two routes for one of two open runs."""
    phase = state.flow[-1]
    return isinstance(phase, Entering) and len(phase.runs) == 2 and bool(two_routes(decisions(state)))


def two_routes(asked: Sequence[Any]) -> tuple[Action, ...]:
    """Return the entries of one seat for one run if there are several."""
    for decision in asked:
        enters = [action for action in decision.offers if verb_of(action) == "enter"]
        for run in {action.run for action in enters}:
            if len(found := tuple(action for action in enters if action.run == run)) > 1:
                return found
    return ()


async def test_run_is_entered_by_its_second_route_in_five_presses_or_by_a_typed_route(tmp_path: Path) -> None:
    async with world(tmp_path, pictures="all") as running:
        table = await from_file(running, entering_by_choice)
        second = two_routes(running.bot.services.tables.decisions(table))[1]
        person = person_at(running, table, second.seat)
        shown = await person.click(running.latest("Your move"), label="Your move")
        wanted = [one for one in running.identities(shown.response) if one.endswith(f" enter {second.run}")]
        if wanted and "Type it…" not in running.labels(shown.response):
            shown = await person.click(shown.response, custom_id=wanted[0])
        assert "Type it…" in running.labels(shown.response) and shown.response.attachments
        form = await person.click(shown.response, label="Type it…")
        refused = await person.submit_modal(form, {"number": "K12"})
        assert refused.response.content.startswith("“K12” isn’t an answer to “Which route?”. Example: C9>K12>R20.")
        form = await person.click(refused.response, label="Type it…")
        shown = await person.submit_modal(form, {"number": str(second.route).replace(">", " - ")})
        assert running.labels(shown.response) == ["Confirm", "Back"] and shown.response.attachments
        shown, presses = await pressed(running, person, second)
        said = shown.content
        assert said.startswith("✓ You enter run ") and presses <= PRESSES - 2
        assert (await running.table()).state.flow[-1].desks[second.seat].open().answers.count(None) == 1
        hold(running)


def two_may_deal(state: Any) -> bool:
    """Whether four players are asked about runs, and one may offer an exchange."""
    asked = decisions(state) if isinstance(state.flow[-1], Entering) else ()
    return len(asked) == 4 and any(verb_of(action) == "exchange" for decision in asked for action in decision.offers)


async def test_reopened_question_says_answered_only_of_players_who_did(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        table = await on_terms(running, await from_file(running, two_may_deal), questions="stay")
        asked = running.bot.services.tables.decisions(table)
        offer = next(action for decision in asked for action in decision.offers if verb_of(action) == "exchange")
        maker, partner = person_at(running, table, offer.seat), person_at(running, table, offer.partner)
        for line in (
            write_action(offer),
            *(write_action(a) for a in asked[offer.seat - 1].offers if verb_of(a) == "stay"),
        ):
            spelled = line.split(" ", 1)[1]
            if spelled != f"stay {offer.run}":
                await maker.slash(running.channel, "move", line=spelled)
        said = await partner.slash(running.channel, "move", line=f"decline {offer.run} {offer.seat}")
        assert said.response.content.startswith("✓"), said.response.content
        closed = [post.content.split("\n")[0] for post in running.posts() if post.content.startswith("✓")]
        assert closed[-1] == f"✓ {partner.name} moved.", closed
