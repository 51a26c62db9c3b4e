"""The docs and the texts of problem sets are folded."""

from __future__ import annotations

import re

from tests.bank_runner import ROOT

MAX_WIDTH = 100
# Of what can't be folded: rows of tables, addresses, formulas, headers of cells and headings.
UNFOLDED = re.compile(r"(# )?(\||!\[|#|%%)|.*\]\(http|.*\\|.*\$")


def test_lines_are_folded() -> None:
    pages = [ROOT / "README.md", *(ROOT / "docs").glob("*.md"), *(ROOT / "problems").glob("*/*.py")]
    assert len(pages) > 9
    wide = [
        f"{page.name}:{number}"
        for page in sorted(pages)
        for number, line in enumerate(page.read_text("utf-8").splitlines(), 1)
        if len(line) > MAX_WIDTH and not UNFOLDED.match(line)
    ]
    assert not wide, f"{', '.join(wide)}: more than {MAX_WIDTH} characters in a line: fold it"
