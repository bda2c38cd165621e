"""Texts of runs, entries, deals, and races."""

from engine.core import decisions, redact
from engine.games.railway_rivals.state import events as e
from engine.games.railway_rivals.state.actions import Accept, Enter, Exchange, Joint, Stay
from engine.games.railway_rivals.state.path_notation import Route
from engine.games.railway_rivals.state.runs import Race, Train
from tests.games.railway_rivals.contest import column, contest, run_of
from tests.games.railway_rivals.table import GAME, go

RUN = run_of("23-43")
TRACK = {1: column("R", 2, 10), 2: column("R", 10, 18)}


def name(seat):
    return ["Ada", "Ben", "Cleo"][seat - 1]


def label(state, action, field=""):
    return GAME.text.label(redact(state, action.seat), action, field, name)


def test_a_question_names_the_open_runs():
    state = contest("23-43", "26-43", track=TRACK)
    assert decisions(state)[0].prompt == "Enter York→Leicester and Doncaster→Leicester, or stay out."
    assert GAME.text.status_line(redact(state, None)) == "2 runs open · enter or stay out"


def test_label_of_an_entry_has_length_fees_and_chance():
    state = contest("23-43", track=TRACK)
    action = Enter(1, "23-43", Route(("R2", "R18")))
    assert label(state, action) == (
        "Enter run York to Leicester (23-43) by the fastest way: 16 hexes, pays 8 gold to Ben, "
        "44% to beat and 11% to tie the fastest known rival"
    )
    assert label(state, action, "run") == "York to Leicester (23-43): at least 16 hexes, prizes of 20 and 10 gold"
    assert label(state, action, "route") == (
        "By the fastest way: 16 hexes, pays 8 gold to Ben, 44% to beat and 11% to tie the fastest known rival"
    )


def test_chance_is_against_the_fastest_rival():
    around = f"R10-S11-{column('S', 12, 17)}-R17"
    state = contest("23-43", track={1: f"{column('R', 2, 10)}, {around}, R17-R18", 2: column("R", 2, 18)})
    assert label(state, Enter(1, "23-43", Route(("R2", "S12", "R18"))), "route") == (
        "Via S12: 17 hexes, pays no fees, 32% to beat and 11% to tie the fastest known rival"
    )


def test_label_without_a_rival_has_no_chance():
    state = contest("23-43", track={1: column("R", 2, 18)}, seats=2)
    entering = Enter(1, "23-43", Route(("R2", "R18")))
    words = "By the fastest way: 16 hexes, pays no fees, no rival can run it alone"
    assert label(state, entering, "route") == words


def test_label_of_a_route_names_towns_and_payees():
    track = {1: column("R", 2, 10), 2: column("R", 10, 18), 3: column("R", 10, 18)}
    state = contest("23-43", track=track)
    words = label(state, Enter(1, "23-43", Route(("R2", "R14", "R18"), (0, 3, 0))), "route")
    assert words.startswith("Via Nottingham (paying Cleo): 16 hexes, pays 4 gold to Ben and 4 gold to Cleo, ")


def test_labels_of_deals_name_payers_and_payees():
    state = contest("23-43", track=TRACK)
    joint = Joint(1, "23-43", 2, Route(("R2", "R18")))
    assert label(state, joint) == (
        "Offer Ben a joint run of York to Leicester (23-43) (one train for both, sharing prize and fees), "
        "by the fastest way: 16 hexes, pays no fees, no rival can run it alone"
    )
    assert label(state, joint, "partner") == "Ben, with 20 gold: one train for both, sharing prize and fees"
    exchange = Exchange(1, "23-43", 2, Route(("R2", "R18")))
    assert "with your train by the fastest way: 16 hexes, pays 8 gold to Ben" in label(state, exchange)
    state, _ = go(state, "p1 exchange 23-43 2 R2>R18")
    accept = Accept(2, "23-43", 1, Route(("R2", "R18")))
    assert label(state, accept, "partner") == "Ada: exchange, a train of 16 hexes that pays you 8"
    assert label(state, accept, "route").endswith("; Ada pays you 8: in total you pay nothing")


def test_private_notes_have_offers_first_then_decisions():
    state, _ = go(contest("23-43", "43-23", track=TRACK), "p1 joint 23-43 2 R2>R18", "p2 enter 43-23 R18>R2")
    assert GAME.text.private_notes(redact(state, 2), name) == (
        "Ada offers you a joint run for York to Leicester (23-43).",
        "✓ Leicester to York (enter).",
    )
    assert GAME.text.private_notes(redact(state, 1), name) == ("York to Leicester: you offered Ben a joint run.",)
    assert GAME.text.private_notes(redact(state, 3), name) == GAME.text.private_notes(redact(state, None), name) == ()
    state, _ = go(state, "p2 accept 23-43 1 R2>R18", "p1 stay 43-23")
    assert GAME.text.private_notes(redact(state, 1), name) == (
        "✓ York to Leicester (a joint run with Ben), ✓ Leicester to York (stay out).",
    )


def test_narration_of_a_race_names_all_payees():
    train = Train((1,), ("R2",), {2: 7, 3: 1}, place=1, prize=20)
    assert "Ada ran alone: 20 gold less 8 (7 to Ben, 1 to Cleo)." in GAME.text.event_sentence(
        e.RaceRun(Race(RUN, (train,))), name
    )
    settled = Train((1,), ("R2",), {2: 7}, settled=2)
    assert "Ada ran alone: paid 9 gold (7 to Ben, 2 by exchange)" in GAME.text.event_sentence(
        e.RaceRun(Race(RUN, (settled,))), name
    )


def test_label_of_accepting_names_declined_offers():
    track = {**TRACK, 3: "R17-R18"}
    state, _ = go(contest("23-43", track=track), "p1 joint 23-43 2 R2>R18", "p3 exchange 23-43 2 R2>R18")
    accept = label(state, Accept(2, "23-43", 1, Route(("R2", "R18"))))
    assert accept.endswith(" This declines Cleo’s offer")


def test_label_of_staying_out():
    assert label(contest("23-43", track=TRACK), Stay(3, "23-43")) == (
        "Stay out of run York to Leicester (23-43): no fees and no prize, but trains on your track still pay you"
    )


def test_label_of_other_decisions_names_declined_offers():
    state, _ = go(contest("23-43", track=TRACK), "p1 exchange 23-43 2 R2>R18")
    assert label(state, Stay(2, "23-43")).endswith("still pay you. This declines Ada’s offer")
    assert label(state, Enter(2, "23-43", Route(("R2", "R18")))).endswith(" This declines Ada’s offer")
    assert "This declines" not in label(state, Accept(2, "23-43", 1, Route(("R2", "R18"))))


def test_narration_of_runs_names_towns():
    assert GAME.text.event_sentence(e.RunOffered(RUN, again=False), name) == "New run: York to Leicester (23-43)."
    last = run_of("23-43", last=True)
    assert GAME.text.event_sentence(e.RunOffered(last, again=True), name) == (
        "Run offered for the last time: York to Leicester (23-43)."
    )
    assert GAME.text.event_sentence(e.RunOffered(RUN, again=True), name).startswith("Run offered again: York")
    assert GAME.text.event_sentence(e.RunPostponed(RUN, unconnected=True), name).endswith("it has no connection yet.")
    assert GAME.text.event_sentence(e.RunPostponed(RUN, unconnected=False), name).startswith("No one ran York")
    assert GAME.text.event_sentence(e.RunDropped(RUN), name) == "Run York to Leicester (23-43) was dropped."


def test_narration_of_entries_and_deals():
    assert GAME.text.event_sentence(e.EntryMade(1, RUN), name) == ""
    assert (
        GAME.text.event_sentence(e.EntryStated(1, RUN, None, {}), name)
        == "Ada stayed out of run York to Leicester (23-43)."
    )
    stated = e.EntryStated(1, RUN, Route(("R2", "R18")), {2: 8})
    assert GAME.text.event_sentence(stated, name) == (
        "Ada entered run York to Leicester (23-43) by R2>R18, paying 8 gold to Ben."
    )
    assert GAME.text.event_sentence(e.EntryVoid(1, RUN, 6, 3), name) == (
        "Ada’s train can’t run York to Leicester (23-43): its fees are 6 gold, but Ada has 3."
    )
    assert GAME.text.event_sentence(e.EntryVoid(1, RUN, 2, 3), name).endswith("its exchange was called off.")
    assert (
        GAME.text.event_sentence(e.OfferMade(1, 2, RUN, joint=True), name)
        == "Ada offered Ben a joint run for York to Leicester (23-43)."
    )
    assert (
        GAME.text.event_sentence(e.OfferDeclined(2, 1, RUN), name)
        == "Ben didn’t accept Ada’s offer for York to Leicester (23-43)."
    )
    assert GAME.text.event_sentence(e.DealMade(2, 1, RUN, joint=False), name) == (
        "Ben and Ada agreed on an exchange of running powers for York to Leicester (23-43)."
    )


def test_narration_of_a_race():
    first = Train((1,), ("R2",), {2: 4}, place=1, prize=20)
    second = Train((2, 3), ("R2",), {}, place=2, prize=10)
    assert GAME.text.event_sentence(e.RaceRun(Race(RUN, (first, second))), name) == (
        "Race York to Leicester (23-43). Ada came first: 20 gold less 4 (to Ben). "
        "The joint train of Ben and Cleo came second: 5 gold each."
    )
    uneven = Train((2, 3), ("R2",), {1: 3}, place=1, prize=15, richer=3)
    out = Train((1,), ("R2",), {}, settled=-2)
    assert GAME.text.event_sentence(e.RaceRun(Race(RUN, (uneven, out))), name) == (
        "Race York to Leicester (23-43). "
        "The joint train of Ben and Cleo came first: Ben 8 gold less 1 and Cleo 7 gold less 2 (to Ada). "
        "Ada won no prize: received 2 gold."
    )
    joined = Train((1, 2), ("R2",), {}, place=1, prize=20)
    assert GAME.text.event_sentence(e.RaceRun(Race(RUN, (joined,)), stayed=(3,)), name) == (
        "Race York to Leicester (23-43). The joint train of Ada and Ben ran alone: 10 gold each. Cleo stayed out."
    )
    alone = Train((1,), ("R2",), {}, place=1, prize=20)
    assert GAME.text.event_sentence(e.RaceRun(Race(RUN, (alone,))), name) == (
        "Race York to Leicester (23-43). Ada ran alone: 20 gold."
    )
    exchanged = Train((1,), ("R2",), {}, settled=8), Train((2,), ("R2",), {}, settled=-8, place=1, prize=20)
    assert GAME.text.event_sentence(e.RaceRun(Race(RUN, exchanged)), name).endswith(
        "Ada won no prize: paid 8 gold. Ben came first: 20 gold plus 8 by exchange."
    )


def test_help_begins_with_entries_while_runs_are_open():
    topics = [topic for topic, _ in GAME.text.help(redact(contest("23-43", track=TRACK), None))]
    assert topics[:2] == ["Runs", "Running Costs"]
    assert "Joint Runs" in topics
    two = dict(GAME.text.help(redact(contest("23-43", track=TRACK, seats=2), None)))
    assert "Joint Runs" not in two
