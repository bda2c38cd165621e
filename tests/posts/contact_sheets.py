"""Contact sheets: the pictures of reports side by side, in the sizes of a desktop and a phone.

A kind of report is identified by its heading and the names of its pictures. The last but one of each kind is drawn.
"""

import re
from collections.abc import Iterator, Sequence
from io import BytesIO
from pathlib import Path

from PIL import Image

from tests.posts.recorded_game import PEOPLE, Attached, Report

__all__ = ["DESKTOP", "PHONE", "draw_sheets", "fitted"]

DESKTOP, PHONE = (550, 350), (324, 400)
"""Maximum px of one picture in a client."""
_THUMBNAIL, _GAP = (84, 84), 8
_GROUND = "#313338"
_Size = tuple[int, int]


def draw_sheets(title: str, reports: Sequence[Report], folder: Path) -> None:
    """Draw two files for every kind of report of a game: for a desktop, and for a phone."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, report in _kinds(reports):
        for client, room in (("desktop", DESKTOP), ("phone", PHONE)):
            _sheet(report, room).save(folder / f"{title}-{name}-{client}.png")
        (folder / f"{title}-{name}.txt").write_text(report.words, encoding="utf-8")


def fitted(size: _Size, room: _Size) -> _Size:
    """Return the size in which a client shows a picture: whole, and not enlarged."""
    share = min(1.0, room[0] / size[0], room[1] / size[1])
    return round(size[0] * share), round(size[1] * share)


def _kinds(reports: Sequence[Report]) -> Iterator[tuple[str, Report]]:
    """Yield a report of every kind with a name for it."""
    found = dict[str, list[Report]]()
    for report in reports:
        if report.pictures:
            found.setdefault(_kind(report), []).append(report)
    for name, alike in found.items():
        yield name, alike[max(0, len(alike) - 2)]


def _kind(report: Report) -> str:
    shown = [f"{_name(picture)}{'-small' * picture.small}" for picture in report.pictures]
    heading = [part for part in report.heading.split(" · ") if part not in PEOPLE]
    return "-".join(re.findall(r"\w+", " ".join([*heading, *shown]).lower()))


def _name(picture: Attached) -> str:
    """Return the picture's name without its number, its part, and its ending."""
    return re.sub(r"^\d+-|(-\d+)?\.\w+$", "", picture.name)


def _sheet(report: Report, room: _Size) -> Image.Image:
    shown = [_as_shown(picture, room) for picture in report.pictures]
    height = sum(image.height + _GAP for image in shown) + _GAP
    sheet = Image.new("RGB", (room[0] + 2 * _GAP, height), _GROUND)
    top = _GAP
    for image in shown:
        sheet.paste(image, (_GAP, top))
        top += image.height + _GAP
    return sheet


def _as_shown(picture: Attached, room: _Size) -> Image.Image:
    with Image.open(BytesIO(picture.file)) as image:
        whole = image.convert("RGB")
    if not picture.small:
        return whole.resize(fitted(whole.size, room), Image.Resampling.LANCZOS)
    side = min(whole.size)
    left, top = (whole.width - side) // 2, (whole.height - side) // 2
    return whole.crop((left, top, left + side, top + side)).resize(_THUMBNAIL, Image.Resampling.LANCZOS)
