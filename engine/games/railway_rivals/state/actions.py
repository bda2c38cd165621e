"""The actions of Railway Rivals, in rulebook order."""

from typing import Annotated, Literal

from msgspec import Meta

from engine.core import Action, Standing
from engine.games.railway_rivals.state.path_notation import Branches, Route


class Start(Action, frozen=True):
    """Choose your start town. (R Setting Up, 4)"""

    town: Annotated[str, Meta(title="Which start town?")]


class Build(Action, frozen=True):
    """Build one of the suggested ways toward a town or special run. (R Rules of Building)"""

    is_public = False
    path_field = "path"

    toward: Annotated[str, Meta(title="Toward which town?")]
    path: Annotated[Branches, Meta(title="Which way?")]


class Lay(Action, frozen=True):
    """Build along any hexes, such as K12-K13-L13,C9-B9. (R Rules of Building; R Postal Play)

    A comma begins another line.
    """

    button_title = "Build by hexes"

    path: Annotated[Branches, Meta(title="Along which hexes?", examples=["K12-K13-L13,C9-B9"])]


class PlanTrack(Action, frozen=True):
    """Plan track to build on your turn, with a limit and a condition. (ruling 18)"""

    button_title = "Plan"
    quick_number = "all"
    is_public = False

    toward: Annotated[str, Meta(title="Toward which town?")]
    path: Annotated[Branches, Meta(title="Which way?")]
    gold: Annotated[int, Meta(title="How much more than now may your plans pay rivals?")]
    when: Annotated[Literal["always", "first"], Meta(title="When should it be built?")]


class Limit(Standing, frozen=True):
    """Set how much more your plans may pay rivals. (ruling 18)"""

    form_from = "gold"

    gold: Annotated[int, Meta(title="How much more gold at most?")]


class Clear(Standing, frozen=True):
    """Clear your last plan, if it is not built yet. (ruling 27)"""


class Done(Action, frozen=True):
    """Stop building, and lose the building points you have left. (R A Player's Turn)"""


class Declare(Standing, frozen=True):
    """Declare the end of the building stage, with 2 more turns. (R End of Building Stage)"""


class Vote(Action, frozen=True):
    """Vote on ending the building stage. (ruling 56)"""

    is_public = False

    end: Annotated[Literal["yes", "no"], Meta(title="End the building stage?")]


class Enter(Action, frozen=True):
    """Enter a run with your own train. (R Runs)"""

    is_public = False
    path_field = "route"

    run: Annotated[str, Meta(title="Which run do you enter?")]
    route: Annotated[Route, Meta(title="Which route?", examples=["C9>K12>R20"])]


class Stay(Action, frozen=True):
    """Stay out of a run: no fees and no prize. (R Runs)"""

    button_title = "Stay out"
    is_public = False

    run: Annotated[str, Meta(title="Which run do you stay out of?")]


class Joint(Action, frozen=True):
    """Offer a rival a joint run: one train, shared prize and fees. (R Joint Runs)"""

    button_title = "Offer a joint run"
    is_public = False
    path_field = "route"

    run: Annotated[str, Meta(title="Which run do you want to share?")]
    partner: Annotated[int, Meta(title="With which player?")]
    route: Annotated[Route, Meta(title="Which route?", examples=["C9>K12>R20"])]


class Exchange(Action, frozen=True):
    """Offer a rival an exchange: use each other’s track. (R Exchange of Running Powers)"""

    button_title = "Offer an exchange"
    is_public = False
    path_field = "route"

    run: Annotated[str, Meta(title="For which run?")]
    partner: Annotated[int, Meta(title="With which player?")]
    route: Annotated[Route, Meta(title="Which route?", examples=["C9>K12>R20"])]


class Accept(Action, frozen=True):
    """Accept a rival’s offer for a run. (R Deals)"""

    is_public = False
    path_field = "route"

    run: Annotated[str, Meta(title="Which run?")]
    partner: Annotated[int, Meta(title="Whose offer?")]
    route: Annotated[Route, Meta(title="Which route?", examples=["C9>K12>R20"])]


class Decline(Action, frozen=True):
    """Decline a rival’s offer for a run. (R Deals)"""

    is_public = False

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
