"""Ledgers: dictionaries of counts, line by line.

One mistake that is made in many lines, a convention above all, costs two of them: it is one slip,
and two lines are what repeating it costs. A size that is a factor too much or too little costs half
of its lines, as it costs half of a count; if it is another size in another line, all of them: what
is counted is then something else in each. Lines that weren't asked for cost one together.

What a mistake doesn't cost any more says nothing for the ledger, unless it is the mistake that most
of it comes down to: then half of the lines without it are right. Only so does it count when it is
asked whether later answers may rest on the ledger.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ...detail import diagnosis, solution
from ..calls import Outcome, describe_value
from ..verdict import IN_SHORT, WHOLE, Finding, Verdict
from .factors import factor_between
from .formulas import Formulas, Wrong, items_of, key_of, parts_of, probe_of, sizes_of, wrong_of
from .key import Key
from .other_lines import MAX_OTHERS, other_names, others_of
from .parts import Miscount, Part
from .probe import NotCounted, Probe, describe_failure
from .sizes import Sizes

MAX_LINES = 2  # that one mistake costs


def ledger(
    function: Any,
    *,
    variables: str,
    products: Formulas | None = None,
    other: Formulas | None = None,
    lines: Sequence[str] | None = None,
    points: float,
    mistakes: Mapping[str, Wrong] | None = None,
    together: Mapping[str, Formulas] | None = None,
    added: Formulas | None = None,
    given: Mapping[str, Formulas] | None = None,
    where: Formulas | None = None,
    at_least: Formulas | None = None,
    seed: int = 0,
) -> Verdict:
    """Whether `function(*sizes)` is a dict with these lines, an equal share for each.

    products, other: line -> its product, or its formula, or both, as in `flops`.
    lines: the lines in their order (default: the products, then the others).
    mistakes: line -> what went wrong -> the line's formula then.
    together: what went wrong in several lines -> line -> its formula then. It is said of these
        lines where all of them are so.
    added: what is wrong with a line that isn't asked for -> its formula, several with a "; "
        between. Such lines cost one line's share together.
    given: line -> earlier questions, as they are named to the student -> the line's formula by the
        student's own answers to these, which is right as well.
    """
    sizes = sizes_of(variables, items_of(where), items_of(at_least))
    mistakes = mistakes or {}
    parts = parts_of(sizes, items_of(products), items_of(other))
    by_line = {part.name: part for part in parts}
    lines = list(by_line) if lines is None else lines
    if set(lines) != set(by_line) or not set(mistakes) <= set(by_line):
        odd = (set(lines) ^ set(by_line)) | (set(mistakes) - set(by_line))
        raise ValueError(f"these are not both lines and formulas: {', '.join(sorted(odd))}")
    keys = {
        line: _key(sizes, by_line[line], mistakes.get(line) or {}, (given or {}).get(line) or {})
        for line in lines
    }
    probe = probe_of(sizes, tuple(keys.values()), seed)
    outcomes = probe.asked(function, lambda found: _settled(probe, found, keys))
    share = points / len(keys)
    try:
        books = [_book(outcome, at) for outcome, at in zip(outcomes, probe.named, strict=False)]
    except NotCounted as reason:
        return Verdict.nothing("the ledger", str(reason), points)
    verdicts = {line: _line(line, key, probe, books, share) for line, key in keys.items()}
    _name_together(verdicts, together or {}, sizes)
    factors = {line: _factor(verdict, keys[line]) for line, verdict in verdicts.items()}
    findings = list(_with_mistakes_charged_once(verdicts, factors, share))
    if reason := _constant(verdicts):
        findings = [finding.without_points(reason) for finding in findings]
    counted = {line: v.counted for line, v in verdicts.items() if v.counted is not None}
    others = others_of(books, verdicts, probe)
    known = {
        sizes.formula(f, text): text for text, fs in (added or {}).items() for f in fs.split("; ")
    }
    findings += others.findings(known, share)
    return Verdict.from_findings(
        findings,
        points,
        counted=counted,
        added=others.charged,
        conventions=frozenset[str]().union(*(v.conventions for v in verdicts.values())),
        uncharged=_uncharged(verdicts, findings),
    )


def _key(sizes: Sizes, part: Part, mistakes: Wrong, given: Formulas) -> Key:
    """The key of a line. What follows from the student's own answers is no mistake."""
    own = {
        f"given your answer{'s' * (' and ' in questions)} to {questions}": formula
        for questions, formula in given.items()
        if sizes.formula(formula, f"{part.name}, given {questions}") != part.cost()
    }
    right = {sizes.formula(formula) for formula in own.values()}
    wrong = {
        label: each
        for label, each in mistakes.items()
        if Miscount.read(label, each, (part,), sizes).formula not in right
    }
    return key_of(sizes, (part,), wrong_of(wrong), accept=items_of(own))


def _constant(verdicts: Mapping[str, Verdict]) -> str:
    """What is said of several lines, not all of them right, none of which depends on a size.

    Nothing is computed there, though the truth may be such a number on one of them.
    """
    counts = [verdict.counted for verdict in verdicts.values()]
    depends = any(count is None or any(count.degrees) for count in counts)
    if depends or len(counts) < 2 or all(v.findings[0].passed for v in verdicts.values()):
        return ""
    return "no line depends on any size"


def _name_together(
    verdicts: dict[str, Verdict], together: Mapping[str, Formulas], sizes: Sizes
) -> None:
    """Say one mistake of several lines of all of them, so that it is charged once."""
    for label, formulas in together.items():
        same = all(verdicts[line].counted == sizes.formula(f) for line, f in formulas.items())
        if same and not any(verdicts[line].findings[0].passed for line in formulas):
            for line in formulas:
                finding = replace(
                    verdicts[line].findings[0], message=diagnosis(label), mistake=label
                )
                verdicts[line] = replace(verdicts[line], findings=(finding,), mistake=label)


def _factor(verdict: Verdict, key: Key) -> str:
    """The mistake of a line, if it is one size too often or too seldom; else ""."""
    if verdict.counted is None or not verdict.mistake:
        return ""
    factor = factor_between(verdict.counted, key.expected, sizes_only=True)
    return factor if factor == verdict.mistake else ""


def _with_mistakes_charged_once(
    verdicts: Mapping[str, Verdict], factors: Mapping[str, str], share: float
) -> Iterator[Finding]:
    """The finding of each line, where lines with a mistake that has cost enough get their share."""
    charged = _charged(_lines_of(verdicts), factors)
    for line, verdict in verdicts.items():
        (finding,) = verdict.findings
        if before := charged.get(line):
            where = " and ".join(before) if len(before) <= MAX_LINES else f"{len(before)} lines"
            message = f"{finding.message} (wrong for the same reason as {where}; not charged again)"
            yield replace(finding, message=message, points=share)
        else:
            yield finding


def _uncharged(verdicts: Mapping[str, Verdict], findings: Sequence[Finding]) -> float:
    """The points for lines that repeat a mistake, unless half of the others are right."""
    most = max(_lines_of(verdicts).values(), key=len, default=[])
    others = [v.findings[0].passed for line, v in verdicts.items() if line not in most]
    if 2 * sum(others) >= len(others):
        return 0.0
    return sum(finding.points for finding in findings if finding.is_charged_elsewhere)


def _lines_of(verdicts: Mapping[str, Verdict]) -> dict[str, list[str]]:
    """What explains all that is wrong with a line -> the lines with it."""
    lines_of: dict[str, list[str]] = {}
    for line, verdict in verdicts.items():
        if not verdict.mistake:  # nothing explains all of the line
            continue
        for cause in {verdict.mistake, *verdict.conventions}:
            lines_of.setdefault(cause, []).append(line)
    return lines_of


def _charged(lines_of: Mapping[str, list[str]], factors: Mapping[str, str]) -> dict[str, list[str]]:
    """Line that a mistake must not cost any more -> the lines that it cost."""
    different_factors = len(set(factors.values()) - {""})
    found: dict[str, list[str]] = {}
    # A line with two causes, a convention and words of its own, goes with the most frequent one.
    for lines in sorted(lines_of.values(), key=len, reverse=True):
        most = MAX_LINES
        if all(factors[line] for line in lines):
            most = len(lines) if different_factors > 1 else max(MAX_LINES, len(lines) // 2)
        paid, free = lines[:most], lines[most:]
        found |= {line: paid for line in free if line not in found}
    return found


def _book(outcome: Outcome, at: str) -> dict:
    if outcome.error is not None:
        raise NotCounted(describe_failure(outcome.error, at))
    if not isinstance(outcome.value, dict):
        raise NotCounted(f"expected a dict with the lines, not {describe_value(outcome.value)}")
    return outcome.value


def _settled(probe: Probe, outcomes: Sequence[Outcome], lines: Mapping[str, Key]) -> bool:
    """Whether these say of each line that is looked at what it is."""
    books = [outcome.value for outcome in outcomes]
    if not all(isinstance(book, dict) for book in books):
        return True
    names = (*lines, *other_names(books, lines)[:MAX_OTHERS])
    return all(probe.settles([Outcome(book.get(name)) for book in books]) for name in names)


def _line(line: str, key: Key, probe: Probe, books: list[dict], share: float) -> Verdict:
    """A line of a ledger is right or not: its terms share one finding."""
    if not all(line in book for book in books):
        return Verdict.nothing(line, "this line is missing", share)
    outcomes = [Outcome(book[line]) for book in books]
    verdict = key.verdict_on_outcomes(probe, outcomes, share, line)
    if verdict.counted is None:
        (finding,) = verdict.findings
        return replace(verdict, findings=(replace(finding, criterion=line),))
    wrong = [finding for finding in verdict.findings if not finding.passed]
    if not wrong:
        given = [words for words, formula in key.accept.items() if formula == verdict.counted]
        finding = Finding(line, ", ".join(["right", *given[:1]]), share, share, passed=True)
        return replace(verdict, findings=(finding,))
    if verdict.mistake:
        right = solution(f", it should be {key.expected}")
        verdict_in_short = f"{diagnosis(verdict.mistake)}; you have {verdict.counted}{right}"
        finding = Finding(line, verdict_in_short, 0.0, share, mistake=verdict.mistake)
        return replace(verdict, points=0.0, findings=(finding,))
    messages = [f.message if f.criterion in (IN_SHORT, WHOLE) else f.marked for f in wrong]
    name = next((f.mistake for f in wrong if f.mistake), "")
    finding = Finding(line, "; ".join(messages), 0.0, share, mistake=name)
    return replace(verdict, points=0.0, findings=(finding,))
