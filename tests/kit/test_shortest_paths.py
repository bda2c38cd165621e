"""Shortest paths in a graph with weights."""

from engine.kit.shortest_paths import find_shortest_paths

NET = {"a": [("b", 1), ("c", 5)], "b": [("c", 1), ("d", 4)], "c": [("d", 1)], "d": [], "e": [("a", 1)]}


def ways():
    return find_shortest_paths("a", NET.__getitem__, 0)


def test_reachable_places_have_shortest_distances():
    assert ways().distances == {"a": 0, "b": 1, "c": 2, "d": 3}


def test_path_lists_places_after_the_start():
    assert ways().path_to("d") == ("b", "c", "d")
    assert ways().path_to("a") == ()


def test_equal_paths_prefer_the_earlier_name():
    net = {"a": [("c", 1), ("b", 1)], "b": [("d", 1)], "c": [("d", 1)], "d": []}
    assert find_shortest_paths("a", net.__getitem__, 0).path_to("d") == ("b", "d")
