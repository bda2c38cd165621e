"""Fonts: the font file for each letter, and widths of texts.

Barlow is the main font; letters of names that it lacks are drawn with Noto. Pillow's layout is always ``BASIC``, so
that pictures do not depend on the host's libraries; ``text_shaping.py`` shapes joined and right-to-left scripts.
"""

from functools import lru_cache
from importlib.resources import as_file, files
from typing import NamedTuple

from PIL import ImageFont

from render.scene import Face
from render.text_shaping import visual_order

_FACES: dict[Face, str] = {
    "h": "BarlowCondensed-SemiBold.ttf",
    "hb": "BarlowCondensed-Bold.ttf",
    "s": "BarlowSemiCondensed-Medium.ttf",
    "sb": "BarlowSemiCondensed-SemiBold.ttf",
}

_FALLBACK = (
    "NotoSans-Bold.ttf",
    "NotoSansArabic-Bold.ttf",
    "NotoSansHebrew-Bold.ttf",
    "NotoSansThai-Bold.ttf",
    "NotoSansDevanagari-Bold.ttf",
    "NotoSansCJK-Regular.otf",
    "NotoSansArmenian-Bold.ttf",
    "NotoSansBengali-Bold.ttf",
    "NotoSansCanadianAboriginal-Bold.ttf",
    "NotoSansCherokee-Bold.ttf",
    "NotoSansEthiopic-Bold.ttf",
    "NotoSansGeorgian-Bold.ttf",
    "NotoSansGujarati-Bold.ttf",
    "NotoSansGurmukhi-Bold.ttf",
    "NotoSansKannada-Bold.ttf",
    "NotoSansKhmer-Bold.ttf",
    "NotoSansLao-Bold.ttf",
    "NotoSansMalayalam-Bold.ttf",
    "NotoSansMyanmar-Bold.ttf",
    "NotoSansOriya-Bold.ttf",
    "NotoSansSinhala-Bold.ttf",
    "NotoSansTamil-Bold.ttf",
    "NotoSansTelugu-Bold.ttf",
    "NotoSansThaana-Bold.ttf",
)
"""Font files for letters that Barlow lacks, in order; scripts that are frequent in Discord names come first."""

_LIGHT = "NotoSans-Regular.ttf"

_NOTO_SCALE = 0.86
"""The scale of Noto, whose letters are larger than Barlow's at the same font size. CJK is not scaled."""

_MEASURED_SIZE = 200
"""The font size in px at which widths are measured.

The widths are then scaled to the wanted size, so that hinting does not matter.
"""


class FontRun(NamedTuple):
    """Letters that are drawn with one font file, at ``scale`` times the wanted size."""

    file: str
    words: str
    scale: float


def text_width(words: str, face: Face, size: float, tracking: float = 0) -> float:
    """Return the width of a text in px.

    ``size`` is the font size, and ``tracking`` the space between letters.
    """
    return _unit_width(words, face) * size + tracking * max(0, len(words) - 1)


def can_draw_letter(letter: str) -> bool:
    """Whether a font file has a glyph for the letter."""
    return any(_has_glyph(file, letter) for file in _font_files("s"))


@lru_cache(4_096)
def font_runs(words: str, face: Face) -> tuple[FontRun, ...]:
    """Return a text in visual order, from left to right, split where the font file changes."""
    if words.isascii():
        return (FontRun(_FACES[face], words, 1),)
    runs: list[FontRun] = []
    for letter in visual_order(words):
        file = _font_file_for(letter, face, runs[-1].file if runs else _FACES[face])
        if runs and runs[-1].file == file:
            runs[-1] = runs[-1]._replace(words=runs[-1].words + letter)
        else:
            runs.append(FontRun(file, letter, 1 if file in _FACES.values() or "CJK" in file else _NOTO_SCALE))
    return tuple(runs)


@lru_cache(256)
def load_font(file: str, size: int) -> ImageFont.FreeTypeFont:
    """Load a font file at a size in px."""
    with as_file(files("render") / "fonts" / file) as path:
        return ImageFont.truetype(str(path), size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(8_192)
def _unit_width(words: str, face: Face) -> float:
    """Return the width of a text at font size 1."""
    return sum(map(_run_width, font_runs(words, face))) / _MEASURED_SIZE


def _run_width(run: FontRun) -> float:
    return load_font(run.file, _MEASURED_SIZE).getlength(run.words) * run.scale


@lru_cache(None)
def _font_files(face: Face) -> tuple[str, ...]:
    """Return the font files in which letters of a face are looked up, in order."""
    return (_FACES[face], _LIGHT, *_FALLBACK) if face == "s" else (_FACES[face], *_FALLBACK)


def _font_file_for(letter: str, face: Face, last: str) -> str:
    """Return the font file for a letter.

    Spaces and marks use the file of the previous letter (``last``) if it has a glyph for them.
    """
    if not letter.isalnum() and _has_glyph(last, letter):
        return last
    return next((file for file in _font_files(face) if _has_glyph(file, letter)), _FACES[face])


@lru_cache(4_096)
def _has_glyph(file: str, letter: str) -> bool:
    """Whether a font file has a glyph for the letter, other than the sign for missing glyphs."""
    return ord(letter) in _code_points(file)


@lru_cache(None)
def _code_points(file: str) -> frozenset[int]:
    """Return the code points of a font file, from ``coverage.txt``.

    PIL does not provide them.
    """
    points: set[int] = set()
    for span in _load_coverage()[file]:
        first, _, last = span.partition("-")
        points.update(range(int(first, 16), int(last or first, 16) + 1))
    return frozenset(points)


@lru_cache(None)
def _load_coverage() -> dict[str, list[str]]:
    """Read ``coverage.txt``, and return the ranges of code points in hexadecimal, by font file."""
    lines = (files("render") / "fonts" / "coverage.txt").read_text(encoding="ascii").splitlines()
    return {file: spans for file, *spans in map(str.split, lines)}
