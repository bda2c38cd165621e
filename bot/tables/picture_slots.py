"""Table notes about reports that were posted without their pictures. Pure.

Each of these reports has a numbered slot, which consists of two notes. Free slots are used again, so that the number of
notes does not grow.
"""

from collections.abc import Collection, Mapping
from enum import StrEnum

from engine.store.ids import MessageId

POST_PREFIX = "picture post "


class PictureSlotKey(StrEnum):
    """Prefixes for the keys of the two notes in a slot."""

    POST = POST_PREFIX
    """Note with the id of the report's message; 0 if the report is about to be posted, -1 if the slot is free."""
    MOVE = "picture move "
    """Note with the ``seq`` of the move that ended the report's phase."""

    def for_slot(self, slot: int) -> str:
        """Return the key of this note for a slot."""
        return f"{self}{slot}"


CLAIMED, _FREE = MessageId(0), MessageId(-1)


def pending_pictures(notes: Mapping[str, int]) -> dict[int, MessageId]:
    """Return ``seq`` -> message id of each report that lacks its pictures, oldest first.

    The id is ``CLAIMED`` until the report is posted.
    """
    posts = {
        notes[PictureSlotKey.MOVE.for_slot(slot)]: post for slot, post in _posts_by_slot(notes).items() if post != _FREE
    }
    return dict(sorted(posts.items()))


def add_pending(notes: Mapping[str, int], seq: int, post: MessageId) -> dict[str, int]:
    """Return the notes to save when the report about move ``seq`` is posted without its pictures."""
    slots = _posts_by_slot(notes)
    own_slots = (
        slot for slot, post_id in slots.items() if post_id != _FREE and notes[PictureSlotKey.MOVE.for_slot(slot)] == seq
    )
    free_slots = (slot for slot in range(1, len(slots) + 2) if slots.get(slot, _FREE) == _FREE)
    slot = next(own_slots, None) or next(free_slots)
    return {PictureSlotKey.POST.for_slot(slot): post, PictureSlotKey.MOVE.for_slot(slot): seq}


def remove_pending(notes: Mapping[str, int], seqs: Collection[int]) -> dict[str, int]:
    """Return the notes to save when the reports about the moves ``seqs`` have got their pictures."""
    used_slots = [slot for slot, post in _posts_by_slot(notes).items() if post != _FREE]
    return {
        PictureSlotKey.POST.for_slot(slot): _FREE
        for slot in used_slots
        if notes[PictureSlotKey.MOVE.for_slot(slot)] in seqs
    }


def _posts_by_slot(notes: Mapping[str, int]) -> dict[int, MessageId]:
    keys = [key for key in notes if key.startswith(POST_PREFIX)]
    return {int(key.removeprefix(POST_PREFIX)): MessageId(notes[key]) for key in keys}
