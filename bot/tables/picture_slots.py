"""Table notes about reports that were posted without their pictures. Pure.

Each such report has a numbered slot of two notes. Free slots are reused, so that the notes don't grow.
"""

from collections.abc import Collection, Mapping
from enum import StrEnum

from engine.store.ids import MessageId

POST_PREFIX = "picture post "


class PictureSlotKey(StrEnum):
    """The two notes of a slot."""

    POST = POST_PREFIX
    """The report's message id; 0: the report is about to be posted; -1: the slot is free."""
    MOVE = "picture move "
    """The move that ended the report's phase."""

    def for_slot(self, slot: int) -> str:
        """The name of this note of a slot."""
        return f"{self}{slot}"


CLAIMED, _FREE = MessageId(0), MessageId(-1)


def pending_pictures(notes: Mapping[str, int]) -> dict[int, MessageId]:
    """The message id of each report without its pictures, by move, oldest first; ``CLAIMED`` before it is posted."""
    posts = {
        notes[PictureSlotKey.MOVE.for_slot(slot)]: post for slot, post in _posts_by_slot(notes).items() if post != _FREE
    }
    return dict(sorted(posts.items()))


def add_pending(notes: Mapping[str, int], seq: int, post: MessageId) -> dict[str, int]:
    """The notes that say that the report about move ``seq`` lacks its pictures."""
    slots = _posts_by_slot(notes)
    same = (slot for slot, at in slots.items() if at != _FREE and notes[PictureSlotKey.MOVE.for_slot(slot)] == seq)
    free = (slot for slot in range(1, len(slots) + 2) if slots.get(slot, _FREE) == _FREE)
    slot = next(same, None) or next(free)
    return {PictureSlotKey.POST.for_slot(slot): post, PictureSlotKey.MOVE.for_slot(slot): seq}


def remove_pending(notes: Mapping[str, int], seqs: Collection[int]) -> dict[str, int]:
    """The notes after the reports about the moves ``seqs`` have their pictures."""
    used_slots = [slot for slot, post in _posts_by_slot(notes).items() if post != _FREE]
    return {
        PictureSlotKey.POST.for_slot(slot): _FREE
        for slot in used_slots
        if notes[PictureSlotKey.MOVE.for_slot(slot)] in seqs
    }


def _posts_by_slot(notes: Mapping[str, int]) -> dict[int, MessageId]:
    """The message id of each slot, by its number."""
    names = [name for name in notes if name.startswith(POST_PREFIX)]
    return {int(name.removeprefix(POST_PREFIX)): MessageId(notes[name]) for name in names}
