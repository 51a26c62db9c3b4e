"""How often a right answer would lose a point, had the hidden tests drawn other numbers: never.

Every accepted answer of the bank is marked with other seeds: with one of its own here, with 200 in
the bench, which prints the rate.
"""

from __future__ import annotations

import functools
import inspect
import zlib

import pytest

from examiner import checks
from tests.bank_runner import Answer, by_question, max_points, prepared

ACCEPTED = by_question("accepted")
# How long a call takes on this machine is another matter, and doesn't depend on the numbers.
SEEDED = [
    name
    for name in checks.__all__
    if name != "resources"
    and inspect.isfunction(check := getattr(checks, name))
    and "seed" in inspect.signature(check).parameters
]


def reseed(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    """Every check that draws numbers draws those of `seed`, whatever the hidden test says."""

    def with_seed(check):
        kind = type(inspect.signature(check).parameters["seed"].default)

        @functools.wraps(check)
        def seeded(*arguments, **settings):
            return check(*arguments, **settings | {"seed": kind(seed)})

        return seeded

    for name in SEEDED:
        monkeypatch.setattr(checks, name, with_seed(getattr(checks, name)))

    @functools.wraps(checks.resources)
    def kept(*_, points, **__):
        return checks.Verdict(points, points)

    monkeypatch.setattr(checks, "resources", kept)


def rejections(answer: Answer, seeds: range) -> list[str]:
    found, mark = [], prepared(answer)
    for seed in seeds:
        with pytest.MonkeyPatch.context() as monkeypatch:
            reseed(monkeypatch, seed)
            verdict = mark()
        if verdict.points != max_points(answer):
            found.append(f"{answer.name}, seed {seed}: {verdict.text}")
    return found


def test_the_seed_reaches_the_checks(monkeypatch: pytest.MonkeyPatch) -> None:
    assert {"arrays", "polynomial", "properties"} <= set(SEEDED)
    seen = []
    for seed in (1, 2):
        reseed(monkeypatch, seed)
        checks.arrays(
            lambda x: seen.append(x) or x,
            oracle=lambda x: x,
            cases=lambda rng: {"one": checks.case(rng.random())},
            seed=0,
            points=1,
        )
        monkeypatch.undo()
    assert seen[0] != seen[-1]  # each check asks more than once


@pytest.mark.slow  # for all of them; the bank marks each of them once, with the seed of its test
@pytest.mark.parametrize("question", ACCEPTED)
def test_right_answers_are_right_whatever_the_seed(question: str) -> None:
    found = []
    for answer in ACCEPTED[question]:
        seed = zlib.crc32(answer.name.encode())
        found += rejections(answer, range(seed, seed + 1))
    assert not found, "\n".join(found)


@pytest.mark.bench
def test_rate_of_false_rejects() -> None:
    seeds = range(200)
    right = [answer for each in ACCEPTED.values() for answer in each]
    found = [rejection for answer in right for rejection in rejections(answer, seeds)]
    total = len(right) * len(seeds)
    print(f"\nfalse rejects: {len(found)} of {total} markings of right answers")
    assert not found, "\n".join(found[:5])
