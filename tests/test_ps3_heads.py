"""What the first half of problem set 3 gives to students: previews of answers, tables, figures."""

from __future__ import annotations

import re
from typing import Any
from unittest import mock

import matplotlib.pyplot as plt
import pytest

from tests.bank_runner import Notebook, printed_by

NOTEBOOK = Notebook.of("ps3_architecture")
ANSWERS = ("receptive_field", "attention_counts", "head_weights", "head_flops")
ANSWERS += ("multi_head_flops", "crossover_seq_len")


@pytest.fixture
def names() -> dict[str, Any]:
    """The namespace of a notebook with right answers."""
    return NOTEBOOK.solved()


class TestPreviews:
    def test_the_entries_of_a_dict_of_counts(self, names: dict[str, Any]) -> None:
        exec("def counts(n, d):\n    return {'a': n * d, 'b': n / d, 3: d}", names)
        shown = printed_by("preview_counts(counts, ['a', 'b', 'c'], n=7, d=5)", names)
        lines = [line.strip() for line in shown.splitlines()]
        assert lines == [
            "At n=7, d=5",
            "a: 35",
            "b: expected a whole number, not the float 1.4",
            "c: missing",
            "Not asked for: 3",
        ]

    @pytest.mark.parametrize(
        ("arguments", "remark"),
        [("N, D", "Keep the arguments' names"), ("d, n", "keep the arguments' order")],
    )
    def test_the_wiring_of_a_dict_of_counts(
        self, names: dict[str, Any], arguments: str, remark: str
    ) -> None:
        exec(f"def counts({arguments}):\n    return {{'a': {arguments[0]}}}", names)
        assert remark in printed_by("preview_counts(counts, ['a'], n=7, d=5)", names)

    def test_a_call_that_fails_does_not_hide_the_next_one(self, names: dict[str, Any]) -> None:
        exec("def count(n, m=None):\n    return n * m", names)
        shown = printed_by("preview_calls(count, dict(n=3), dict(n=3, m=5))", names)
        assert "At n=3 it raises TypeError" in shown
        assert "it returns 15" in shown


class TestFigures:
    """Tables and figures, with answers and without."""

    def show(self, name: str, names: dict[str, Any]) -> str:
        (source,) = (source for source in NOTEBOOK.other if f"def {name}(" in source)
        with mock.patch.object(plt, "show"):
            return printed_by(source, names)

    def test_depth(self, names: dict[str, Any]) -> None:
        """By hand: 2¹⁰ = 1024 < 3⁷, 13³ > 1024; 2¹⁷ = 131072 < 3¹¹, 65³ > 131072."""
        shown = self.show("compare_depths", names)
        assert re.search(r"GPT-2 small +1,024 +12 +10 +7 +3\n", shown)
        assert re.search(r"Llama 3.1 70B +131,072 +80 +17 +11 +3\n", shown)

    def test_dense(self, names: dict[str, Any]) -> None:
        shown = self.show("compare_with_dense", names)
        assert re.search(r"GPT-2 small +1,024 +1,771,776 +1,048,576 +6.2e\+11 +1 TB", shown)

    def test_heads(self, names: dict[str, Any]) -> None:
        shown = self.show("compare_heads", names)
        assert shown.count("2,359,296") == 3
        assert "33.3% of 84,934,656" in shown

    def test_askers(self, names: dict[str, Any]) -> None:
        assert re.search(r"1,024 +8.05 +2.421 +30%", self.show("compare_askers", names))

    def test_crossovers_stand_where_lines_cross(self, names: dict[str, Any]) -> None:
        self.show("draw_bottleneck", names)
        left, right = plt.gcf().axes
        for axes, d in ((left, 768), (right, 8192)):
            labels = [text.get_text() for text in axes.get_legend().get_texts()]
            assert {f"yours: {2 * d:,}", f"yours: {6 * d:,}"} <= set(labels)
            linear, with_feed_forward, quadratic = (line.get_ydata() for line in axes.lines[:3])
            lengths = axes.lines[0].get_xdata()
            for others, crossing in ((linear, 2 * d), (with_feed_forward, 6 * d)):
                assert ((quadratic > others) == (lengths > crossing)).all()

    def test_positions_in_the_picture(self, names: dict[str, Any]) -> None:
        self.show("draw_reach", names)
        titles = [axes.get_title() for axes in plt.gcf().axes]
        assert titles == ["4 positions reach the node", "7 positions reach the node"]
        below = names["positions_below"]
        assert below({0, 5}, (-1, 2), 7) == {0, 2, 4, 5}

    def test_without_answers(self) -> None:
        def unanswered(*sizes: int, **named: int) -> None:
            raise NotImplementedError

        names = NOTEBOOK.namespace() | dict.fromkeys(ANSWERS, unanswered)
        cells = ("compare_depths", "compare_with_dense", "compare_heads", "compare_askers")
        for name in (*cells, "draw_bottleneck"):
            assert self.show(name, names).startswith("This needs question")
