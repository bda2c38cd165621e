"""Claims in public texts: headlines, prompts, rolls of a die, and ``/rules``."""

import re
from collections.abc import Iterator

from engine.core import decisions
from engine.games.railway_rivals.game import GAME
from engine.games.railway_rivals.rules.building import find_build_question
from engine.games.railway_rivals.state import events as e
from engine.games.railway_rivals.state.phases import Building, Entering, Voting
from engine.games.railway_rivals.state.state import RailwayRivals
from tests.label_claims.frame import Claim, Offer, name
from tests.label_claims.railway_rivals.outcomes import state_of


def claims(offer: Offer) -> Iterator[Claim]:
    """Yield the claims of public texts before the move and because of it."""
    yield from _headline(offer)
    for decision in decisions(offer.state):
        yield from _prompt(state_of(offer), decision.seat, decision.prompt)
    yield from _told(offer)
    yield from _rules(offer)


def _headline(offer: Offer) -> Iterator[Claim]:
    state, text = state_of(offer), offer.headline
    left = len([town for town in state.hex_map.towns if town.hex not in state.first])
    if found := re.search(r"(\d+) towns? not reached|all towns reached", text):
        yield Claim("headline: towns", int(found[1] or 0), left)
    if found := re.match(r"(?:After )?Turn (\d+)", text):
        yield Claim("headline: turn", int(found[1]), state.turn)
    if isinstance(state.flow[-1], Building) and not state.operating:
        limit = int(state.options.turns) - state.turn
        come = limit if state.turns_left is None else min(limit, state.turns_left)
        found = re.search(r"at most (\d+) more to come", text)
        yield Claim("headline: last turn", ", the last" in text, come == 0)
        if found:
            yield Claim("headline: turns to come", int(found[1]), come)
    if found := re.search(r"after (?:race )?(\d+)", text):
        yield Claim("headline: races", int(found[1]), len(state.races))
    if found := re.match(r"(\d+) runs? open", text):
        assert isinstance(state.flow[-1], Entering)
        yield Claim("headline: open runs", int(found[1]), len(state.flow[-1].runs))


def _prompt(state: RailwayRivals, seat: int, text: str) -> Iterator[Claim]:
    asked = find_build_question(state, seat) if state.current_building else None
    if isinstance(state.flow[-1], Voting):
        turns, towns = map(int, re.findall(r"for (\d+) turns? \((\d+)", text)[0])
        yield Claim("prompt: vote", (turns, towns), (state.fruitless, len(state.unreached_towns)))
    elif found := re.match(r"Build track \((\d+) building points? left\)", text):
        yield Claim("prompt: points left", int(found[1]), asked and asked.slot.capital)
    elif found := re.search(r"after the races \(up to (.*) gold of your own\)", text):
        slots = state.current_building.slots if state.current_building else ()
        most = [slot.capital for slot in slots if slot.seat == seat and (not slot.done or "Enter" in text)]
        yield Claim("prompt: gold to spend", list(map(int, re.findall(r"\d+", found[1]))), most)
    elif found := re.search(r"\(up to (\d+) gold of your own\)", text):
        yield Claim("prompt: gold to spend", int(found[1]), asked and min(asked.slot.capital, state.gold[seat]))
    elif found := re.match(r"Plan your track \(up to (\d+) building points?\)", text):
        yield Claim("prompt: points to plan", int(found[1]), asked and asked.slot.capital)


def _told(offer: Offer) -> Iterator[Claim]:
    """Yield what everybody may spend after a roll, and the maximum rest of the building stage."""
    after = offer.after
    assert isinstance(after, RailwayRivals)
    for event in offer.events:
        text = GAME.text.event_sentence(event, name)
        if isinstance(event, e.DieRolled) and after.current_building is not None:
            own = [
                slot.capital
                for slot in after.current_building.slots
                if slot.seat == after.current_building.slots[0].seat
            ]
            if found := re.search(r"may spend (?:up to )?(.*?) (?:gold|building)", text):
                numbers = list(map(int, re.findall(r"\d+", found[1])))
                fresh = after.current_building.at == 0 and not any(
                    isinstance(each, e.TrackBuilt) for each in offer.events
                )
                yield Claim("told: may spend", numbers if fresh else own, own)
            yield Claim("told: race of the next building", "after race" in text, False)
        if isinstance(event, e.EndDeclared):
            found = re.search(r"at most (\d+) more turn", text)
            come = min(2, int(after.options.turns) - after.turn)
            yield Claim("told: turns at most", found is not None and int(found[1]) >= come, True)


def _rules(offer: Offer) -> Iterator[Claim]:
    """Yield texts of ``/rules`` that depend on the options of the table."""
    state, text = state_of(offer), " ".join(words for _, words in offer.game.text.help(offer.view))
    options = state.options
    yield Claim("rules: revealed together", "revealed together" in text, options.entries == "sealed")
    yield Claim("rules: not secret", "not secret" in text, options.entries == "richest-first")
    yield Claim("rules: late towns", "in the operating stage pays nothing" in text, not options.late_towns)
    yield Claim(
        "rules: stays listed", "stays listed" in text, state.has_many_runs_at_once and not state.has_open_entries
    )
    yield Claim("rules: turns", f"Turn {options.turns}, the last" in text, True)
