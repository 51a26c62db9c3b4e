"""What is wrong with a bank of answers is said in a line each, with the file and the repair."""

from __future__ import annotations

import pytest

from examiner.authoring.lint_bank import bank_issues
from examiner.course import Course

CODE = "\n\n\ndef total(n):\n    return n * (n + 1) // 2\n"
RIGHT = f'"""In one line."""{CODE}'
WRONG = f'"""Without the last.\n\npoints: 1\nfinding: missing\n"""{CODE.replace("+", "-")}'
Q1 = "tests/bank/ps0_warm_up/q1_sum"
ORDERLY = {
    **dict.fromkeys(("accepted/one", "accepted/two", "accepted/three"), RIGHT),
    "partial/last": WRONG,
}
FILES = {
    "partial/base": '"""Another.\n\npoints: 1\nbase: partial/no.py\nreplace: a\nwith:\n"""\n',
    "partial/key": '"""Key.\n\nfindings: a\n"""\n',
    "partial/most": '"""Most.\n\npoints: most\n"""\n',
    "partial/none": RIGHT,
}


def put(course: Course, folder: str, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = course.root / folder / f"{name}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def renamed(old: str, new: str) -> dict[str, str]:
    return {name.replace(old, new): text for name, text in ORDERLY.items()}


@pytest.mark.parametrize(
    ("folder", "files", "messages"),
    [
        (Q1, ORDERLY, []),
        (f"{Q1}s", ORDERLY, [
            f"{Q1}s: no such autograded question; rename the folder. Did you mean q1_sum?",
            f"{Q1}: missing; put 3 right answers or more, written differently, into its folder "
            "accepted/, and those that lose points into partial/, wrong_answer/, run_time_error/, "
            "time_limit_exceeded/.",
        ]),
        ("tests/bank/ps0_warmup/q1_sum", ORDERLY, [
            "tests/bank/ps0_warmup: no such problem set; rename the folder. Did you mean "
            "ps0_warm_up?",
            f"{Q1}: missing; put 3 right",
        ]),
        (Q1, renamed("partial", "partal"), [
            f"{Q1}/partal: no such verdict; rename the folder to one of accepted/, partial/, wrong_"
            "answer/, run_time_error/, time_limit_exceeded/. Did you mean partial?",
            f"{Q1}: no answer that loses points; put at least one into partial/, wrong_answer/,",
        ]),
        (Q1, renamed("accepted/one", "one"), [
            f"{Q1}/one.py: it stands in no verdict's folder; put it into one of accepted/, partial",
            f"{Q1}/accepted: 2 right answers, and not 3 or more; add some, written differently.",
        ]),
        (Q1, ORDERLY | FILES, [
            f"{Q1}/partial/base.py: its base {Q1}/partial/no.py is missing.",
            f"{Q1}/partial/key.py: `findings:` means nothing here; write one of `points:`,",
            f"{Q1}/partial/most.py: `points: most` is no number of points; write one, such as 1.5.",
            f"{Q1}/partial/none.py: it earns some points; write `points: 1`, or how many it is.",
            f"{Q1}/partial/none.py: it loses points, and its docstring doesn't say for what; write "
            "`finding:` and the id of a known error, or of what is said.",
        ]),
    ],
)  # fmt: skip
def test_an_issue_is_a_line_with_its_repair(
    small_course: Course, folder: str, files: dict[str, str], messages: list[str]
) -> None:
    put(small_course, folder, files)
    found = list(bank_issues(small_course, small_course.problems()))
    assert [line[: len(said)] for line, said in zip(found, messages, strict=True)] == messages
    assert "\n" not in "".join(found)
