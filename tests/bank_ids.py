"""The ids in a verdict, as the `finding:` lines of the bank name them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from examiner.checks import Verdict
from examiner.findings.diagnosis import Diagnosis, Message
from examiner.findings.finding import Finding


def ids_of(verdict: Verdict) -> set[str]:
    """Return the ids of misconceptions and messages in a verdict.

    An id occurs alone, with the part that it is about ("the loss: missing"), and with a fact
    ("raised(TypeError)").
    """
    return {each for finding in verdict.findings for each in _of(finding)}


def about_of(finding: Finding) -> str:
    """Return the name of the part that a finding is about, or else the id of its message."""
    if isinstance(finding.about, str):
        return finding.about
    return str(next(iter(finding.about.facts.values()), finding.about.id))


def _of(finding: Finding) -> Iterator[str]:
    about = about_of(finding)
    abouts = [about, f"{finding.function}: {about}"] if finding.function else [about]
    errors = (each for error in finding.errors for each in (error.key, error.id))
    for name in (*errors, *_said(finding)):
        yield name
        yield from (f"{each}: {name}" for each in abouts)


def _said(finding: Finding) -> Iterator[str]:
    for said in sayings_in(finding.messages):
        yield said.id
        if isinstance(said, Diagnosis):
            yield said.key
        for fact in said.facts.values():
            if isinstance(fact, (str, int)) and not isinstance(fact, bool) and fact != "":
                yield f"{said.id}({fact})"


def sayings_in(value: Any) -> Iterator[Message | Diagnosis]:
    """Yield the messages and the misconceptions in facts, at any depth."""
    if isinstance(value, Message | Diagnosis):
        yield value
        value = value.facts
    parts = value.values() if isinstance(value, Mapping) else value
    for each in parts if isinstance(value, Mapping | list | tuple) else ():
        yield from sayings_in(each)
