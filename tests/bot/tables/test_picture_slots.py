"""Reports of a table that lack their pictures, as the table's bookkeeping says."""

from bot.tables.picture_slots import CLAIMED, add_pending, pending_pictures, remove_pending


def test_report_is_pending_from_claim_to_removal() -> None:
    notes = add_pending({"card": 5}, 0, CLAIMED)
    assert pending_pictures(notes) == {0: CLAIMED}
    notes |= add_pending(notes, 0, 70)
    assert pending_pictures(notes) == {0: 70}
    notes |= remove_pending(notes, [0])
    assert pending_pictures(notes) == {}


def test_pending_reports_are_ordered_by_move() -> None:
    notes = dict[str, int]()
    for seq in (9, 3, 12):
        notes |= add_pending(notes, seq, 100 + seq)
    assert [*pending_pictures(notes)] == [3, 9, 12]


def test_free_slot_is_reused() -> None:
    notes = dict[str, int]()
    for seq in range(20):
        notes |= add_pending(notes, seq, 100 + seq)
        notes |= remove_pending(notes, [seq - 1])
    assert pending_pictures(notes) == {19: 119} and len(notes) == 4


def test_move_in_a_free_slot_is_not_pending() -> None:
    notes = add_pending({}, 7, 107)
    notes |= remove_pending(notes, [7])
    assert remove_pending(notes, [7]) == {}
    assert pending_pictures(notes | add_pending(notes, 8, 108)) == {8: 108}
