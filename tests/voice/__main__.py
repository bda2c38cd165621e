"""Print every text that people read as file:line, kind, and words: ``python -m tests.voice``."""

from pathlib import Path

from tests.voice.texts import texts

if __name__ == "__main__":
    for text in texts(Path()):
        print(f"{text.file}:{text.line}", text.kind, text.words, sep="\t")
