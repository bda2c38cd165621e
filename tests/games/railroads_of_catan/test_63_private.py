"""Private notes: sealed answers of the current phase, and plans."""

from engine.core import NameOfSeat, Seat, decisions, redact
from engine.games.railroads_of_catan.game import GAME
from engine.games.railroads_of_catan.game_data.options import CatanOptions
from engine.games.railroads_of_catan.phases import BiddingPhase, DraftPhase
from tests.games.railroads_of_catan.table import go, offered, premove_lines, seats_asked, table, tracks_of


def name(seat: Seat) -> str:
    return f"player {seat}"


def test_sealed_bid_and_ranking_are_noted_for_their_seat_only() -> None:
    state, _ = go(table(BiddingPhase()), "p1 bid 500", "p1 rank crew banker union engineer")
    named: NameOfSeat = name
    assert GAME.text.private_notes(redact(state, Seat(1)), named) == (
        "You bid $500 for turn order.",
        "You want these associates, best first: Construction Crew, Banker, Union Manager, Engineer.",
    )
    assert GAME.text.private_notes(redact(state, Seat(2)), named) == ()
    assert GAME.text.private_notes(redact(state, None), named) == ()


def test_plans_are_noted_for_their_seat_only() -> None:
    lines = (
        "p1 plantrack H33-V75 1000",
        "p1 planrun 1 H33>V76 0",
        "p1 mark train-1 pay 5000",
        "p1 mark H33-V76 remove 100",
    )
    state, _ = go(table(BiddingPhase(), trains={1: ["H33"]}, tracks={1: "H33-V76"}), *lines)
    assert GAME.text.private_notes(redact(state, Seat(1)), name) == (
        "You plan to give up train 1 (sold for $2,600 or more, otherwise you pay the upkeep) and track "
        "from player 1’s 5-dot city to V76 (sold for $100 or more, otherwise it is removed).",
        "You plan to lay player 1’s 5–V75 for up to $1,000.",
        "You plan to run train 1 along H33>V76 for up to $0 in fees.",
    )
    assert GAME.text.private_notes(redact(state, Seat(2)), name) == ()


def test_ranked_hexes_are_noted_until_all_cities_are_founded() -> None:
    state, _ = GAME.new_game(CatanOptions(), 3, 1)
    chooser = decisions(state)[0].seat
    other = Seat(chooser % 3 + 1)
    wished = next(line for line in premove_lines(state, other) if line.startswith("prefer"))
    state, _ = go(state, f"p{other} {wished}")
    assert GAME.text.private_notes(redact(state, other), name) == (
        f"You want these hexes, best first: {wished.split()[1]}.",
    )
    while isinstance(state.flow[-1], DraftPhase):
        state, _ = go(state, f"p{seats_asked(state)[0]} {offered(state, seats_asked(state)[0])[-1]}")
    assert GAME.text.private_notes(redact(state, other), name) == ()


def test_note_of_many_marks_is_short() -> None:
    tracks = {1: "H33-V75, H33-V69, H33-V76, H33-V81, H33-V82, H32-V74, H32-V68, H32-V75"}
    state, _ = go(table(tracks=tracks), *(f"p1 mark {track} pay 100" for track in tracks_of(tracks[1])))
    (words,) = GAME.text.private_notes(redact(state, Seat(1)), name)
    assert words.endswith(" and 2 more.")
