"""Font files, and widths of texts.

Barlow is the main font; letters that it lacks, in names, use Noto. Layout is always ``BASIC``, so that pictures do not
depend on the host's libraries; ``text_shaping.py`` shapes joined and right-to-left scripts.
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
"""In the order asked: the scripts of most Discord names first."""

_LIGHT = "NotoSans-Regular.ttf"

_RATIO = 0.86
"""Noto's letters are larger on the body than Barlow's; so much smaller they look alike. CJK keeps its size."""

_MEASURE = 200
"""Widths are measured once at this size and scaled, so that they do not depend on hinting."""


class FontRun(NamedTuple):
    """Letters that one file draws, at ``scale`` times the wanted size."""

    file: str
    words: str
    scale: float


def text_width(words: str, face: Face, size: float, tracking: float = 0) -> float:
    """The width of a text at a size, in px."""
    return _unit_width(words, face) * size + tracking * max(0, len(words) - 1)


def can_draw_letter(letter: str) -> bool:
    """Whether any of the fonts can show the letter."""
    return any(_has_glyph(file, letter) for file in _font_files("s"))


@lru_cache(4_096)
def font_runs(words: str, face: Face) -> tuple[FontRun, ...]:
    """The text in drawing order, from left to right, split where the font changes."""
    if words.isascii():
        return (FontRun(_FACES[face], words, 1),)
    font_run_list: list[FontRun] = []
    for letter in visual_order(words):
        file = _font_file_for(letter, face, font_run_list[-1].file if font_run_list else _FACES[face])
        if font_run_list and font_run_list[-1].file == file:
            font_run_list[-1] = font_run_list[-1]._replace(words=font_run_list[-1].words + letter)
        else:
            font_run_list.append(FontRun(file, letter, 1 if file in _FACES.values() or "CJK" in file else _RATIO))
    return tuple(font_run_list)


@lru_cache(256)
def load_font(file: str, size: int) -> ImageFont.FreeTypeFont:
    """A loaded font at whole px."""
    with as_file(files("render") / "fonts" / file) as path:
        return ImageFont.truetype(str(path), size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(8_192)
def _unit_width(words: str, face: Face) -> float:
    """The width at size 1."""
    return sum(map(_run_width, font_runs(words, face))) / _MEASURE


def _run_width(run: FontRun) -> float:
    return load_font(run.file, _MEASURE).getlength(run.words) * run.scale


@lru_cache(None)
def _font_files(face: Face) -> tuple[str, ...]:
    """The files asked for letters of a face: its own, and the light Noto first where the face is light."""
    return (_FACES[face], _LIGHT, *_FALLBACK) if face == "s" else (_FACES[face], *_FALLBACK)


def _font_file_for(letter: str, face: Face, last: str) -> str:
    """The file that draws a letter; neutral ones (spaces, marks) stay with the run before them if it has them."""
    if not letter.isalnum() and _has_glyph(last, letter):
        return last
    return next((file for file in _font_files(face) if _has_glyph(file, letter)), _FACES[face])


@lru_cache(4_096)
def _has_glyph(file: str, letter: str) -> bool:
    """Whether the file has a glyph of its own for the letter: one that differs from its mark for a missing one."""
    return ord(letter) in _code_points(file)


@lru_cache(None)
def _code_points(file: str) -> frozenset[int]:
    """The code points of a font file, from the list next to it (PIL does not tell)."""
    points: set[int] = set()
    for span in _load_coverage()[file]:
        first, _, last = span.partition("-")
        points.update(range(int(first, 16), int(last or first, 16) + 1))
    return frozenset(points)


@lru_cache(None)
def _load_coverage() -> dict[str, list[str]]:
    """``coverage.txt``: a file's name and its ranges of code points in hexadecimal, one file a line."""
    lines = (files("render") / "fonts" / "coverage.txt").read_text(encoding="ascii").splitlines()
    return {file: spans for file, *spans in map(str.split, lines)}
