"""Answers that are picked from given options: one for each entry, or a set for each entry."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from ..findings.diagnosis import Diagnosis, Message
from ..findings.finding import WHOLE, Unit
from .calls import shorten, value_message
from .credit import Assessment, cost_of
from .grading import GradingContext
from .misconceptions import Chosen, Misconception, kinds_of
from .question import Check, RubricRow
from .verdict import Finding, Verdict

Path = tuple[str, ...]
DEPTH = 3  # of dictionaries in dictionaries
MOST = 5  # entries that aren't asked for, of which a finding speaks


@dataclass(frozen=True, eq=False)
class Choices(Check):
    """A dict of options: one option per entry, or a set of options per entry.

    An answer earns nothing if it names every option in every entry. Of two options, it earns
    nothing if it names the same one in every entry, unless that is right.

    Attributes:
        expected: Entry -> the right option, or the set of right options. Dictionaries may be
            nested.
        options: All options.
        harmless: Entry -> options that cost nothing beside the right ones.
        why: Entry -> the message if the entry is wrong; or entry -> option -> the message if this
            option is wrong or missing.
        weights: Entry -> its weight; 1 by default.
        misconceptions: Misreadings. The effect is `Chosen`.

    Example:
        >>> from examiner.checks import Choices
        >>> question = Choices(
        ...     {"BERT": {"source padding"}, "GPT": {"causal"}},
        ...     options=["causal", "source padding"],
        ... )
        >>> question.grade({"BERT": {"source padding"}, "GPT": {"causal"}}, points=2)
        2.0
        >>> question.grade({"BERT": {"causal"}, "GPT": {"causal"}}, points=2)  # the same twice
        0.0
    """

    expected: Mapping[str, Any]
    options: Iterable[str] = field(kw_only=True)
    harmless: Mapping[str, Any] = field(default_factory=dict, kw_only=True)
    why: Mapping[str, Any] = field(default_factory=dict, kw_only=True)
    weights: Mapping[str, Any] = field(default_factory=dict, kw_only=True)
    misconceptions: Sequence[Misconception] = field(default=(), kw_only=True)

    def verdict(self, answer: Any, points: float, grading: GradingContext) -> Verdict:
        if not isinstance(answer, dict):
            said = Message("choice-is-no-dict", {"value": value_message(answer)})
            return Verdict.nothing(WHOLE, said, points)
        known = {_simplified(option): option for option in self.options}
        right, given = _entries(self.expected), _entries(answer)
        spare, weight = _entries(self.harmless), _entries(self.weights)
        picks = {path: _picked(given[path][1]) for path in right if path in given}
        wanted = {path: _picked(option) or set() for path, (_, option) in right.items()}
        is_full = len(known) == 2 and len(picks) == len(right)
        trivial = None
        everything = bool(picks) and all(set(known) <= (p or set()) for p in picks.values())
        if everything := everything and len(known) > 1:  # though all of it may do no harm
            trivial = Message("chose-everything")
        elif is_full and _alike(picks) and not _alike(wanted):
            trivial = Message("chose-the-same")
        shares = {path: weight.get(path, ("", 1.0))[1] for path in right}
        scale = points / sum(shares.values())
        findings = []
        for path, (name, option) in right.items():
            share = shares[path] * scale
            picked, more = picks.get(path), _picked(spare.get(path, ("", ()))[1]) or set()
            wrong: Message | None = Message("entry-missing")
            if everything:
                wrong = Message("chose", {"options": [*known.values()]})
            elif path in picks:
                wrong = _wrong(picked, wanted[path], more, known, one=isinstance(option, str))
            says, earned = [wrong or Message("choice-right")], 0.0 if wrong else share
            if wrong and picked is not None:
                missing = set() if isinstance(option, str) else wanted[path] - picked
                says += _comments(self.why, path, picked - wanted[path] - more, missing)
            finding = Finding.of(name, *says, points=earned, max_points=share, passed=not wrong)
            findings.append(replace(finding, unit=Unit.ENTRY))
        strange = [
            ", ".join(path)
            for path in given
            if path not in right and not any(path[: len(r)] == r for r in right)
        ]
        remarks = []
        if strange:
            said = Message("entries-not-asked", {"entries": strange[:MOST]})
            remarks.append(Finding.of(WHOLE, said))
        error = next((e for e, all_right in self._misread.items() if all_right(picks)), None)
        assessment = Assessment(
            points,
            tuple(findings),
            named={error: cost_of(error, kinds_of(self.misconceptions))} if error else None,
            summary=Message("explained-by", {"error": error}) if error else None,
            remarks=tuple(remarks),
            trivial=trivial,
        )
        return Verdict.of_assessments([assessment])

    def items(self, points: float) -> list[RubricRow]:
        weights = {path: weight for path, (_, weight) in _entries(self.weights).items()}
        entries = _entries(self.expected)
        shares = {path: float(weights.get(path, 1.0)) for path in entries}
        total = sum(shares.values())
        if len({*shares.values()}) == 1:
            return [RubricRow(f"the {len(entries)} entries", points / len(entries), "each")]
        named = ((name, shares[path]) for path, (name, _) in entries.items())
        return [RubricRow(name, points * share / total) for name, share in named]

    @cached_property
    def _misread(self) -> dict[Diagnosis, Callable[[Mapping[Path, set[str] | None]], bool]]:
        """Each misconception -> whether it explains what was picked: a set for each entry."""

        def explains(effects: Sequence[Chosen]) -> Callable[[Mapping], bool]:
            ways = [
                {path: _picked(option) for path, (_, option) in _entries(each.options).items()}
                for each in effects
            ]
            right = {path: _picked(option) for path, (_, option) in _entries(self.expected).items()}
            return lambda picks: any(picks == right | way for way in ways)

        return {each.error: explains(each.effects) for each in self.misconceptions}

    @property
    def named_misconceptions(self) -> Sequence[Misconception]:
        return self.misconceptions

    def describe_answer(self, answer: Any, grading: GradingContext) -> str:
        """The entries with their options, in their order."""
        if not isinstance(answer, dict):
            return type(answer).__name__
        entries = sorted((path, value) for path, (_, value) in _entries(answer).items())
        return "; ".join(f"{', '.join(path)}: {_options(value)}" for path, value in entries)

    def shown(self, solution: Any) -> Iterator[str]:
        for name, option in _entries(self.expected).values():
            yield f"{name}: {option if isinstance(option, str) else ', '.join(sorted(option))}"


def _wrong(
    picked: set[str] | None,
    wanted: set[str],
    spare: set[str],
    known: Mapping[str, str],
    *,
    one: bool,
) -> Message | None:
    """What is wrong with what was picked in an entry; None if nothing is.

    spare: options that do no harm. known: all of them. one: whether one option is asked for.
    """
    if picked is None:
        return Message("chose-no-option")
    if unknown := sorted(picked - set(known)):
        options = list(known.values())
        return Message("chose-unknown", {"unknown": shorten(unknown[0], 40), "options": options})
    if one and len(picked) != 1:
        return Message("chose-several", {"count": len(picked)})
    if wanted <= picked <= wanted | spare:
        return None
    return Message("chose", {"options": [known[p] for p in sorted(picked)]})


def _comments(why: Any, path: Path, wrong: set[str], missing: set[str]) -> list[Message]:
    """What is said of a wrong entry, or of the options in it that are wrong and that are missing.

    The right option isn't said to be missing where it is one of which another one was chosen.
    """
    for key in path:
        entries = why.items() if isinstance(why, Mapping) else ()
        why = next((value for name, value in entries if _simplified(name) == key), "")
    if isinstance(why, str):
        return [Message("comments", {"comments": [why]})] if why else []
    found = [
        Message("option-missing", {"option": each, "comment": text})
        if _simplified(each) in missing
        else text
        for each, text in why.items()
        if _simplified(each) in wrong | missing
    ]
    return [Message("comments", {"comments": list(dict.fromkeys(found))})] if found else []


def _alike(picked: Mapping[Path, set[str] | None]) -> bool:
    first, *others = picked.values()
    return all(each == first for each in others)


def _entries(tree: Mapping[Any, Any], above: tuple[str, ...] = ()) -> dict[Path, tuple[str, Any]]:
    """The leaves of a dictionary of dictionaries, by their path: what each is called, and what it
    is."""
    found: dict[Path, tuple[str, Any]] = {}
    for key, value in tree.items():
        name = key if isinstance(key, str) else f"a key of type {type(key).__name__}"
        path = (*above, shorten(name, 40))
        if isinstance(value, dict) and len(path) < DEPTH:
            found |= _entries(value, path)
        else:
            found[tuple(map(_simplified, path))] = ", ".join(path), value
    return found


def _picked(value: Any) -> set[str] | None:
    """The options that an entry names: one string, or a set, list or tuple of strings."""
    several = isinstance(value, (set, frozenset, list, tuple))
    if isinstance(value, str) or (several and all(isinstance(v, str) for v in value)):
        return {_simplified(each) for each in ([value] if isinstance(value, str) else value)}
    return None


def _options(value: Any) -> str:
    picked = _picked(value)
    return type(value).__name__ if picked is None else ", ".join(sorted(picked))


def _simplified(text: str) -> str:
    """Upper and lower case, spaces, hyphens, underscores and commas make no difference."""
    return " ".join(re.sub("[-_,]", " ", text[:80].casefold()).split())
