"""What is wrong with a bank of answers is said in a line, with the file and the repair."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from examiner import cli
from examiner.authoring import build
from examiner.authoring.lint_bank import bank_issues
from examiner.course import Course, CourseError

CODE = "\n\n\ndef total(n):\n    return n * (n + 1) // 2\n"
RIGHT = f'"""In one line."""{CODE}'
WRONG = f'"""Without the last.\n\npoints: 1\nfinding: missing\n"""{CODE.replace("+", "-")}'
BASED = '"""Another.\n\npoints: 1\nbase: partial/no.py\nreplace: a\nwith:\n"""\n'


@pytest.fixture
def folder(small_course: Course) -> Path:
    """The answers to the one question of the small course."""
    folder = small_course.root / "tests" / "bank" / "ps0_warm_up" / "q1_sum"
    for name in ("accepted/one", "accepted/two", "accepted/three", "partial/last"):
        put(folder, name, WRONG if name.startswith("partial") else RIGHT)
    return folder


def put(folder: Path, name: str, text: str) -> None:
    path = folder / f"{name}.py"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def said_of(course: Course) -> list[str]:
    return list(bank_issues(course, course.problems()))


def test_a_bank_in_order_has_no_issue(small_course: Course, folder: Path) -> None:
    assert said_of(small_course) == []
    assert build.build(small_course)


def rename(old: str, new: str) -> Callable[[Path], object]:
    return lambda folder: (folder / old).rename(folder / new)


Q1 = "tests/bank/ps0_warm_up/q1_sum"


@pytest.mark.parametrize(
    ("change", "messages"),
    [
        (rename(".", "../q1_sums"), [
            "tests/bank/ps0_warm_up/q1_sums: no such autograded question; rename the folder. Did "
            "you mean q1_sum?",
            f"{Q1}: missing; put 3 right answers or more, written differently, into its folder "
            "accepted/, and those that lose points into partial/, wrong_answer/, run_time_error/, "
            "time_limit_exceeded/.",
        ]),
        (rename("../../ps0_warm_up", "../../ps0_warmup"), [
            "tests/bank/ps0_warmup: no such problem set; rename the folder. Did you mean "
            "ps0_warm_up?",
            f"{Q1}: missing; put 3 right",
        ]),
        (rename("partial", "partal"), [
            f"{Q1}/partal: no such verdict; rename the folder to one of accepted/, partial/, wrong_"
            "answer/, run_time_error/, time_limit_exceeded/. Did you mean partial?",
            f"{Q1}: no answer that loses points; put at least one into partial/, wrong_answer/,",
        ]),
        (rename("accepted/one.py", "one.py"), [
            f"{Q1}/one.py: it stands in no verdict's folder; put it into one of accepted/, partial",
            f"{Q1}/accepted: 2 right answers, and not 3 or more; add some, written differently.",
        ]),
        (lambda folder: put(folder, "partial/none", RIGHT), [
            f"{Q1}/partial/none.py: it earns some points; write `points: 1`, or how many it is.",
            f"{Q1}/partial/none.py: it loses points, and its docstring doesn't say for what; write "
            "`finding:` and words of the finding that tells why.",
        ]),
        (lambda folder: put(folder, "partial/most", '"""Most.\n\npoints: most\n"""\n'), [
            f"{Q1}/partial/most.py: `points: most` is no number of points; write one, such as 1.5.",
        ]),
        (lambda folder: put(folder, "partial/key", '"""Key.\n\nfindings: a\n"""\n'), [
            f"{Q1}/partial/key.py: `findings:` means nothing here; write one of `points:`,",
        ]),
        (lambda folder: put(folder, "partial/base", BASED), [
            f"{Q1}/partial/base.py: its base {Q1}/partial/no.py is missing.",
        ]),
    ],
)  # fmt: skip
def test_an_issue_is_a_line_with_its_repair(
    small_course: Course, folder: Path, change: Callable[[Path], object], messages: list[str]
) -> None:
    change(folder)
    found = said_of(small_course)
    assert len(found) == len(messages)
    for line, message in zip(found, messages, strict=True):
        assert line.startswith(message)
        assert "\n" not in line
    with pytest.raises(CourseError) as raised:
        build.build(small_course)
    assert str(raised.value) == "\n".join(found)


def test_a_file_that_is_no_text_is_named(small_course: Course, folder: Path) -> None:
    (folder / "partial" / "bytes.py").write_bytes(b'"""\xff"""')
    assert said_of(small_course) == [
        f"{Q1}/partial/bytes.py: it is not UTF-8 (invalid start byte); save it as UTF-8."
    ]


def test_the_lint_says_it_too(
    small_course: Course, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "partial").rename(folder / "partal")
    assert cli.main(["--course", str(small_course.root), "lint"]) == 1
    assert f"{Q1}/partal: no such verdict" in capsys.readouterr().err
