"""The pictures of docs/assistant.md, of a class that was made up.

    python -m tests.mark_pictures [FOLDER]

writes them to docs/pictures/, or to the folder that is named.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from PIL import Image

from tests.attack_pages import chromium
from tests.classroom import ROOT, Classroom, Courses
from tests.marking import served

ASSIGNMENT, QUESTION = "ps2_attention", "softmax_written"
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
OTHERS = {  # question -> how many have answered it
    "scaling_written": 5,
    "equivariance_written": 6,
    "linear_written": 3,
}
SIZE = (1120, 830)
COLOURS = 128  # in a picture, so that it is small


def made_up_class(folder: Path) -> Classroom:
    """A class whose written answers wait for a person."""
    courses = Courses(folder)
    room = courses.classroom(folder / "class", ASSIGNMENT)
    for number, (student, answer) in enumerate(ANSWERS.items()):
        others = {name: f"Because of {student}." for name, many in OTHERS.items() if number < many}
        room.submit(student, {QUESTION: answer, **others}, figures=False)
    room.grade_class()
    return room


def draw(room: Classroom, folder: Path) -> None:
    """Write the pictures: the questions, and an answer that is being marked."""
    from playwright.sync_api import sync_playwright

    folder.mkdir(parents=True, exist_ok=True)
    with served(room.course, ASSIGNMENT) as marking, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": SIZE[0], "height": SIZE[1]})
        page.goto(marking.address)
        page.locator("main").screenshot(path=folder / "mark-questions.png")
        page.click(f"[data-question={QUESTION}] a")
        while "quotient" not in page.inner_text("#answer"):
            with page.expect_navigation():
                page.keyboard.press("n")
        page.keyboard.press("1")
        page.screenshot(path=folder / "mark-answer.png")
        browser.close()
    for picture in folder.glob("mark-*.png"):
        Image.open(picture).convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE).save(picture)


def main(words: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.mark_pictures")
    parser.add_argument("folder", type=Path, nargs="?", default=ROOT / "docs" / "pictures")
    wanted = parser.parse_args(words)
    with tempfile.TemporaryDirectory(prefix="mark-") as folder:
        draw(made_up_class(Path(folder)), wanted.folder)


if __name__ == "__main__":
    main()
