"""Offers of which some are listed, and more accepted: the base of what may be said ahead."""

from collections.abc import Collection, Iterator
from functools import cached_property

from engine.core import Action


class Listed(Collection[Action]):
    """Lists some answers, each once; a subclass says which, and what else is accepted."""

    open_ended = True

    @cached_property
    def listed(self) -> tuple[Action, ...]:
        return tuple(dict.fromkeys(action for action in self._some() if action in self))

    def _some(self) -> Iterator[Action]:
        raise NotImplementedError

    def __bool__(self) -> bool:
        """Whether anything is listed; a subclass for which listing is dear has a cheaper answer."""
        return bool(self.listed)

    def __contains__(self, action: object) -> bool:
        raise NotImplementedError

    def __len__(self) -> int:
        return len(self.listed)

    def __iter__(self) -> Iterator[Action]:
        return iter(self.listed)
