"""The comparison of messages by their facts: no other student, number or file is taken for one."""

from __future__ import annotations

import pytest

from tests.messages import lines_naming, mentions, numbers

LINE = (
    "ada: attempt 1 of 2 today: 3.5 of 6 points; see submitted/ada/ps0/sums.ipynb, sums (1).ipynb."
)


@pytest.mark.parametrize(
    "facts",
    [("ada",), ("ada", 1, 2), (3.5,), ("submitted/ada/ps0/sums.ipynb",), ("sums (1).ipynb", "ada")],
)
def test_a_line_with_all_facts_mentions_them_in_any_order(facts):
    assert mentions(LINE, *facts)
    assert mentions(LINE, *reversed(facts))


@pytest.mark.parametrize("fact", ["ad", "adam", 3, 5, "sum", "ps", "bob", "ada/ps01"])
def test_a_part_of_a_word_or_of_a_number_is_not_mentioned(fact):
    assert not mentions(LINE, fact)
    assert not mentions(LINE, "ada", fact)


def test_facts_must_be_in_one_line():
    log = "ada: not graded\nbob: graded"
    assert not mentions(log, "ada", "bob")
    assert lines_naming(log, "graded") == log.splitlines()
    assert lines_naming(log, "bob") == ["bob: graded"]


def test_numbers_are_those_outside_of_words():
    assert numbers("q1_sum of ps0: 2 of 3.5 points, and 12.") == [2, 3.5, 12]
