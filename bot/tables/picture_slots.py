"""Table notes about reports that were posted without their pictures. Pure.

Each such report has a numbered slot of two notes. Free slots are reused, so that the notes don't grow.
"""

from collections.abc import Collection, Mapping
from enum import StrEnum

from engine.store.ids import MessageId

POST_PREFIX = "picture post "


class PictureSlotKey(StrEnum):
    """The prefixes of a slot's two notes."""

    POST = POST_PREFIX
    """The id of the report's message; 0: the report is about to be posted; -1: the slot is free."""
    MOVE = "picture move "
    """The ``seq`` of the move that ended the report's phase."""

    def for_slot(self, slot: int) -> str:
        """The key of this note of a slot."""
        return f"{self}{slot}"


CLAIMED, _FREE = MessageId(0), MessageId(-1)


def pending_pictures(notes: Mapping[str, int]) -> dict[int, MessageId]:
    """The message of each report without its pictures, by ``seq``, oldest first; ``CLAIMED`` before it is posted."""
    posts = {
        notes[PictureSlotKey.MOVE.for_slot(slot)]: post for slot, post in _posts_by_slot(notes).items() if post != _FREE
    }
    return dict(sorted(posts.items()))


def add_pending(notes: Mapping[str, int], seq: int, post: MessageId) -> dict[str, int]:
    """The notes to save when the report about move ``seq`` is posted without its pictures."""
    slots = _posts_by_slot(notes)
    own_slots = (
        slot for slot, post_id in slots.items() if post_id != _FREE and notes[PictureSlotKey.MOVE.for_slot(slot)] == seq
    )
    free_slots = (slot for slot in range(1, len(slots) + 2) if slots.get(slot, _FREE) == _FREE)
    slot = next(own_slots, None) or next(free_slots)
    return {PictureSlotKey.POST.for_slot(slot): post, PictureSlotKey.MOVE.for_slot(slot): seq}


def remove_pending(notes: Mapping[str, int], seqs: Collection[int]) -> dict[str, int]:
    """The notes to save once the reports about the moves ``seqs`` have their pictures."""
    used_slots = [slot for slot, post in _posts_by_slot(notes).items() if post != _FREE]
    return {
        PictureSlotKey.POST.for_slot(slot): _FREE
        for slot in used_slots
        if notes[PictureSlotKey.MOVE.for_slot(slot)] in seqs
    }


def _posts_by_slot(notes: Mapping[str, int]) -> dict[int, MessageId]:
    """The message id in each slot, by slot number."""
    keys = [key for key in notes if key.startswith(POST_PREFIX)]
    return {int(key.removeprefix(POST_PREFIX)): MessageId(notes[key]) for key in keys}
