"""The docs are folded."""

from __future__ import annotations

from tests.bank_runner import ROOT

MAX_WIDTH = 100  # but of tables and of a picture's address, which can't be folded


def test_lines_of_the_docs_are_folded() -> None:
    pages = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
    assert len(pages) > 5
    wide = [
        f"{page.name}:{number}"
        for page in pages
        for number, line in enumerate(page.read_text("utf-8").splitlines(), 1)
        if len(line) > MAX_WIDTH and not line.startswith(("|", "!["))
    ]
    assert not wide, f"{', '.join(wide)}: more than {MAX_WIDTH} characters in a line: fold it"
