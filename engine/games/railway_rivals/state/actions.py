"""What a player of Railway Rivals may do, in rulebook order."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from engine.core.action import Action, Standing
from engine.games.railway_rivals.state.paths import Branches, Route


class Start(Action, frozen=True):
    """Choose the town where your company begins. (R Setting Up, 4)"""

    town: Annotated[str, Meta(title="Which town?")]


class Build(Action, frozen=True):
    """Build toward a town or a special run by one of the ways proposed. (R Rules of Building)"""

    toward: Annotated[str, Meta(title="Toward where?")]
    path: Annotated[Branches, Meta(title="Which way?")]


class Lay(Action, frozen=True):
    """Build along any hexes, written K12-K13-L13; a comma begins another line. (R Rules of Building; R Postal Play)"""

    path: Annotated[Branches, Meta(title="Along which hexes?", examples=["K12-K13-L13,C9-B9"])]


class PlanTrack(Action, frozen=True):
    """Plan track toward a town for when your time comes, with a limit and a condition. (ruling 18)"""

    called = "Plan"
    quick = "all"

    toward: Annotated[str, Meta(title="Toward where?")]
    path: Annotated[Branches, Meta(title="Which way?")]
    gold: Annotated[int, Meta(title="How much more gold than now may your plans pay to rivals?")]
    when: Annotated[Literal["always", "first"], Meta(title="Build it in any case?")]


class Limit(Standing, frozen=True):
    """Say how much more gold than now your planned building may pay to rivals. (ruling 18)"""

    gold: Annotated[int, Meta(title="How much more gold at most?")]


class Clear(Standing, frozen=True):
    """Forget what you planned last, as long as it is not built. (ruling 27)"""


class Done(Action, frozen=True):
    """End your building of this Turn; the building points that are left are lost. (R A Player's Turn)"""


class Declare(Standing, frozen=True):
    """Declare that the building stage ends after two more Turns, while one town is left. (R End of Building Stage)"""


class Vote(Action, frozen=True):
    """Vote on ending the building stage with several towns left. (ruling 56)"""

    end: Annotated[Literal["yes", "no"], Meta(title="End the building stage?")]


class Enter(Action, frozen=True):
    """Enter a run with your own train on this route. (R Runs)"""

    run: Annotated[str, Meta(title="Which run does your train enter?")]
    route: Annotated[Route, Meta(title="By which route?", examples=["C9>K12>R20"])]


class Stay(Action, frozen=True):
    """Stay out of a run: nothing to pay and nothing to win. (R Runs)"""

    called = "Stay out"

    run: Annotated[str, Meta(title="Which run do you stay out of?")]


class Joint(Action, frozen=True):
    """Offer a rival a joint run: one train on this route, prize and costs shared. (R Joint Runs)"""

    called = "Offer a joint run"

    run: Annotated[str, Meta(title="Which run do you want to share?")]
    partner: Annotated[int, Meta(title="With which player?")]
    route: Annotated[Route, Meta(title="By which route?", examples=["C9>K12>R20"])]


class Exchange(Action, frozen=True):
    """Offer a rival to use each other's track, your train on this route. (R Exchange of Running Powers)"""

    called = "Offer an exchange"

    run: Annotated[str, Meta(title="For which run?")]
    partner: Annotated[int, Meta(title="With which player?")]
    route: Annotated[Route, Meta(title="By which route?", examples=["C9>K12>R20"])]


class Accept(Action, frozen=True):
    """Accept a rival's offer for a run; in an exchange with your own route. (R Deals)"""

    run: Annotated[str, Meta(title="Which run?")]
    partner: Annotated[int, Meta(title="Whose offer?")]
    route: Annotated[Route, Meta(title="By which route?", examples=["C9>K12>R20"])]


class Decline(Action, frozen=True):
    """Decline a rival's offer for a run. (R Deals)"""

    run: Annotated[str, Meta(title="Which run?")]
    partner: Annotated[int, Meta(title="Whose offer?")]


ACTIONS = (
    Start,
    Build,
    Lay,
    PlanTrack,
    Limit,
    Clear,
    Done,
    Declare,
    Vote,
    Enter,
    Stay,
    Joint,
    Exchange,
    Accept,
    Decline,
)
