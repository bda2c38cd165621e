"""The picture of the winner's network: track, trains, and cities."""

from msgspec.structs import replace

from engine.core import count_noun, dollar_amount
from engine.games.railroads_of_catan.game_data.island import track_ends
from engine.games.railroads_of_catan.rules.scoring import count_joined_cities, ranking
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from render.games.railroads_of_catan.board.board_alt_text import player_sentence
from render.games.railroads_of_catan.board.whole_board import board_scene
from render.parts.final_table import sole_winner, verdict_text, winner_title, winning_seats
from render.scene import Scene
from render.text_fitting import Names, join_sentences


def network_scenes(state: RailroadsOfCatan, names: Names) -> tuple[Scene, ...]:
    """Draw the network of the winners, or of the leaders of an unfinished game; no picture if they have no track."""
    places, over = ranking(state), not state.flow
    winners = winning_seats(places)
    tracks = {track: seat for track, seat in state.tracks.items() if seat in winners}
    if not tracks:
        return ()
    ends = {end for track in tracks for end in track_ends(track)}
    cities = {hex: city for hex, city in state.cities.items() if city.seat in winners or hex in ends}
    trains = tuple(train for train in state.trains if train.seat in winners)
    title = winner_title(places, "network", over=over)
    verdict = verdict_text(places, names, dollar_amount(places[0].score), over=over)
    linked = sum(count_joined_cities(state, seat) for seat in winners)
    own = sum(len(state.cities_of(seat)) for seat in winners)
    line = f"{verdict} · {count_noun(len(tracks), 'track')}, {linked} of {own} cities linked"
    alt = join_sentences((f"{title}. {line}.", *(player_sentence(state, names, seat) for seat in winners)))
    alone = replace(state, tracks=tracks, cities=cities, trains=trains, orders=())
    scene = board_scene(alone, (), names, title=title, line=line, asked_seat=sole_winner(places), alt=alt)
    return (replace(scene, name="network"),)
