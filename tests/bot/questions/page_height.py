"""Costs of a recorded page for its reader: its height on a phone, estimated or in a browser, and its text."""

import html
import json
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import mean, median

import simcord

import bot.local
from bot.ui import phone_height
from engine.core.short_label import MAX_LABEL
from tests.bot.questions.page_recording import Played, Recorded

MARK = 4
"""Characters of a letter and a space before a label."""
_LETTER = re.compile(r"^[A-Z]{1,2} · ")
_STATIC = Path(simcord.__file__).parent / "preview" / "static"
_TAGS = ((r"\*\*(.+?)\*\*", r"<strong>\1</strong>"), (r"\\([^\w\s])", r"\1"))
_PRIVATE = "font-size:13px;line-height:22px"
_ABOVE, _AROUND_PICTURE = 4, 8
"""Extra px of the local page over the layout: for every message, and for one with a picture."""


def estimated(page: Recorded) -> int:
    """Return the height of a page, estimated from the widths of letters."""
    picture = phone_height.picture_height(*page.picture) if page.picture else 0
    return phone_height.message_height(phone_height.count_text_lines(page.text), page.rows, picture)


def cut(page: Recorded) -> int:
    """Return the number of cut lines and labels, except labels that lead to more questions."""
    lines = sum(line.endswith("…") and not line.endswith("**…") for line in page.text.split("\n"))
    return lines + sum(label.endswith("…") and len(label) > MAX_LABEL + MARK for label in page.answers)


def said_twice(page: Recorded) -> int:
    """Return the number of answers that the text lists as well."""
    return sum(f"**{label}**" in page.text.replace("\\", "") for label in page.answers)


def equal(page: Recorded) -> int:
    """Return the number of answers that differ only in their letter."""
    bare = [_LETTER.sub("", label) for label in page.answers]
    return len(bare) - len(set(bare))


def repeated_letters(page: Recorded) -> int:
    """Return the number of letters before more than one answer."""
    marks = [found[0] for label in page.answers if (found := _LETTER.match(label))]
    return len(marks) - len(set(marks))


def characters(page: Recorded) -> int:
    """Return the number of characters on a page. A closed select counts with its one line."""
    return len(re.sub(r"[*\\`]", "", page.text)) + sum(map(len, (label for row in page.rows for label in row)))


def report(pages: Sequence[Recorded], heights: Sequence[float], played: Sequence[Played]) -> Iterator[str]:
    """Return the statistics of all question pages, and of each game’s."""
    asked = [(page, high) for page, high in zip(pages, heights, strict=True) if page.kind == "question"]
    for title in ("", *dict.fromkeys(page.title for page in pages)):
        of_it = [(page, high) for page, high in asked if title in ("", page.title)]
        tall, taps = [high for _, high in of_it], [one.taps for one in played if title in ("", one.title)]
        fit = sum(high <= phone_height.VISIBLE_HEIGHT for high in tall) / len(tall)
        each = [page for page, _ in of_it]
        yield (
            f"{title or 'all':20} pages {len(tall):4}  fit {fit:6.1%}  "
            f"height {median(tall):.0f}, most {max(tall):.0f}  "
            f"cut {sum(map(cut, each))}  twice {sum(map(said_twice, each))}  equal {sum(map(equal, each))}  "
            f"characters {mean(map(characters, each)):.0f}  taps {mean(taps):.2f}, median {median(taps):.0f}  "
            f"pictures {_share(each)}, of places {_share([page for page in each if page.is_place])}  "
            f"unreached {sum(not one.reached for one in played if title in ('', one.title))}"
        )


def failing(pages: Sequence[Recorded], heights: Sequence[float], played: Sequence[Played]) -> Iterator[str]:
    """Return moves without a button, and pages that are too high, cut or repeat choices, or lack their picture."""
    yield from (f"{one.title}: no button led to {one.move}" for one in played if not one.reached)
    for page, high in zip(pages, heights, strict=True):
        lacks = page.is_place and page.picture is None
        if page.kind == "question" and (
            high > phone_height.VISIBLE_HEIGHT or lacks or cut(page) or said_twice(page) or equal(page)
        ):
            yield f"\n{page.title}, {high:.0f} px, estimated {estimated(page)}, picture {page.picture}\n{page.text}"
            yield from (" | ".join(row) for row in page.rows)


def _share(pages: Sequence[Recorded]) -> str:
    """Return the share of pages with a picture."""
    return f"{mean(page.picture is not None for page in pages):.1%}" if pages else "–"


# -- in a browser


def measured(pages: Sequence[Recorded]) -> list[float]:
    """Return the height of every page, laid out by chromium with the local page's style sheets."""
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "pages.html"
        page.write_text(_document(pages), encoding="utf-8")
        browser = shutil.which("chromium") or "chromium"
        flags = (
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--allow-file-access-from-files",
            "--window-size=420,860",
        )
        wait = ("--virtual-time-budget=10000", "--dump-dom", f"file://{page}")
        shown = subprocess.run([browser, *flags, *wait], capture_output=True, text=True, check=True, timeout=300)
    found = re.search(r'<pre id="heights">(.*?)</pre>', shown.stdout)
    assert found is not None, "the browser has not laid the pages out"
    heights: list[float] = json.loads(found[1])
    more = [_ABOVE + _AROUND_PICTURE * (page.picture is not None) for page in pages]
    return [high + by for high, by in zip(heights, more, strict=True)]


def _document(pages: Sequence[Recorded]) -> str:
    world = Path(bot.local.__file__).with_name("world.css")
    css = (_STATIC / "preview.css").read_text() + world.read_text()
    css = css.replace('url("/fonts/', f'url("file://{_STATIC.resolve()}/fonts/')
    frame = "body{overflow:visible!important;display:block!important;height:auto!important}"
    phone = "#w{width:400px;container-name:preview;container-type:inline-size;font-size:16px}"
    script = (
        "document.fonts.ready.then(()=>{document.querySelector('#heights').textContent=JSON.stringify("
        "[...document.querySelectorAll('article')].map(a=>a.getBoundingClientRect().height))})"
    )
    return (
        f'<!doctype html><meta charset="utf-8"><style>{css}\n{frame}{phone}</style><div id="w">'
        f'<div class="channel-message-list">{"".join(map(_article, pages))}</div></div>'
        f'<pre id="heights"></pre><script>{script}</script>'
    )


def _article(page: Recorded) -> str:
    parts = [
        '<div class="message-header"><span class="message-author">Roundhouse</span></div>',
        f'<div class="message-content private"><small style="{_PRIVATE}">Only you can see this</small></div>',
        f'<div class="message-content">{_text(page.text)}</div>',
    ]
    if page.picture:
        scale = min(1, 312 / page.picture[0], 400 / page.picture[1])
        wide, high = (side * scale for side in page.picture)
        box = f'<div style="width:{wide:.1f}px;height:{high:.1f}px"></div>'
        parts.append(f'<div class="message-attachments"><div style="margin-top:4px">{box}</div></div>')
    rows = "".join(f'<div class="component-row">{"".join(map(_item, row))}</div>' for row in page.rows)
    below = f'<div class="message-components">{rows}</div>'
    return f'<article class="channel-message message-surface">{"".join(parts)}{below}</article>'


def _item(label: str) -> str:
    if not label:
        chosen = '<div class="select-trigger"><span class="select-value">–</span></div>'
        return f'<div class="preview-select" style="width:100%">{chosen}</div>'
    return f'<button class="component-button"><span class="button-label">{html.escape(label)}</span></button>'


def _text(text: str) -> str:
    lines = []
    for line in html.escape(text, quote=False).split("\n"):
        for pattern, tag in _TAGS:
            line = re.sub(pattern, tag, line)
        lines.append(f"<small>{line[3:]}</small>" if line.startswith("-# ") else line)
    return "\n".join(lines)
