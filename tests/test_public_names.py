"""A name without an underscore is used by another module. Only package interfaces list names."""

from functools import lru_cache

from tests.source_files import MODULES, ROOT, TESTS, each_of, name_of, source_of

FACES = [file for file in MODULES if "__all__" in file.read_text(encoding="utf-8")]
"""Files with a list of public names."""


@lru_cache(None)
def names_used() -> dict[str, set[str]]:
    """Return the files that import each name or read it as an attribute, from whatever module."""
    found: dict[str, set[str]] = {}
    for file in (*MODULES, *TESTS):
        for name in source_of(file).used:
            found.setdefault(name, set()).add(name_of(file))
    return found


@lru_cache(None)
def names_explained() -> str:
    """Return the rule pages, which may name parts that no other module uses."""
    return "".join(page.read_text(encoding="utf-8") for page in (ROOT / "engine" / "games").rglob("RULES.md"))


@each_of([file for file in MODULES if file not in FACES])
def test_public_names_are_used_by_another_module(file):
    source, home = source_of(file), name_of(file)
    for name in source.public:
        if name in ("main", "GAME") or (name[0].isupper() and not name.isupper() and name in source.shapes):
            continue  # a type that its users get by a function
        assert names_used().get(name, set()) - {home} or f".{name}`" in names_explained(), (
            f"{file}: {name} needs an underscore"
        )


@each_of(FACES)
def test_all_lists_are_sorted_and_name_existing_objects(file):
    source = source_of(file)
    names = list(source.listed)
    assert names, f"{file}: no list is read"
    assert names == sorted(set(names), key=lambda name: (not name.isupper(), not name[0].isupper(), name)), file
    assert set(names) <= source.known, f"{file}: __all__ promises {set(names) - source.known}"
