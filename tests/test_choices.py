from __future__ import annotations

from typing import Any

import pytest

from examiner import checks
from examiner.checks import Verdict
from tests.findings import messages_in

EXPECTED = {"tea": {"pot", "cup"}, "soup": {"bowl": {"spoon"}, "served": "hot"}}


def marked(answer: Any, **settings: Any) -> Verdict:
    settings = {
        "expected": EXPECTED,
        "options": ["pot", "cup", "spoon", "hot", "Cold water"],
        "harmless": {"soup": {"bowl": {"cup"}}},
        "why": {"soup": {"served": "Think of winter"}},
    } | settings
    return checks.Choices(**settings).grade(answer, points=3)


RIGHT = {"tea": {"pot", "cup"}, "soup": {"bowl": {"spoon"}, "served": "hot"}}


def changed(**entries: Any) -> dict:
    answer = {"tea": {"pot", "cup"}, "bowl": {"spoon"}, "served": "hot"} | entries
    return {"tea": answer["tea"], "soup": {"bowl": answer["bowl"], "served": answer["served"]}}


@pytest.mark.parametrize(
    "answer",
    [
        RIGHT,
        changed(tea=["cup", "pot", "cup"]),
        changed(tea=("Pot ", "CUP")),
        changed(tea=frozenset({"pot", "cup"}), served={"hot"}),
        changed(bowl={"spoon", "cup"}),
        RIGHT | {"my own": {"notes"}},
    ],
)
def test_ways_to_be_right(answer: dict) -> None:
    assert marked(answer).points == 3


def test_the_same_of_two_options_everywhere_earns_nothing() -> None:
    settings = {"expected": {"a": "yes", "b": "no", "c": "no"}, "options": ["yes", "no"]}
    settings |= {"harmless": {}, "why": {}}
    verdict = marked({"a": "no", "b": "No", "c": {"no"}}, **settings)
    assert verdict.points == 0
    assert messages_in(verdict, "chose-the-same")
    assert marked({"a": "no", "b": "no", "c": "yes"}, **settings).points == 1
    # Who leaves entries open has looked at the others.
    assert marked({"b": "no", "c": "no"}, **settings).points == 2
    alike = settings | {"expected": dict.fromkeys("abc", "no")}
    assert marked(dict.fromkeys("abc", "no"), **alike).points == 3


def test_naming_everything_earns_nothing() -> None:
    everything = {"pot", "cup", "spoon", "hot", "Cold water"}
    verdict = marked(changed(tea=everything, bowl=everything, served=everything))
    assert verdict.points == 0
    assert any(said.id == "chose-everything" for f in verdict.findings for said in f.messages)
    # … nor where all of it would be harmless.
    free = {"a": {"x"}, "b": {"y"}}
    harmless = {"a": {"y"}, "b": {"x"}}
    every = {"a": {"x", "y"}, "b": {"x", "y"}}
    question = checks.Choices(free, options=["x", "y"], harmless=harmless)
    verdict = question.grade(every, points=2)
    assert verdict.points == 0


def test_what_is_not_asked_is_said() -> None:
    verdict = marked(RIGHT | {"coffee": {"cup"}})
    assert verdict.points == 3
    (said,) = verdict.findings[0].messages
    assert (said.id, said.facts["entries"]) == ("entries-not-asked", ["coffee"])


@pytest.mark.parametrize(
    ("answer", "finding"),
    [
        (
            changed(tea={"pot", "spoon"}),
            "you have “pot”, “spoon”. Too deep. “cup” is missing: or from what to drink?",
        ),
        (
            changed(tea={"pot", "cup", "spoon", "hot"}),
            "you have “cup”, “hot”, “pot”, “spoon”. Too deep",
        ),
        (changed(served="Cold_Water"), "you have “Cold water”. In winter?"),
        (changed(bowl=set()), "soup, bowl: you have nothing"),
    ],
)
def test_each_option_that_is_wrong_or_missing_has_its_comment(answer: dict, finding: str) -> None:
    why = {
        "tea": {"spoon": "Too deep", "cup": "Or from what to drink?", "pot": "Needed"},
        "soup": {"served": {"cold water": "In winter?", "hot": "Yes"}, "bowl": {"cup": "No harm"}},
    }
    lines = marked(answer, why=why).text.splitlines()
    assert [line for line in lines if line.endswith(finding)], lines


@pytest.mark.parametrize(
    ("tea", "finding"),
    [
        (set(), "you have nothing. “cup” and “pot” are missing: tea needs both"),
        ({"pot", "spoon"}, "you have “pot”, “spoon”. Tea needs both. “cup” is missing"),
    ],
)
def test_a_comment_on_several_options_is_said_once(tea: set[str], finding: str) -> None:
    why = {"tea": dict.fromkeys(("cup", "pot", "spoon"), "Tea needs both")}
    lines = marked(changed(tea=tea), why=why).text.splitlines()
    assert [line for line in lines if line.endswith(finding)], lines
