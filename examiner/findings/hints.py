"""Hints: the findings that a student reads while another attempt is possible.

A hint says where to look. It never says which of several guesses was right: it counts the right
terms, lines and entries of the whole question. docs/security.md lists, for each check, how much one
hint reveals.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from .diagnosis import Message
from .feedback_level import Level
from .finding import Finding, RenderedFinding, Unit
from .sentences import LOOK_AGAIN, add_sentences, render, render_messages

# A hint counts right terms only if the answer has few superfluous terms: at most MORE_TERMS, or
# half of the right number if that is larger. Answers with another convention are an exception.
MORE_TERMS = 2
COUNTED_FROM = 1 / 2  # the share of right terms or lines from which a hint gives details
MAX_HINTED_ANSWERS = 3  # different answers to a `Choices` question that get a hint
# Flaws in the form of an entry. They reveal nothing about the right option, so a hint names them.
_FORM = ("entry-missing", "chose-no-option", "chose-several", "chose-unknown")


def render_hints(findings: Iterable[Finding], *, spent: bool = False) -> list[RenderedFinding]:
    """Render the findings of a question at the level "hint".

    Args:
        findings: All findings of the verdict.
        spent: Whether the question's hints on choices are used up.

    Returns:
        The rows of the table of findings. None of them shows points.
    """
    by_function: dict[str, list[Finding]] = {}
    for finding in findings:
        if finding.is_rounding:  # it tells the exact points
            continue
        by_function.setdefault(finding.function, []).append(finding)
    return [row for name, found in by_function.items() for row in _of_function(name, found, spent)]


def _of_function(name: str, findings: Sequence[Finding], spent: bool) -> Iterator[RenderedFinding]:
    units = {unit: [f for f in findings if f.unit == unit] for unit in Unit}
    if units[Unit.TERM]:
        yield from _terms(name, findings, units[Unit.TERM])
    if units[Unit.LINE]:
        yield from _lines(name, units[Unit.LINE])
    if units[Unit.ENTRY]:
        yield from _entries(name, units[Unit.ENTRY], spent)
    # The summary of a count names the misconception. `_terms` only mentions a convention.
    is_count = bool(units[Unit.TERM] or units[Unit.LINE])
    for reason in _reasons_for_nothing(findings):
        yield _row(name, "whole", reason)
    for finding in units[Unit.OTHER]:
        if is_count and finding.is_summary:
            continue
        shown = finding.shown(Level.HINT)._replace(points=0.0, max_points=0.0)
        if shown.message != LOOK_AGAIN or finding.points or finding.max_points:
            yield shown


def _row(name: str, about: str, *messages: Message, right: bool = False) -> RenderedFinding:
    heading = render(Message(about), Level.HINT)
    heading = f"{name}: {heading}" if name else heading
    return RenderedFinding(
        "✓" if right else "✗", heading, render_messages(messages, Level.HINT), 0.0, 0.0
    )


def _terms(
    name: str, findings: Sequence[Finding], terms: Sequence[Finding]
) -> Iterator[RenderedFinding]:
    """Count the right terms, and say whether the answer has other terms."""
    wanted = [term for term in terms if term.max_points]
    right = sum(term.passed for term in wanted)
    summaries = [each for f in findings if f.is_summary for each in f.messages]
    conventions = [each for each in summaries if each.facts.get("convention")]
    # A term with a quotient instead of a size is present, but its finding has no coefficient.
    present = sum(bool(term.messages[0].facts.get("got", True)) for term in terms)
    if present > len(wanted) + max(len(wanted) // 2, MORE_TERMS) and not conventions:
        yield _row(name, "the-terms", Message("many-more-terms"))
    elif right == len(wanted) == present and not conventions:
        yield _row(name, "the-terms", Message("all-right"), right=True)
    else:
        counted = Message("right-of", {"right": right, "asked": len(wanted), "units": "terms"})
        others = [Message("something-else")] if present > right else []
        if right < COUNTED_FROM * len(wanted):
            counted, others = Message("fewer-than-half", {"units": "terms"}), []
        also = [Message("hint-also", {"what": each}) for each in conventions]
        yield _row(name, "the-terms", counted, *others, *also)


def _reasons_for_nothing(findings: Sequence[Finding]) -> list[Message]:
    """Collect the reasons why right parts earn nothing, each once."""
    messages = (each for f in findings if f.unit != Unit.OTHER for each in f.messages)
    reasons = [each.facts["reason"] for each in messages if each.id == "but"]
    return list(dict.fromkeys(reasons))


def _lines(name: str, lines: Sequence[Finding]) -> Iterator[RenderedFinding]:
    """Name the wrong lines, unless most lines are wrong."""
    wrong = [f"{line.about}" for line in lines if not line.passed]
    missing = [f"{line.about}" for line in lines if line.messages[0].id == "line-missing"]
    if missing:
        yield _row(name, "the-lines", Message("lines-missing", {"lines": missing}))
    if len(lines) - len(wrong) < COUNTED_FROM * len(lines):
        yield _row(name, "the-lines", Message("fewer-than-half", {"units": "lines"}))
    elif wrong:
        yield _row(name, "the-lines", Message("wrong-lines", {"lines": ", ".join(wrong)}))
    else:
        yield _row(name, "the-lines", Message("all-right"), right=True)


def _entries(name: str, entries: Sequence[Finding], spent: bool) -> Iterator[RenderedFinding]:
    """Count the right entries, and name the entries that have a wrong form."""
    for entry in entries:
        if entry.messages[0].id in _FORM:
            yield entry.shown(Level.HINT)._replace(points=0.0, max_points=0.0)
    right = sum(entry.passed for entry in entries)
    if spent:
        yield _row(name, "the-entries", Message("hints-used-up", {"number": MAX_HINTED_ANSWERS}))
    elif right == len(entries):
        yield _row(name, "the-entries", Message("all-right"), right=True)
    elif right < COUNTED_FROM * len(entries):
        yield _row(name, "the-entries", Message("fewer-than-half", {"units": "choices"}))
    else:
        counted = {"right": right, "asked": len(entries), "units": "choices"}
        yield _row(name, "the-entries", Message("right-of", counted))


def _right_of(level: Level, right: int, asked: int, units: str) -> str:
    if asked == 1:
        return f"its one {units[:-1]} is {'' if right else 'not '}right"
    return f"{right} of {asked} {units} {'is' if right == 1 else 'are'} right"


add_sentences(
    {
        "the-terms": "the terms",
        "the-lines": "the lines",
        "the-entries": "the choices",
        "all-right": "right",
        "right-of": _right_of,
        "something-else": "; your answer also has a term that is wrong or does not belong there",
        "fewer-than-half": "fewer than half of the {units} are right",
        "many-more-terms": "your answer has many more terms than the right one",
        "lines-missing": "these lines are missing: {lines}",
        "wrong-lines": "these lines are wrong: {lines}",
        "hint-also": "; {what}",
        "hints-used-up": (
            "no more hints on these choices: you have had hints on {number} different answers"
        ),
    }
)
