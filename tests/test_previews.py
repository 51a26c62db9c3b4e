"""The previews that all problem sets give to students, and what they print of an answer."""

from __future__ import annotations

import functools
import linecache
from collections.abc import Iterable
from typing import Any

import pytest

from tests.bank_runner import Notebook, printed_by

SIZES = {"seq_len": 4, "d_in": 3, "d_attn": 2, "d_out": 5, "d_hidden": 6}


def preview_of_count(body: str, arguments: Iterable[str] = SIZES) -> str:
    """What is printed of a counting function with these arguments."""
    names: dict[str, Any] = Notebook.of("ps1_flops").namespace()
    exec(f"def count({', '.join(arguments)}):\n    {body}", names)
    return printed_by(f"preview_count(count, **{SIZES})", names)


class TestPreviewCount:
    @pytest.mark.parametrize(
        ("body", "message"),
        [
            ("return None", "expected a whole number, not None: is a return missing?"),
            ("return '12'", "expected a whole number, not the str 12"),
            ("return True", "expected a whole number, not the bool True"),
            ("return 12.5", "expected a whole number, not the float 12.5"),
            ("return np.float32(2.5)", "expected a whole number, not the float32 2.5"),
            ("return float('inf')", "expected a whole number, not the float inf"),
            ("return np.ones(3)", "expected a whole number, not the ndarray [1. 1. 1.]"),
        ],
    )
    def test_what_is_no_count(self, body: str, message: str) -> None:
        assert preview_of_count(body) == f"count: {message}\n"

    def test_an_open_question(self) -> None:
        body = "raise NotImplementedError('Replace this line.')"
        shown = preview_of_count(body)
        assert shown == "Not answered yet: Replace this line.\n"

    def test_an_answer_that_raises(self) -> None:
        with pytest.raises(ZeroDivisionError):
            preview_of_count("return 1 / 0")

    @pytest.mark.parametrize("count", ["10 * seq_len", "np.int64(10) * seq_len", "10.0 * seq_len"])
    def test_a_count(self, count: str) -> None:
        first, second = preview_of_count(f"return {count}").splitlines()
        assert first == "At seq_len=4, d_in=3, d_attn=2, d_out=5, d_hidden=6"
        assert second.startswith("it returns 40")
        assert second.endswith("nothing here knows whether it is right.")

    def test_a_negative_count(self) -> None:
        shown = preview_of_count("return -seq_len")
        assert shown.endswith("a count can't be negative.\n")

    def test_arguments_of_other_names(self) -> None:
        shown = preview_of_count("return np.int64(10) * a", "abcde")
        assert "That is a whole number" in shown
        assert "But with its arguments by name" in shown
        assert "Keep the arguments' names" in shown

    def test_arguments_in_another_order(self) -> None:
        first, second, third, *rest = SIZES
        shown = preview_of_count(f"return 10 * {third}", [first, third, second, *rest])
        assert "That is a whole number" in shown
        assert "But with its arguments by name" in shown
        assert "keep the order" in shown


class TestSanityCheck:
    @pytest.mark.parametrize(
        ("code", "said"),
        [
            ("raise NotImplementedError('Define it.')", "Not answered yet: Define it.\n"),
            ("assert 1 > 2, 'too small'", "too small\n"),
            ("preview_defined('masks', 'dict', globals())", "Not answered yet: define the dict"),
            ("masks = 3\n    preview_defined('masks', 'dict', globals())", ""),
        ],
    )
    def test_what_is_lacking_is_a_line_on_stderr(
        self, code: str, said: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        exec(f"with sanity_check():\n    {code}", Notebook.of("ps2_attention").namespace())
        shown = capsys.readouterr()
        assert shown.err.startswith(said) if said else not shown.err
        assert not shown.out

    def test_what_an_answer_raises_is_three_lines(self, capsys: pytest.CaptureFixture[str]) -> None:
        names = Notebook.of("ps1_flops").namespace("__main__")
        answer = "def count(n):\n    size = n - n\n    return n / size\n"
        linecache.cache["<cell>"] = (len(answer), None, answer.splitlines(True), "<cell>")
        exec(compile(answer, "<cell>", "exec"), names)
        exec("preview_count(count, n=3)\npreview_count(count, n=3, m=4)", names)
        first, second = capsys.readouterr().err.split("own.\n")[:2]
        assert first == (
            "Your answer raises ZeroDivisionError: division by zero\n"
            "in count, line 3: return n / size\n"
            "To see all of it, call your function in a cell of your "
        )
        assert second.startswith(
            "Your answer raises TypeError: count() takes 1 positional argument"
        )
        assert " line " not in second  # none of the answer's

    def test_an_assertion_without_words(self, capsys: pytest.CaptureFixture[str]) -> None:
        exec("with sanity_check():\n    assert False", Notebook.of("ps1_flops").namespace())
        assert capsys.readouterr().err.startswith("Your answer raises AssertionError")


class TestAsk:
    @pytest.mark.parametrize(
        ("answer", "said"),
        [
            ("def f(z):\n    return z + 1", ""),
            ("def f(z):\n    z += 1\n    return z", "But your function changes its argument z:"),
            ("def f(x):\n    return x + 1", "But with its arguments by name it raises TypeError"),
        ],
    )
    def test_what_it_does_to_its_arguments(self, answer: str, said: str) -> None:
        names = Notebook.of("ps2_attention").namespace()
        exec(answer, names)
        shown = printed_by("assert ask(f, z=np.arange(2.0)).tolist() == [1, 2]", names)
        assert shown.startswith(said)
        assert bool(said) == bool(shown)


class TestTimeLimit:
    def test_an_endless_loop_is_stopped_and_its_line_named(
        self, capsys: pytest.CaptureFixture[str]
    ) -> None:
        names = Notebook.of("ps1_flops").namespace("__main__")
        names["time_limit"] = functools.partial(names["time_limit"], 0.1)
        answer = "def count(n):\n    while True:\n        n += 1\n"
        linecache.cache["<loop>"] = (len(answer), None, answer.splitlines(True), "<loop>")
        exec(compile(answer, "<loop>", "exec"), names)
        exec("preview_count(count, n=3)", names)
        shown = capsys.readouterr().err
        assert "it ran for 0.1 seconds and was stopped. Does a loop never end?" in shown
        assert "\nin count, line " in shown
        exec("with needs('question 1'):\n    count(3)", names)
        assert "what follows needs a closed formula" in capsys.readouterr().out

    def test_the_button_still_stops_what_runs(self) -> None:
        names = Notebook.of("ps1_flops").namespace("__main__")
        with pytest.raises(KeyboardInterrupt):
            exec("with time_limit():\n    raise KeyboardInterrupt", names)


class TestNeeds:
    @pytest.mark.parametrize(
        ("code", "said"),
        [
            ("raise NotImplementedError", "This needs question 4. Run the cell again when"),
            ("1 / 0", "With your answers to question 4 this raises ZeroDivisionError: division"),
            ("print('shown')", "shown"),
        ],
    )
    def test_what_can_not_be_shown_is_a_line(self, code: str, said: str) -> None:
        names = Notebook.of("ps1_flops").namespace()
        shown = printed_by(f"with needs('question 4'):\n    {code}", names)
        assert shown.startswith(said)
        assert shown.count("\n") == 1
