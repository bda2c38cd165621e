"""Moves divided into phases."""

from bot.tables.phases import Made, OpenPhase, OpenPhaseCache, drop_undone, split_into_phases
from bot.tables.table import LogEntry, MoveOrigin
from engine import Event, PhaseEnded, Seat


class Rang(Event, frozen=True):
    bell: str


def move(seq: int, *events: Event, by: MoveOrigin = "player", seat: int = 1) -> LogEntry:
    return LogEntry(seq, Seat(seat), f"p{seat} ring", by, 0.0, events)


ONE = Seat(1)
END = PhaseEnded(phase="Ring")


def test_moves_after_the_end_of_a_phase_belong_to_the_next() -> None:
    moves = [move(0, Rang("a"), by="start"), move(1, Rang("b")), move(2, Rang("c"), END, Rang("d")), move(3, Rang("e"))]
    done, rest = split_into_phases(OpenPhase(), moves, over=False)
    assert [(c.seq, c.headings, c.events) for c in done] == [
        (0, (), (Made(0, ONE), Rang("a"))),
        (2, ("Ring",), (Made(1, ONE), Rang("b"), Made(2, ONE), Rang("c"), END)),
    ]
    assert rest == OpenPhase(3, (Made(2, ONE), Rang("d"), Made(3, ONE), Rang("e")), 2)


def test_consequences_after_a_phase_are_reported_once_with_its_move() -> None:
    moves = [move(1, Rang("a"), END, Rang("b")), move(2, Rang("c"), END, Rang("d"))]
    first, second = split_into_phases(OpenPhase(), moves, over=False)[0]
    assert first.events_to_report == (Made(1, ONE), Rang("a"), END, Made(1, ONE), Rang("b"))
    assert second.events_to_report == (Made(2, ONE), Rang("c"), END, Made(2, ONE), Rang("d"))
    assert second.events == (Made(1, ONE), Rang("b"), Made(2, ONE), Rang("c"), END)


def test_finished_phases_have_all_events_and_only_own_movers() -> None:
    moves = [move(1, Rang("a"), END, Rang("b")), move(2, Rang("c"), END, Rang("d"), seat=2), move(3, END, seat=2)]
    first, second, _ = split_into_phases(OpenPhase(), moves, over=False)[0]
    assert first.without_overlap.events_to_report == (Made(1, ONE), Rang("a"), END)
    assert second.without_overlap.events_to_report == (Made(1, ONE), Rang("b"), Made(2, Seat(2)), Rang("c"), END)
    assert (first.movers, second.movers) == ({ONE}, {Seat(2)})


def test_two_phases_that_end_with_one_move_are_reported_together() -> None:
    done, _ = split_into_phases(OpenPhase(), [move(1, END, Rang("a"), PhaseEnded(phase="Sing"))], over=False)
    assert [c.headings for c in done] == [("Ring", "Sing")]


def test_end_of_the_game_belongs_to_the_last_phase() -> None:
    done, rest = split_into_phases(OpenPhase(), [move(1, END, Rang("score"))], over=True)
    assert done[0].events == (Made(1, ONE), END, Rang("score")) and rest.events == ()


def test_unfinished_phase_is_continued() -> None:
    done, _ = split_into_phases(OpenPhase(4, (Rang("a"),)), [move(5, END)], over=False)
    assert done[0].events == (Rang("a"), Made(5, ONE), END)


def test_undone_move_is_left_out_and_earlier_one_counts() -> None:
    undone = [move(5), move(6), move(7, by="undo"), move(8, by="undo"), move(9, by="undo"), move(10)]
    standing, earlier = drop_undone(undone)
    assert [m.seq for m in standing] == [10] and earlier == 1


def test_premove_is_reported_only_if_public_and_survives_undo() -> None:
    whispered, called = Rang("a", to=frozenset({Seat(2)})), Rang("b")
    said = [move(5), move(6, whispered, by="ahead", seat=2), move(7, called, by="ahead", seat=2)]
    assert [m.seq for m in drop_undone(said)[0]] == [5, 7]
    assert [m.seq for m in drop_undone([*said, move(8, by="undo")])[0]] == [7]
    own = [move(5), move(6, called, by="ahead"), move(7, by="undo")]
    assert drop_undone(own) == ((), 0)
    assert drop_undone(own[1:]) == ((own[1],), 1)


def test_phase_cache_returns_only_the_stored_seq_and_evicts_the_oldest() -> None:
    chronicle = OpenPhaseCache(size=2)
    for table in (1, 2, 3):
        chronicle.put(table, OpenPhase(7))
    assert chronicle.get(1, 7) is None and chronicle.get(3, 7) == OpenPhase(7) and chronicle.get(3, 6) is None
