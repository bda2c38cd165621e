"""The lightest ways over a net of places."""

from engine.kit.shortest_paths import find_shortest_paths

NET = {"a": [("b", 1), ("c", 5)], "b": [("c", 1), ("d", 4)], "c": [("d", 1)], "d": [], "e": [("a", 1)]}


def ways():
    return find_shortest_paths("a", NET.__getitem__, 0)


def test_every_place_that_can_be_reached_has_the_weight_of_its_lightest_way():
    assert ways().distances == {"a": 0, "b": 1, "c": 2, "d": 3}


def test_a_way_names_its_places_after_the_first():
    assert ways().path_to("d") == ("b", "c", "d")
    assert ways().path_to("a") == ()


def test_of_equal_ways_the_one_over_the_earlier_name_is_kept():
    net = {"a": [("c", 1), ("b", 1)], "b": [("d", 1)], "c": [("d", 1)], "d": []}
    assert find_shortest_paths("a", net.__getitem__, 0).path_to("d") == ("b", "d")
