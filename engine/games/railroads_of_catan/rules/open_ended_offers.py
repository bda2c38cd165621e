"""The base class of offers that list some actions and allow more."""

from collections.abc import Collection, Iterator
from functools import cached_property

from engine.core import Action


class OpenEndedOffers(Collection[Action]):
    """Offers that list only some of the allowed actions; subclasses define what is listed and what is allowed."""

    is_open_ended = True

    @cached_property
    def actions(self) -> tuple[Action, ...]:
        return tuple(dict.fromkeys(action for action in self._propose_actions() if action in self))

    def _propose_actions(self) -> Iterator[Action]:
        raise NotImplementedError

    def __bool__(self) -> bool:
        """Whether any action is listed; subclasses that list actions slowly override this method."""
        return bool(self.actions)

    def __contains__(self, action: object) -> bool:
        raise NotImplementedError

    def __len__(self) -> int:
        return len(self.actions)

    def __iter__(self) -> Iterator[Action]:
        return iter(self.actions)
