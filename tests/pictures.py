"""The pictures of README.md and docs/, of classes that were made up.

    python -m tests.pictures [FOLDER]

writes them to docs/pictures/, or to the folder that is named.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
from pathlib import Path
from typing import Any

from PIL import Image

from examiner.bank import BankAnswer
from examiner.course import Course
from examiner.demo import SampleSpec, run_demo
from examiner.reports.report_page import report_page
from tests.classroom import ROOT, Courses
from tests.lab import Desk, Home, browser_page, jupyter_lab
from tests.marking import served

# --- README.md: a question, its author's view, the instructor's view ------------------------------

ASSIGNMENT = SampleSpec.of(Course(ROOT)).assignment
QUESTION = "q2_attention"
ANSWER = ROOT / "tests" / "bank" / ASSIGNMENT / QUESTION / "partial" / "no_weighted_sum.py"
SIZE = (1000, 620)  # of the notebook and the report; a verdict is as high as it is


def author_in(folder: Path) -> str:
    """Return the student of the sample class who gave that answer."""
    line = BankAnswer.read(ANSWER).code.strip().splitlines()[-1].strip()
    found = sorted(folder.glob(f"submitted/*/{ASSIGNMENT}/flops.ipynb"))
    return next(path for path in found if line in path.read_text()).parent.parent.name


def question_in_jupyterlab(folder: Path, page: Any, to: Path) -> None:
    """Draw a question, an answer to it, and the output of the cell below."""
    home = Home(folder / "home", folder / "exchange", "ada")
    shutil.copytree(ROOT / "release" / ASSIGNMENT, home.work / ASSIGNMENT)
    with jupyter_lab(home) as address:
        desk = Desk(page, address)
        desk.open_notebook(f"{ASSIGNMENT}/flops.ipynb")
        page.keyboard.press("Control+b")  # the list of files goes
        desk.write("def attention_flops", BankAnswer.read(ANSWER).code.strip())
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


def draw_readme(folder: Path, to: Path) -> None:
    """The question, the verdict on it, and the top of a report."""
    done = run_demo(Course(ROOT), print)
    report = folder / "report.html"
    report.write_text(report_page(done.report), "utf-8")
    with browser_page(*SIZE) as page:
        question_in_jupyterlab(folder, page, to / "question.png")
        student = author_in(done.folder)
        page.goto((done.folder / "feedback" / student / ASSIGNMENT / "flops.html").as_uri())
        page.locator(f"details:has(#{QUESTION})").screenshot(path=to / "verdict.png")
        page.goto(report.as_uri())
        page.screenshot(path=to / "report.png")


# --- docs/assistant.md: the questions, and an answer that is being marked ------------------------

MARKED, WRITTEN = "ps2_attention", "softmax_written"
QUOTIENT = r"""With $Z=\sum_m e^{z_m}$ the quotient rule gives
$$\frac{\partial y_i}{\partial z_j} = \frac{\mathbb{1}[i=j]\,e^{z_i} Z - e^{z_i}e^{z_j}}{Z^2} = y_i(\mathbb{1}[i=j] - y_j),$$
so $y_i(1-y_i)$ on the diagonal and $-y_iy_j$ beside it.

| $i$ | 1 | 2 | 3 | 4 | 5 |
|---|---|---|---|---|---|
| $\partial y_i/\partial z_i$ | $1.9\cdot10^{-45}$ | $1.0\cdot10^{-43}$ | $5.6\cdot10^{-42}$ | $5.5\cdot10^{-42}$ | $1.4\cdot10^{-44}$ |

In row and column 3 stands $-y_i$, everything else is below $10^{-84}$."""  # noqa: E501
SHORT = "All the derivatives are nearly 0, so the network is very sensitive to its input."
ANSWERS = {
    "ada": f"{QUOTIENT}\n\nNo gradient comes through: the softmax is saturated.",
    "bob": SHORT,
    "cy": SHORT,
    "dan": "",
    "eve": " ",
    "frances": QUOTIENT,
    "grace": f" {SHORT}",
}
# Question -> how many have answered it.
OTHERS = {"scaling_written": 5, "equivariance_written": 6, "linear_written": 3}
COLOURS = 128  # in a picture, so that it is small


def draw_marking(folder: Path, to: Path) -> None:
    """Draw the questions of a class with written answers to mark, and one of these answers."""
    room = Courses(folder / "courses").classroom(folder / "class", MARKED)
    for number, (student, answer) in enumerate(ANSWERS.items()):
        others = {name: f"Because of {student}." for name, many in OTHERS.items() if number < many}
        room.submit(student, {WRITTEN: answer, **others}, figures=False)
    room.grade_class()
    with served(room.course, MARKED) as marking, browser_page(1120, 830) as page:
        page.goto(marking.address)
        page.locator("main").screenshot(path=to / "mark-questions.png")
        page.click(f"[data-question={WRITTEN}] a")
        while "quotient" not in page.inner_text("#answer"):
            with page.expect_navigation():
                page.keyboard.press("n")
        page.keyboard.press("1")
        page.screenshot(path=to / "mark-answer.png")
    for picture in to.glob("mark-*.png"):
        Image.open(picture).convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE).save(picture)


def main(words: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.pictures")
    parser.add_argument("folder", type=Path, nargs="?", default=ROOT / "docs" / "pictures")
    to = parser.parse_args(words).folder
    to.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="pictures-") as folder:
        draw_readme(Path(folder), to)
        draw_marking(Path(folder), to)


if __name__ == "__main__":
    main()
