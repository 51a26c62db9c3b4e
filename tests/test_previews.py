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


COUNTED = "That is a whole number; nothing here knows whether it is right."


class TestPreviewCount:
    @pytest.mark.parametrize(
        ("body", "said"),
        [
            ("return None", "count: expected a whole number, not None: is a return missing?"),
            ("return '12'", "count: expected a whole number, not the str 12"),
            ("return True", "count: expected a whole number, not the bool True"),
            ("return 12.5", "count: expected a whole number, not the float 12.5"),
            ("return np.float32(2.5)", "count: expected a whole number, not the float32 2.5"),
            ("return float('inf')", "count: expected a whole number, not the float inf"),
            ("return np.ones(3)", "count: expected a whole number, not the ndarray [1. 1. 1.]"),
            ("raise NotImplementedError('Replace it.')", "Not answered yet: Replace it."),
            ("return -seq_len", "it returns -4, and a count can't be negative."),
            ("return 10 * seq_len", f"it returns 40. {COUNTED}"),
            ("return np.int64(10) * seq_len", f"it returns 40. {COUNTED}"),
            ("return 10.0 * seq_len", f"it returns 40.0. {COUNTED}"),
        ],
    )
    def test_what_it_says_of_a_value(self, body: str, said: str) -> None:
        assert preview_of_count(body).endswith(f"{said}\n")

    @pytest.mark.parametrize(
        ("body", "arguments", "said"),
        [
            ("return np.int64(10) * a", [*"abcde"], "Keep the arguments' names"),
            ("return 10 * d_attn", ["seq_len", "d_attn", "d_in", *[*SIZES][3:]], "keep the order"),
        ],
        ids=["other names", "another order"],
    )
    def test_other_arguments(self, body: str, arguments: list[str], said: str) -> None:
        shown = preview_of_count(body, arguments)
        assert "That is a whole number" in shown
        assert "But with its arguments by name" in shown
        assert said in shown


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
