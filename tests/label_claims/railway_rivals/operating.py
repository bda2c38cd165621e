"""Claims in labels about runs: routes, fees, odds, deals, who is asked, and what can be undone."""

import re
from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from engine.core import Seat, decisions, public_decisions, redact
from engine.games.railway_rivals.phases import EnteringPhase
from engine.games.railway_rivals.rules.entering import REST_OF_RUNS
from engine.games.railway_rivals.rules.run_answers import AnswerAction
from engine.games.railway_rivals.rules.run_costs import trip_candidates
from engine.games.railway_rivals.state import actions as a
from engine.games.railway_rivals.state import events as e
from engine.games.railway_rivals.state.deals import Desk
from engine.games.railway_rivals.state.runs import Train
from engine.games.railway_rivals.state.state import RailwayRivals
from tests.label_claims.frame import Claim, Offer
from tests.label_claims.railway_rivals.outcomes import played, state_of, train_in_race, win_and_tie

_LENGTH = re.compile(r"(\d+) hexes(?: \((\d+) with hills\))?, pays")
_FEES = re.compile(r", pays (.*?)(?=, \d+% to beat|, no rival|, Player \d pays you|$)")
_PAID = re.compile(r"(\d+) gold to Player (\d)")
_ODDS = re.compile(r"(\d+)% to beat and (\d+)% to tie")
_NET = re.compile(r"Player (\d) pays you (\d+): in total you (pay nothing|pay (\d+)|get (\d+))")
_FAR = re.compile(r"at least (\d+) hexes, prizes of (\d+) and (\d+) gold")
_LIMIT = 10


def claims(offer: Offer) -> Iterator[Claim]:
    """Yield the claims of one offer about an open run."""
    action = offer.action
    if not isinstance(action, AnswerAction):
        return
    yield from _asked(offer)
    if isinstance(action, a.Stay):
        yield from _stay(offer)
        return
    yield from _run(offer)
    if isinstance(action, a.Decline):
        yield from _decline(offer, action)
        return
    yield from _declined(offer)
    yield from _undo(offer)
    match action:
        case a.Enter():
            yield from _train(offer, "enter", offer.after, (offer.label, offer.field_labels["route"]))
        case a.Joint() | a.Exchange():
            yield from _offered(offer, action)
        case a.Accept():
            yield from _accepted(offer, action)


def _index(state: RailwayRivals, run: str) -> int:
    return next(index for index, other in enumerate(state.current_entering.runs) if str(other) == run)


def _desk(state: RailwayRivals, seat: Seat) -> Desk:
    return state.current_entering.desks[seat].open()


def _still(offer: Offer) -> bool:
    """Whether the same runs are still open after the move."""
    after = offer.after.flow[-1] if offer.after.flow else None
    return isinstance(after, EnteringPhase) and after.runs == state_of(offer).current_entering.runs


# -- who is asked


def _asked(offer: Offer) -> Iterator[Claim]:
    """Check what others see of the asked seats: if these are secret, no move changes it before entries are opened."""
    state = state_of(offer)
    if not state.has_many_runs_at_once or state.has_open_entries or not _still(offer):
        return
    found = [(one.seat, one.prompt) for one in public_decisions(offer.after)]
    yield Claim("asked: seats are listed", [seat for seat, _ in found], list(state.everyone))
    yield Claim("asked: same words for all", len({prompt for _, prompt in found}), 1)
    if not any(_desk(offer.after, seat).runs_to_answer(seat) for seat in state.everyone):
        return  # no offer can come any more
    before, after = (redact(one, None).state.flow[-1].asked for one in (state, offer.after))
    yield Claim("asked: nothing shows", before, after)


# -- staying out and declining


def _stay(offer: Offer) -> Iterator[Claim]:
    """Yield the runs that the seat stays out of. The move affects only them."""
    state = state_of(offer)
    mine = _desk(state, offer.seat)
    named = set(re.findall(r"\b(\d\d|S\d)(?:-| .*? to )(\d\d|S\d)", offer.label.split(":")[0]))
    runs = {(run.start, run.goal): index for index, run in enumerate(state.current_entering.runs)}
    yield Claim("stay: runs", named <= set(runs), True)
    after = _after_desk(offer)
    if after is None:
        return
    out = {pair for pair, index in runs.items() if after.answers[index] and after.answers[index].route is None}
    before = {pair for pair, index in runs.items() if mine.answers[index] is not None}
    yield Claim("stay: stays out", named, out - before)
    if offer.action.run == REST_OF_RUNS:
        yield Claim("stay: every other run", offer.field_labels["run"].startswith("Every other run"), True)


def _after_desk(offer: Offer) -> Desk | None:
    return _desk(offer.after, offer.seat) if _still(offer) else None


def _decline(offer: Offer, action: a.Decline) -> Iterator[Claim]:
    """Check that the maker of the offer chooses again."""
    said = re.search(r"Player (\d) chooses again", offer.label)
    maker, index = Seat(action.partner), _index(state_of(offer), action.run)
    again = index in _desk(offer.after, maker).runs_to_answer(maker)
    yield Claim("decline: chooses again", said and Seat(int(said[1])), maker if again else None)


def _declined(offer: Offer) -> Iterator[Claim]:
    """Yield the makers of offers that the move declines."""
    said = re.search(r"This declines (.*) offers?$", offer.label)
    names = {Seat(int(seat)) for seat in re.findall(r"Player (\d)", said[1])} if said else set()
    gone = (event for event in offer.events if isinstance(event, e.OfferDeclined))
    yield Claim("declines offers of", names, {event.partner for event in gone if event.seat == offer.seat})


def _undo(offer: Offer) -> Iterator[Claim]:
    """Check that the acceptance of a deal cannot be undone."""
    if isinstance(offer.action, a.Accept):
        yield Claim("accept: can’t be undone", "can’t be undone" in offer.label, not offer.can_undo)


# -- runs and trains


def _run(offer: Offer) -> Iterator[Claim]:
    """Yield the least length of a run over all track, and its prizes."""
    state, said = state_of(offer), _FAR.search(offer.field_labels["run"])
    assert said, offer.field_labels["run"]
    run = state.current_entering.runs[_index(state, offer.action.run)]
    ends = state.hex_map.hexes_of(run.start), state.hex_map.hexes_of(run.goal)
    yield Claim("run: least length", int(said[1]), _fewest(state, *ends))


def _fewest(state: RailwayRivals, starts: Sequence[str], goals: Sequence[str]) -> int | None:
    """Return the fewest steps over anybody's track, hex by hex."""
    beside: dict[str, set[str]] = {}
    for piece in state.track.pieces:
        beside.setdefault(piece.a, set()).add(piece.b)
        beside.setdefault(piece.b, set()).add(piece.a)
    reached, edge, steps = set(starts), set(starts), 0
    while edge:
        if edge & set(goals):
            return steps
        onward = {hex for hex in edge if not state.hex_map.is_abroad(hex) or not steps}
        edge = {there for hex in onward for there in beside.get(hex, ())} - reached
        reached |= edge
        steps += 1
    return None


def _train(offer: Offer, kind: str, after: RailwayRivals, texts: Sequence[str]) -> Iterator[Claim]:
    """Yield the length, the fees, and the odds of a train, in a race run when nobody else decides anything."""
    state, run = state_of(offer), offer.action.run
    found = train_in_race(_open(offer, after), offer.seat, run)
    if found is None:
        yield Claim(f"{kind}: train runs", True, False)
        return
    train, raced = found
    yield Claim(f"{kind}: train runs", True, True)
    for text in texts:
        yield from _figures(state, kind, text, train, run)
    if kind == "enter":
        fees = _fees(offer.label)
        gained = {seat: raced.gold[seat] - state.gold[seat] for seat in state.everyone}
        due = {seat: fees.get(seat, 0) for seat in state.everyone if seat != offer.seat}
        said = _FAR.search(offer.field_labels["run"])
        assert said
        yield Claim("enter: gold", {**due, offer.seat: int(said[2]) - sum(fees.values())}, gained)


def _open(offer: Offer, after: RailwayRivals) -> RailwayRivals:
    """Return the state after the move with its runs still open, even if it was the last answer."""
    if _still(offer) or after is not offer.after:
        return after
    return _unfinished(offer)


def _unfinished(offer: Offer) -> RailwayRivals:
    """Return the state after the move while another seat has decided about no run, so that no race is run yet."""
    state = state_of(offer)
    phase = state.flow[-1]
    assert isinstance(phase, EnteringPhase)
    empty = (None,) * (len(phase.runs) + 1)
    runs = (*phase.runs, replace(phase.runs[0], start="0", goal="0"))
    desks = {
        seat: replace(desk.open(), answers=(*desk.open().answers, None)[: len(empty)])
        for seat, desk in phase.desks.items()
    }
    longer = EnteringPhase.from_desks(
        runs, desks, is_open=state.has_open_entries, has_many_runs=state.has_many_runs_at_once
    )
    return played(replace(state, flow=(*state.flow[:-1], longer)), offer.action)


def _figures(state: RailwayRivals, kind: str, text: str, train: Train, run: str) -> Iterator[Claim]:
    said = _LENGTH.search(text)
    assert said, text
    yield Claim(f"{kind}: hexes", int(said[1]), len(train.hexes) - 1)
    moves = _moves(state, train.hexes)
    yield Claim(f"{kind}: movement", int(said[2] or said[1]), sum(moves))
    if not kind.startswith("exchange"):
        yield Claim(f"{kind}: fees", _fees(text), {seat: gold for seat, gold in train.fees.items() if gold})
    rivals = [
        _moves(state, found.train_route.hexes)
        for seat in state.everyone
        if seat not in train.seats
        for found in trip_candidates(state, state.current_entering.runs[_index(state, run)], (seat,))
    ]
    chances = _ODDS.search(text)
    yield Claim(f"{kind}: rivals can run", chances is not None, bool(rivals))
    if chances:
        win, tie = win_and_tie(moves, min(rivals, key=sum))
        yield Claim(f"{kind}: odds", (int(chances[1]), int(chances[2])), (_percent(win), _percent(tie)))


def _percent(likely: float) -> int:
    return int(f"{likely:.0%}".removesuffix("%"))


def _moves(state: RailwayRivals, hexes: Sequence[str]) -> tuple[int, ...]:
    return tuple(2 if state.hex_map.is_hill(hex) else 1 for hex in hexes[1:])


def _fees(text: str) -> Mapping[Seat, int]:
    said = _FEES.search(text)
    assert said, text
    return {Seat(int(seat)): int(gold) for gold, seat in _PAID.findall(said[1])}


# -- deals


def _offered(offer: Offer, action: a.Joint | a.Exchange) -> Iterator[Claim]:
    """Yield the claims about an offer of a deal, if the rival accepts it as first listed."""
    state, partner = state_of(offer), Seat(action.partner)
    gold = re.search(r"with (\d+) gold", offer.field_labels["partner"])
    yield Claim("offer: gold of the rival", gold and int(gold[1]), state.gold[partner])
    after = offer.after
    accepting = [
        each
        for decision in decisions(after)
        if decision.seat == partner
        for each in decision.offers
        if isinstance(each, a.Accept) and (each.run, each.partner) == (action.run, offer.seat)
    ]
    if not accepting:
        return
    kind = "joint" if isinstance(action, a.Joint) else "exchange"
    agreed = _accepted_while_open(after, accepting[0])
    texts = offer.label, offer.field_labels["route"]
    yield from _train(offer, f"{kind} offered", agreed, texts)
    found = train_in_race(agreed, offer.seat, action.run)
    if found and kind == "exchange":
        limit = re.search(r"up to (\d+) gold", offer.label)
        yield Claim("exchange: limit", limit and int(limit[1]), _LIMIT)
        yield Claim("exchange: within the limit", abs(found[0].settled) <= _LIMIT, True)
        answer = _desk(agreed, offer.seat).answers[_index(state, action.run)]
        assert answer is not None
        yield Claim("exchange offered: fees", _fees(offer.label), dict(answer.fees))


def _accepted_while_open(state: RailwayRivals, accepting: a.Accept) -> RailwayRivals:
    """Return the state after the acceptance, with the runs still open."""
    after = played(state, accepting)
    if (
        isinstance(phase := after.flow[-1] if after.flow else None, EnteringPhase)
        and phase.runs == state.current_entering.runs
    ):
        return after
    longer = state.current_entering
    desks = {seat: replace(d.open(), answers=(*d.open().answers, None)) for seat, d in longer.desks.items()}
    runs = (*longer.runs, replace(longer.runs[0], start="0", goal="0"))
    phase = EnteringPhase.from_desks(
        runs, desks, is_open=state.has_open_entries, has_many_runs=state.has_many_runs_at_once
    )
    return played(replace(state, flow=(*state.flow[:-1], phase)), accepting)


def _accepted(offer: Offer, action: a.Accept) -> Iterator[Claim]:
    """Yield the claims about an accepted deal: the train, and the payments between the two players."""
    state, index = state_of(offer), _index(state_of(offer), action.run)
    theirs = next(one for one in _desk(state, offer.seat).offers_to(offer.seat, index) if one.seat == action.partner)
    kind = "joint accepted" if theirs.joint else "exchange accepted"
    yield from _train(offer, kind, offer.after, (offer.label, offer.field_labels["route"]))
    partner = offer.field_labels["partner"]
    if theirs.joint:
        yield Claim("joint accepted: fees to others", _fees(partner), dict(theirs.fees))
        return
    pays = re.search(r"that pays you (\d+)", partner)
    yield Claim("exchange accepted: rival pays", pays and int(pays[1]), theirs.fees.get(offer.seat, 0))
    found = train_in_race(_open(offer, offer.after), offer.seat, action.run)
    for text in (offer.label, offer.field_labels["route"]):
        said = _NET.search(text)
        assert said, text
        yield Claim("exchange accepted: rival pays", int(said[2]), theirs.fees.get(offer.seat, 0))
        if found is not None:
            net = int(said[4] or 0) - int(said[5] or 0)
            yield Claim("exchange accepted: in total", net, sum(found[0].fees.values()) + found[0].settled)
