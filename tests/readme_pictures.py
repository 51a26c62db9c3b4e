"""The pictures of README.md, of a class that was made up.

python -m tests.readme_pictures [FOLDER]    writes them to docs/pictures/, or where it is said
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
from pathlib import Path
from typing import Any

from examiner.bank import Answer
from examiner.course import Course
from examiner.demo import ASSIGNMENT, run
from examiner.reports.report_page import report_page
from tests.classroom import ROOT
from tests.lab import Desk, Home, browser_page, jupyter_lab

QUESTION = "q2_attention"
ANSWER = ROOT / "tests" / "bank" / ASSIGNMENT / QUESTION / "partial" / "no_weighted_sum.py"
STUDENT = "katherine"  # of the sample class, with that answer
WIDTH, HEIGHT = 1000, 620  # of the notebook and the report; a verdict is as high as it is


def question_in_jupyterlab(folder: Path, page: Any, to: Path) -> None:
    """A question, an answer to it, and what the cell below makes of that."""
    home = Home(folder / "home", folder / "exchange", "ada")
    shutil.copytree(ROOT / "release" / ASSIGNMENT, home.work / ASSIGNMENT)
    with jupyter_lab(home) as address:
        desk = Desk(page, address)
        desk.open_notebook(f"{ASSIGNMENT}/flops.ipynb")
        page.keyboard.press("Control+b")  # the list of files goes
        desk.write("def attention_flops", Answer.read(ANSWER).code.strip())
        page.get_by_role("menuitem", name="Run", exact=True).click()
        page.get_by_role("menuitem", name="Run All Above Selected Cell").click()
        desk.cell("preview_count(attention_flops").locator(".cm-content").click()
        page.keyboard.press("Shift+Enter")
        printed = desk.cell("preview_count(attention_flops").locator(".jp-OutputArea-output")
        printed.first.wait_for()
        heading = page.locator(".jp-MarkdownCell").filter(
            has=page.get_by_role("heading").filter(has_text=QUESTION)
        )
        heading.first.evaluate("cell => cell.scrollIntoView()")
        page.wait_for_timeout(2000)  # formulas are typeset
        page.screenshot(path=to)


def verdict(page_of: Path, page: Any, to: Path) -> None:
    """What a student is told of an answer."""
    page.goto(page_of.as_uri())
    page.locator(f"#{QUESTION}").screenshot(path=to)


def report(path: Path, page: Any, to: Path) -> None:
    """The top of a report."""
    page.goto(path.as_uri())
    page.screenshot(path=to)


def draw(to: Path) -> None:
    """Write the pictures to this folder."""
    to.mkdir(parents=True, exist_ok=True)
    done = run(Course(ROOT), print)
    feedback = done.folder / "feedback" / STUDENT / ASSIGNMENT / "flops.html"
    with (
        tempfile.TemporaryDirectory(prefix="pictures-") as name,
        browser_page(WIDTH, HEIGHT) as page,
    ):
        (Path(name) / "report.html").write_text(report_page(done.report), "utf-8")
        question_in_jupyterlab(Path(name), page, to / "question.png")
        verdict(feedback, page, to / "verdict.png")
        report(Path(name) / "report.html", page, to / "report.png")


def main(words: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.readme_pictures")
    parser.add_argument("folder", type=Path, nargs="?", default=ROOT / "docs" / "pictures")
    draw(parser.parse_args(words).folder)


if __name__ == "__main__":
    main()
