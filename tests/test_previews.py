"""The previews that all problem sets give to students, and what they print of an answer."""

from __future__ import annotations

import functools
import linecache
from typing import Any

import pytest

from tests.bank_runner import Notebook, printed_by

COUNT = "def count(a, b):\n    return {}\npreview_count(count, a=4, b=2)"
ASKED = "def f({}\nassert ask(f, z=np.arange(2.0)).tolist() == [1, 2]"
IN = "with {}:\n    {}"
COUNTED = "That is a whole number; nothing here knows whether it is right."


def names() -> dict[str, Any]:
    return Notebook.of("ps1_flops").namespace("__main__")


@pytest.mark.parametrize(
    ("code", "said"),
    [
        (COUNT.format("None"), "count: expected a whole number, not None: is a return missing?"),
        (COUNT.format("'12'"), "count: expected a whole number, not the str 12"),
        (COUNT.format("True"), "count: expected a whole number, not the bool True"),
        (COUNT.format("12.5"), "count: expected a whole number, not the float 12.5"),
        (COUNT.format("np.float32(2.5)"), "expected a whole number, not the float32 2.5"),
        (COUNT.format("float('inf')"), "count: expected a whole number, not the float inf"),
        (COUNT.format("np.ones(3)"), "expected a whole number, not the ndarray [1. 1. 1.]"),
        (COUNT.format("-a"), "it returns -4, and a count can't be negative."),
        (COUNT.format("10 * a"), f"it returns 40. {COUNTED}"),
        (COUNT.format("np.int64(10) * a"), f"it returns 40. {COUNTED}"),
        (COUNT.format("10.0 * a"), f"it returns 40.0. {COUNTED}"),
        (COUNT.format("a").replace("(a, b)", "(n, b)").replace("return a", "return n"),
         "Keep the arguments' names"),
        (COUNT.format("a").replace("(a, b)", "(b, a)"), "keep the order"),
        (ASKED.format("z):\n    return z + 1"), ""),
        (ASKED.format("z):\n    z += 1\n    return z"), "changes its argument z:"),
        (ASKED.format("x):\n    return x + 1"), "But with its arguments by name it raises TypeErr"),
        (IN.format("sanity_check()", "raise NotImplementedError('Define it.')"),
         "Not answered yet: Define it.\n"),
        (IN.format("sanity_check()", "assert 1 > 2, 'too small'"), "too small\n"),
        (IN.format("sanity_check()", "preview_defined('masks', 'dict', globals())"),
         "Not answered yet: define the dict"),
        ("masks = 3\npreview_defined('masks', 'dict', globals())", ""),
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
        "Your answer raises ZeroDivisionError: division by zero\n"
        "in count, line 3: return n / size\n"
        "To see all of it, call your function in a cell of your "
    )
    assert second.startswith("Your answer raises TypeError: count() takes 1 positional argument")
    assert " line " not in second  # none of the answer's


def test_an_endless_loop_is_stopped_and_its_line_named(capsys: pytest.CaptureFixture[str]) -> None:
    notebook = cell("def count(n):\n    while True:\n        n += 1\n")
    exec("preview_count(count, n=3)", notebook)
    shown = capsys.readouterr().err
    assert "it ran for 0.1 seconds and was stopped. Does a loop never end?" in shown
    assert "\nin count, line " in shown
    exec("with needs('question 1'):\n    count(3)", notebook)
    assert "what follows needs a closed formula" in capsys.readouterr().out
    with pytest.raises(KeyboardInterrupt):  # the button still stops what runs
        exec("with time_limit():\n    raise KeyboardInterrupt", notebook)
