"""The previews that all problem sets give to students, and what they print of an answer."""

from __future__ import annotations

import functools
import linecache
from typing import Any

import pytest

from tests.bank_runner import Notebook, printed_by

COUNT = "def count(a, b):\n    return {}\npreview_count(count, a=4, b=2)"
SECOND = "def f(a, b):\n    return {}\npreview_arguments(f, dict(b=1, a=2), f(1, 2))"
ASKED = "def f({}\nassert ask(f, z=np.arange(2.0)).tolist() == [1, 2]"
IN = "with {}:\n    {}"
DEFINED = "preview_defined('masks', 'dict', globals())"
COUNTED = "That is a whole number; this check doesn't know the right count."


def names() -> dict[str, Any]:
    return Notebook.of("ps1_flops").namespace("__main__")


@pytest.mark.parametrize(
    ("code", "said"),
    [
        (COUNT.format("None"), "count: expected a whole number, not None: is a return missing?"),
        (COUNT.format("'12'"), "count: expected a whole number, not the str 12"),
        (COUNT.format("True"), "count: expected a whole number, not the bool True"),
        (COUNT.format("12.5"), "Warning: count: expected a whole number, not the float 12.5\n"),
        (COUNT.format("np.float32(2.5)"), "expected a whole number, not the float32 2.5"),
        (COUNT.format("float('inf')"), "count: expected a whole number, not the float inf"),
        (COUNT.format("np.ones(3)"), "expected a whole number, not the ndarray [1. 1. 1.]"),
        (COUNT.format("-a"), "Warning: count returns -4, and a count can't be negative.\n"),
        (COUNT.format("10 * a"), f"it returns 40. {COUNTED}"),
        (COUNT.format("np.int64(10) * a"), f"it returns 40. {COUNTED}"),
        (COUNT.format("10.0 * a"), f"it returns 40.0. {COUNTED}"),
        (COUNT.format("a").replace("(a, b)", "(n, b)").replace("return a", "return n"),
         "Warning: count, called with its arguments by name, raises TypeError: "),
        (COUNT.format("a").replace("(a, b)", "(b, a)"),
         "returns something else. Keep the names and the order of the arguments.\n"),
        (SECOND.format("np.array([a + b, np.nan])"), ""),
        (SECOND.format("{'x': np.ones(2), 'y': np.ones(2) * (a + b)}"), ""),
        (SECOND.format("{'x': np.ones(2), 'y': np.ones(2) * a}"), "returns something else."),
        (SECOND.format("{a: np.ones(2), b: np.ones(2)}"), ""),
        (SECOND.format("np.ones(a)"), "returns something else."),
        (SECOND.format("np.array(['x', a])"), "returns something else."),
        (SECOND.format("[np.ones(2), a][a > 1]"), "returns something else."),
        (ASKED.format("z):\n    return z + 1"), ""),
        (ASKED.format("z):\n    z += 1\n    return z"), "Warning: f changes its argument z: work"),
        (ASKED.format("x):\n    return x + 1"), "Keep the names and the order of the arguments.\n"),
        (IN.format("sanity_check()", "raise NotImplementedError('Define it.')"),
         "Not answered yet: Define it.\n"),
        (IN.format("sanity_check()", "assert 1 > 2, 'too small'"), "too small\n"),
        (IN.format("sanity_check()", DEFINED),
         "Not answered yet: define the dict"),
        (f"def stub():\n    raise NotImplementedError\n{IN.format('sanity_check()', 'stub()')}",
         "Not answered yet: stub\n"),
        ("masks = {}\npreview_defined('masks', 'dict', globals())", ""),
        (f"masks = 3\n{IN.format('sanity_check()', DEFINED)}", "masks: expected a dict, not int\n"),
        (IN.format("sanity_check()", "np.log(np.zeros(1))"), "Warning: divide by zero"),
        (IN.format("needs('question 4')", "raise NotImplementedError"),
         "This needs question 4. Run the cell again when"),
        (IN.format("needs('question 4')", "1 / 0"),
         "With your answers to question 4 this raises ZeroDivisionError: division"),
        (IN.format("needs('question 4')", "print('shown')"), "shown\n"),
    ],
)  # fmt: skip
def test_what_is_printed(code: str, said: str) -> None:
    shown = printed_by(code, names())
    assert said in shown
    assert bool(said) == bool(shown)


# What is wrong in a part of an answer is black, what is wrong with all of it is red.
CHECK_EACH = """
def check(number):
    assert number != 2, f"two: {number} is too many"
    1 / number
with sanity_check():
    check_each({"one": (1,), "two": (2,), "none": (0,)}, check)
with sanity_check():
    check_each({"two": (2,), "none": (0,)}, check)
with sanity_check():
    np.float64(1) / 0
"""


def test_what_fails_in_part_is_black_and_what_fails_wholly_is_red(
    capsys: pytest.CaptureFixture[str],
) -> None:
    exec(CHECK_EACH, names())
    out, red = capsys.readouterr()
    assert red == "two: 2 is too many\n"
    black = [line for line in out.splitlines() if line.startswith("Warning: ")]
    assert black[0] == "Warning: two: 2 is too many"
    assert black[1].startswith("Warning: none: ")
    assert "ZeroDivisionError" in black[1]
    assert black[2] == "Warning: divide by zero encountered in scalar divide"


def cell(answer: str) -> dict[str, Any]:
    """A notebook in which a cell with this answer has run."""
    notebook = names()
    notebook |= {"time_limit": functools.partial(notebook["time_limit"], 0.1)}
    linecache.cache["<cell>"] = (len(answer), None, answer.splitlines(True), "<cell>")
    exec(compile(answer, "<cell>", "exec"), notebook)
    return notebook


def test_what_an_answer_raises_is_three_lines(capsys: pytest.CaptureFixture[str]) -> None:
    notebook = cell("def count(n):\n    size = n - n\n    return n / size\n")
    exec("preview_count(count, n=3)\npreview_count(count, n=3, m=4)", notebook)
    first, second = capsys.readouterr().err.split("own.\n")[:2]
    assert first == (
        "count raises ZeroDivisionError: division by zero\n"
        "in count, line 3: return n / size\n"
        "To see all of it, call your function in a cell of your "
    )
    assert second.startswith("Your answer raises TypeError: count() takes 1 positional argument")
    assert " line " not in second  # none of the answer's


@pytest.mark.slow
def test_an_endless_loop_is_stopped_and_its_line_named(capsys: pytest.CaptureFixture[str]) -> None:
    notebook = cell("def count(n):\n    while True:\n        n += 1\n")
    exec("preview_count(count, n=3)", notebook)
    shown = capsys.readouterr().err
    assert "it ran for 0.1 seconds and was stopped. Does a loop never end?" in shown
    assert "\nin count, line " in shown
    exec("with needs('question 1'):\n    count(3)", notebook)
    assert "this cell needs a closed formula" in capsys.readouterr().out
    with pytest.raises(KeyboardInterrupt):  # the button still stops what runs
        exec("with time_limit():\n    raise KeyboardInterrupt", notebook)
