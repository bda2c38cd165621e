"""Base class for offers that list some answers and accept more."""

from collections.abc import Collection, Iterator
from functools import cached_property

from engine.core import Action


class OpenEndedOffers(Collection[Action]):
    """Lists some answers, each once; subclasses define them, and what else is accepted."""

    is_open_ended = True

    @cached_property
    def actions(self) -> tuple[Action, ...]:
        return tuple(dict.fromkeys(action for action in self._propose_actions() if action in self))

    def _propose_actions(self) -> Iterator[Action]:
        raise NotImplementedError

    def __bool__(self) -> bool:
        """Whether anything is listed; subclasses with expensive lists override it."""
        return bool(self.actions)

    def __contains__(self, action: object) -> bool:
        raise NotImplementedError

    def __len__(self) -> int:
        return len(self.actions)

    def __iter__(self) -> Iterator[Action]:
        return iter(self.actions)
