"""README.md names the points of problems/course.toml, and the docs are folded."""

from __future__ import annotations

import re

from tests.bank_runner import COURSE, ROOT

README = (ROOT / "README.md").read_text("utf-8")


def test_the_table_of_the_readme_has_the_points_of_all_problem_sets() -> None:
    rows = re.findall(r"^\| `(\w+)` \|.*\| ([\d.]+) \|$", README, re.MULTILINE)
    assert {name: float(points) for name, points in rows} == {
        name: table.points for name, table in COURSE.assignments.items()
    }


def test_the_report_of_the_readme_is_out_of_the_points_of_its_questions() -> None:
    name, report = re.search(r"^(\w+): what one .*?$(.*?)^most", README, re.M | re.S).groups()
    table = COURSE.assignments[name]
    rows = dict(re.findall(r"^ (q\w+) +[\d.]+ +([\d.]+) ", report, re.M))
    assert rows
    assert {each: float(most) for each, most in rows.items()} == {
        each: table.questions[each].points for each in rows
    }
    assert float(re.search(r"^ out of +([\d.]+)$", report, re.M)[1]) == table.points


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
