"""Every text that people read follows `docs/voice.md`."""

import ast
import re
from functools import lru_cache

import pytest

from tests.source_files import ROOT
from tests.voice.rules import Rule, excepted, exceptions, rules
from tests.voice.texts import PACKAGES, Text, of_code, of_document, of_lesson, of_settings, texts


@lru_cache(None)
def every_text() -> tuple[Text, ...]:
    return tuple(texts(ROOT))


@pytest.mark.parametrize("rule", rules(), ids=lambda rule: rule.name)
def test_no_text_has_banned_wording(rule: Rule):
    found = [
        f"{text.file}:{text.line}: “{words}” in “{text.words}”"
        for text in every_text()
        if (words := rule.found(text)) and not any(excepted(text))
    ]
    assert not found, "\n".join([f"{rule.name} (better: “{rule.right}”):", *found])


@pytest.mark.parametrize("rule", rules(), ids=lambda rule: rule.name)
def test_rule_matches_its_wrong_example_and_not_the_right_one(rule: Rule):
    assert rule.found(Text("bot/some.py", 1, "post", rule.wrong))
    assert not rule.found(Text("bot/some.py", 1, "post", rule.right))


def test_every_exception_is_needed():
    needed = {one for text in every_text() if any(rule.found(text) for rule in rules()) for one in excepted(text)}
    assert set(exceptions()) == needed


def test_texts_of_every_kind_are_found():
    source = """
class Build(Action):
    '''Build track toward a city. (R Building)'''
    description = "No docstring"

def said(name):
    '''What nobody reads.'''
    if name == "never compared":
        raise Refused(f"You can’t build {name} here.")
    logging.info("only for logs")
    _log.warning("Could not post: %s", name)
    return {"never a key": "Build track"}
"""
    found = [(kind, words) for _, kind, words in of_code(ast.parse(source), "post")]
    assert found == [
        ("command", "Build track toward a city"),
        ("post", "No docstring"),
        ("refusal", "You can’t build {…} here."),
        ("log", "Could not post: %s"),
        ("post", "Build track"),
    ]


def test_a_document_is_read_by_paragraphs_without_its_code():
    found = [
        words for _, _, words in of_document("# Head\n\nOne\ntwo.\n\n```\ncode here\n```\n- item one\n- item two\n")
    ]
    assert found == ["# Head", "One\ntwo.", "- item one", "- item two"]


def test_texts_of_a_lesson_are_found():
    source = "title: some-title\n\n== Head\nrun: p1 pass\nsay: One\n  two.\nanswer: pass\nwrong: bid 2.. => Three.\n"
    assert [words for _, _, words in of_lesson(source)] == ["Head", "One\n  two.", "Three."]


def test_comments_of_a_settings_file_are_found():
    source = "# One\n# two.\nKEY=value\n\n# Three four.\n#KEY=\n"
    assert [" ".join(words.split()) for _, _, words in of_settings(source)] == ["One two.", "Three four."]


def test_log_lines_are_sentences():
    found = [f"{text.file}:{text.line}: {text.words}" for text in every_text() if text.kind == "log"]
    assert len(found) > 20
    assert not [line for line in found if not re.search(r": (?:[A-Z]|%s|\{…\})", line)]


@pytest.mark.parametrize("package", PACKAGES)
def test_every_argument_of_a_command_has_help(package: str):
    found = [
        f"{file.relative_to(ROOT)}:{node.lineno}"
        for file in (ROOT / package).rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith(".add_argument")
        if not any(word.arg in ("help", "version", None) for word in node.keywords)
    ]
    assert not found
