"""The picture of the winner's network: a map with only the winner's track and towns."""

from msgspec.structs import replace

from engine.core import count_noun
from engine.games.railway_rivals.rules.scoring import ranking
from engine.games.railway_rivals.state.state import RailwayRivals
from engine.games.railway_rivals.state.track import network_of
from render.games.railway_rivals.board.network_alt_text import network_texts
from render.games.railway_rivals.board.whole_map import MapQuestion, map_scene
from render.parts.final_table import verdict_text, winner_title, winning_seats
from render.scene import Scene
from render.text_fitting import Names, join_sentences


def network_scenes(state: RailwayRivals, names: Names) -> tuple[Scene, ...]:
    """The picture of the winners' track, or of the leaders' track before the end; empty if there is no track."""
    places, over = ranking(state), not state.flow
    winners = winning_seats(places)
    pieces = tuple(piece for piece in state.track.pieces if piece.seat in winners)
    if not pieces:
        return ()
    starts = tuple((seat, hex) for seat, hex in state.track.starts if seat in winners)
    track = replace(state.track, starts=starts, pieces=pieces)
    owners = {hex: seat for seat in winners for hex in network_of(track, seat)}
    towns = {town.hex: owners[town.hex] for town in state.hex_map.towns if town.hex in owners}
    alone, reached = replace(state, track=track, first=towns), count_noun(len(towns), "town")
    title = winner_title(places, "network", over=over)
    verdict = verdict_text(places, names, f"{places[0].score} gold", over=over)
    line = f"{verdict} · {reached} reached"
    courses = (f"{names[seat - 1]}: {', '.join(network_texts(state, seat))}." for seat in winners)
    alt = join_sentences((f"{title} on the map of {state.hex_map.name}. {verdict}; {reached} reached.", *courses))
    scene = map_scene(alone, (), names, MapQuestion(line, {}, title=title))
    return (replace(scene, name="network", alt=alt),)
