"""Each mistake in a bank of answers gives a line with the file and the repair."""

from __future__ import annotations

import pytest

from examiner.authoring import build
from examiner.course import Course, CourseError
from tests.conftest import CHECK
from tests.messages import mentions

CODE = "\n\n\ndef total(n):\n    return n * (n + 1) // 2\n"
RIGHT = f'"""In one line."""{CODE}'
WRONG = f'"""Without the last.\n\npoints: 1\nfinding: missing\n"""{CODE.replace("+", "-")}'
Q1 = "tests/bank/ps0_warm_up/q1_sum"
ORDERLY = {
    **dict.fromkeys(("accepted/one", "accepted/two", "accepted/three"), RIGHT),
    "partial/last": WRONG,
}
# A mistake in a file, and its line. A right file stands beside it.
BROKEN = [
    ("def double(n): ...", "it has no docstring"),
    ('"""\npoints: most\n"""', "`points: most` is not a number"),
    ('"""\npoints: nan\n"""', "`points: nan` is not a number"),
    ('"""\npoints: -1\n"""', "`points: -1` is not a number"),
    ('"""\nfindings: half\n"""', "unknown key `findings:`; write one of `points:`, `fi"),
    ('"""\nfindings: half\n"""', "`with:`. Did you mean finding?"),
    ('"""\nfinding:\n"""', "`finding:` has no value; "),
    ('"""\nbase: accepted/none.py\nreplace: a\nwith: b\n"""', "none.py is missing"),
    ('"""\nbase: accepted/one.py\nreplace: n\nwith: m\n"""', "'n' occurs 4 times in"),
    ('"""\nbase: accepted/one.py\nreplace: m\nwith: n\n"""', "'m' occurs 0 times in"),
    ('"""\nbase: accepted/one.py\n"""', "`base:` needs `replace:`"),
    ('"""\nreplace: m\nwith: n\n"""\nm', "`base:` needs `replace:`"),
    ('"""\nbase: accepted/one.py\nreplace: m\n"""', "`with:` after each `replace:`"),
    ('"""\nbase: accepted/one.py\nwith: m\n"""', "`with:` after each `replace:`"),
    ('"""\nbase: accepted/one.py\nreplace: 2\nwith: 3\n"""\ncode', "code of its own"),
    ('"""\nbase: partial/15.py\nreplace: 2\nwith: 3\n"""', "has no code of its own"),
    (RIGHT, "it earns some points; add the number, such as `points: 1`."),
    (RIGHT, "it loses points for no stated reason; add `finding:` with the id"),
]


def put(course: Course, folder: str, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = course.root / folder / f"{name}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def refused(course: Course) -> list[str]:
    """Return the lines of a build that fails."""
    try:
        build.contents(course)
    except CourseError as error:
        return str(error).splitlines()
    return []


def renamed(old: str, new: str) -> dict[str, str]:
    return {name.replace(old, new): text for name, text in ORDERLY.items()}


@pytest.mark.parametrize(
    ("folder", "files", "messages"),
    [
        (Q1, ORDERLY, []),
        (f"{Q1}s", ORDERLY, [
            f"{Q1}s: no such autograded question; rename the folder. Did you mean q1_sum?",
            f"{Q1}: missing; put at least 3 correct answers",
        ]),
        ("tests/bank/ps0_warmup/q1_sum", ORDERLY, [
            "tests/bank/ps0_warmup: no such problem set; rename the folder. Did you mean "
            "ps0_warm_up?",
            f"{Q1}: missing; put at least 3 correct answers",
        ]),
        (Q1, renamed("partial", "partal"), [
            f"{Q1}/partal: no such verdict; rename the folder to one of accepted/, partial/, wrong_"
            "answer/, run_time_error/, time_limit_exceeded/. Did you mean partial?",
            f"{Q1}: no answer loses points; put at least one into partial/, wrong_answer/,",
        ]),
        (Q1, renamed("accepted/one", "one"), [
            f"{Q1}/one.py: it is in no verdict's folder; move it into one of accepted/, partial",
            f"{Q1}/accepted: 2 correct answers of at least 3; ",
        ]),
    ],
)  # fmt: skip
def test_an_issue_is_a_line_with_its_repair(
    small_course: Course, folder: str, files: dict[str, str], messages: list[str]
) -> None:
    put(small_course, folder, files)
    found = refused(small_course)
    assert [line[: len(said)] for line, said in zip(found, messages, strict=True)] == messages


def test_what_is_wrong_with_a_file_is_said_with_its_name(small_course: Course) -> None:
    texts = {f"partial/{number:02}": text for number, (text, _) in enumerate(BROKEN)}
    put(small_course, Q1, ORDERLY | texts)
    found = refused(small_course)
    for number, (_, message) in enumerate(BROKEN):
        said = [line for line in found if line.startswith(f"{Q1}/partial/{number:02}.py: ")]
        assert any(message in line for line in said), (message, said)


def test_the_bank_and_the_questions_have_the_same_misconceptions(small_course: Course) -> None:
    """Named misconceptions exist, and each misconception of a question has an answer."""
    last = 'misconception("last-left-out", n**2 / 2 - n / 2, "The last.")'
    errors = f'misconceptions=[{last}, misconception("squared", n**2, "n².")]'
    marks = small_course.root / "problems" / "ps0_warm_up" / "marking" / "q1_sum.py"
    check = CHECK.replace("import Count", "import Count, misconception")
    marks.write_text(check.replace("n / 2)", f"n / 2, {errors})"))
    names = {name: f"partial/{name}" for name in ("last", "other")}
    put(small_course, Q1, ORDERLY)
    known = WRONG.replace("missing", "n: last-left-out")
    put(small_course, Q1, {names["last"]: known, names["other"]: known.replace("-out", "-ou")})
    unknown, uncovered = refused(small_course)
    assert unknown.startswith(f"{Q1}/partial/other.py: ")
    assert mentions(unknown, "last-left-ou", "last-left-out")
    assert uncovered.startswith(f"{Q1}: ")
    assert "misconception squared of problems/ps0_warm_up/marking/q1_sum.py; " in uncovered
