"""Shared wording about track: paths, costs, payments to rivals, and plans."""

from collections.abc import Mapping

from engine.core import NameOfSeat, Seat, count_noun, join_words
from engine.games.railway_rivals.game_data.constants import BUILDING_POINT
from engine.games.railway_rivals.game_data.hex_map import Hex
from engine.games.railway_rivals.rules.building import BuildAction, find_build_question, plan_outlook
from engine.games.railway_rivals.state.events import PlanSkipped
from engine.games.railway_rivals.state.hindrance import Hindrance
from engine.games.railway_rivals.state.path_notation import Branches
from engine.games.railway_rivals.state.state import RailwayRivals


def path_text(path: Branches, towns: Mapping[Hex, str]) -> str:
    """“from Penrith to D12 (C11-C12-D12) and from C9 to B9”: the ends and hexes of each line.

    ``towns`` are the names of towns by hex.
    """
    return join_words([f"from {_line_text(line, towns, ' to ')}" for line in path.lines])


def short_path_text(path: Branches, towns: Mapping[Hex, str]) -> str:
    """“Darlington–Durham (M13-M12-M11-M10)”: the ends and hexes of each line."""
    return " and ".join(_line_text(line, towns, "–") for line in path.lines)


def _line_text(line: tuple[Hex, ...], towns: Mapping[Hex, str], separator: str) -> str:
    """The two ends of a line; all its hexes follow in brackets unless the ends name them already."""
    ends = [towns.get(hex, hex) for hex in (line[0], line[-1])]
    is_plain = len(line) == len(ends) and ends == list(line)
    return separator.join(ends) + ("" if is_plain else f" ({'-'.join(line)})")


def hexes_text(path: Branches, towns: Mapping[Hex, str]) -> str:
    """“Penrith-C11-D12, C9-B9”: every hex of each line, towns by name."""
    return ", ".join("-".join(towns.get(hex, hex) for hex in line) for line in path.lines)


def goal_text(path: Branches, towns: Mapping[Hex, str], runs: Mapping[Hex, str]) -> str:
    """“into Derby”, or “to K13”: the towns on a path, or else the ends of its lines.

    ``towns`` and ``runs`` are the names of towns and special runs by hex.
    """
    ends = [line[-1] for line in path.lines]
    through = [hex for line in path.lines for hex in line[1:-1]]
    if towns_reached := [towns[hex] for hex in dict.fromkeys((*through, *ends)) if hex in towns]:
        return f"into {join_words(towns_reached)}"
    return f"to {join_words(tuple(dict.fromkeys(runs.get(hex, hex) for hex in ends)))}"


def cost_text(state: RailwayRivals, cost: int) -> str:
    """“1 point”; in the operating stage “1 gold”."""
    return f"{cost} gold" if state.operating else count_noun(cost, "point")


def price_text(state: RailwayRivals, cost: int) -> str:
    """“cost 5”; in the operating stage “cost 5 gold”."""
    return f"cost {cost} gold" if state.operating else f"cost {cost}"


def payments_text(payments: Mapping[Seat, int], name: NameOfSeat) -> str:
    """“Ben 15 and Cleo 2”: the gold paid to each rival, in seat order."""
    return join_words(tuple(f"{name(Seat(seat))} {gold}" for seat, gold in sorted(payments.items())))


def gold_to_rivals_text(payments: Mapping[Seat, int], name: NameOfSeat) -> str:
    """“4 gold to Ben and 2 gold to Cleo”; empty without payments."""
    return join_words([f"{gold} gold to {name(Seat(rival))}" for rival, gold in payments.items()])


def fee_text(fees: Mapping[Seat, int], name: NameOfSeat) -> str:
    """“pays 4 gold to Ben and 2 gold to Cleo”, or “pays no fees”."""
    return f"pays {gold_to_rivals_text(fees, name) or 'no fees'}"


# -- plans


def limit_text(gold: int) -> str:
    """“up to 2 gold more than now”: the gold that plans may pay rivals."""
    return f"up to {gold} gold more than now" if gold else "no more than now"


def limit_sentence(gold: int) -> str:
    """A sentence that says how much more than expected a seat's plans may pay rivals."""
    limit = f"up to {gold} gold more than planned" if gold else "no more than planned"
    return f"Your plans may pay rivals {limit}."


def plan_note(state: RailwayRivals, action: BuildAction) -> str:
    """Sentences about an action that plans track: the limit, and earlier plans that would be skipped."""
    question = find_build_question(state, action.seat)
    if question is None or question.is_now:
        return ""
    if gold := state.limits[action.seat].open():
        return f". Your plans may pay rivals {limit_text(gold)}{outlook_note(state, action)}"
    advice = "If it pays rivals more than now, it is skipped. To allow more, set a limit for your plans"
    return f". {advice}{outlook_note(state, action)}"


def outlook_note(state: RailwayRivals, action: BuildAction) -> str:
    """A sentence about a plan that would be skipped on the current board; empty if there is none."""
    outlook = plan_outlook(state, action)
    if not outlook.earlier:
        return ""
    skipped = outlook.earlier[0]
    plan = f"your earlier plan for track {path_text(skipped.path, skipped.towns)} would be skipped"
    both = ", and so would this one" if outlook.own else ""
    return f". As the board is now, {plan}{both}: {skip_clause(skipped)}"


def skip_clause(event: PlanSkipped) -> str:
    """“K12 to K13 pays rivals 1 gold, and you have 0”."""
    return event.why if isinstance(event.why, str) else _hindrance_clause(event.why, event.seat)


def _hindrance_clause(hindrance: Hindrance, seat: Seat) -> str:
    a, b = hindrance.step or ("", "")
    match hindrance.key:
        case "late":
            rival_text = "you are" if hindrance.first == seat else "a rival is"
            return f"{rival_text} already in {hindrance.town}, and you planned it only if you would be first"
        case "apart":
            return f"your track doesn’t lead to {a}"
        case "limit":
            return f"{a} to {b} now pays rivals {hindrance.cost} gold, more than you allowed"
        case "allowance":
            return f"{a} to {b} costs {hindrance.cost} gold including payments; you can spend {hindrance.most}"
        case "points":
            return f"{a} to {b} costs {hindrance.cost}, and you have {count_noun(hindrance.most, BUILDING_POINT)} left"
        case "gold":
            return f"{a} to {b} pays rivals {hindrance.cost} gold, and you have {hindrance.most}"
