"""Answers that pick options from a list: one option per entry, or a set of options per entry."""

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

# If so many entries have the same one of two options, this is no coincidence, even if other entries
# have no option.
ALIKE = 5
Path = tuple[str, ...]
MAX_DEPTH = 3  # of nested dictionaries
MAX_NAMED = 5  # superfluous entries that a remark names


@dataclass(frozen=True, eq=False)
class Choices(Check):
    """A dict of options: one option per entry, or a set of options per entry.

    An answer earns nothing if it names every option in every entry. With two options, it also earns
    nothing if it chooses the same option everywhere, unless that is right. This rule applies if at
    least five entries have a choice, or if no entry is left out.

    Attributes:
        expected: Entry -> the right option, or the set of right options. Dictionaries may be
            nested.
        options: All options.
        harmless: Entry -> options that cost nothing in addition to the right ones.
        why: Entry -> the message if the entry is wrong; or entry -> option -> the message if this
            option is wrong or missing.
        weights: Entry -> its weight; 1 by default.
        misconceptions: Misconceptions with the effect `Chosen`.

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
            message = Message("choice-is-no-dict", {"value": value_message(answer)})
            return Verdict.nothing(WHOLE, message, points)
        known = {_simplified(option): option for option in self.options}
        right, given = _entries(self.expected), _entries(answer)
        spare, weight = _entries(self.harmless), _entries(self.weights)
        picks = {path: _picked(given[path][1]) for path in right if path in given}
        wanted = {path: _picked(option) or set() for path, (_, option) in right.items()}
        trivial = None
        everything = bool(picks) and all(set(known) <= (p or set()) for p in picks.values())
        if everything := everything and len(known) > 1:  # even if every option is harmless
            trivial = Message("chose-everything")
        elif len(known) == 2 and _is_one_option(picks, wanted, set(known)):
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
            messages, earned = [wrong or Message("choice-right")], 0.0 if wrong else share
            if wrong and picked is not None:
                # If the entry has one option, another choice is wrong, and nothing is missing.
                missing = set() if isinstance(option, str) else wanted[path] - picked
                messages += _comments(self.why, path, picked - wanted[path] - more, missing)
            finding = Finding.of(name, *messages, points=earned, max_points=share, passed=not wrong)
            findings.append(replace(finding, unit=Unit.ENTRY))
        superfluous = [
            ", ".join(path)
            for path in given
            if path not in right and not any(path[: len(r)] == r for r in right)
        ]
        remarks = []
        if superfluous:
            message = Message("entries-not-asked", {"entries": superfluous[:MAX_NAMED]})
            remarks.append(Finding.of(WHOLE, message))
        error = next((e for e, explains in self._explanations.items() if explains(picks)), None)
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
            return [RubricRow(f"the {len(entries)} entries", points / len(entries), len(entries))]
        named = ((name, shares[path]) for path, (name, _) in entries.items())
        return [RubricRow(name, points * share / total) for name, share in named]

    @cached_property
    def _explanations(self) -> dict[Diagnosis, Callable[[Mapping[Path, set[str] | None]], bool]]:
        """Misconception -> a function of the picked options: True if it explains all of them."""

        def explains(effects: Sequence[Chosen]) -> Callable[[Mapping], bool]:
            changes = [
                {path: _picked(option) for path, (_, option) in _entries(each.options).items()}
                for each in effects
            ]
            right = {path: _picked(option) for path, (_, option) in _entries(self.expected).items()}
            return lambda picks: any(picks == right | change for change in changes)

        return {each.error: explains(each.effects) for each in self.misconceptions}

    @property
    def named_misconceptions(self) -> Sequence[Misconception]:
        return self.misconceptions

    def describe_answer(self, answer: Any, grading: GradingContext) -> str:
        """List the entries with their options, sorted by name."""
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
    """Make the message about a wrong entry; None if the entry is right.

    Args:
        picked: The options that the answer names; None if the value is no option or set of options.
        wanted: The right options.
        spare: Options that cost nothing.
        known: Simplified option -> the option, for all options.
        one: True if the entry should have one option.
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
    """Make the messages about a wrong entry, or about its wrong and its missing options."""
    for key in path:
        entries = why.items() if isinstance(why, Mapping) else ()
        why = next((value for name, value in entries if _simplified(name) == key), "")
    if isinstance(why, str):
        return [Message("comments", {"comments": [why]})] if why else []
    of_wrong = [text for each, text in why.items() if _simplified(each) in wrong]
    of_missing: dict[str, list[str]] = {}
    for each, text in why.items():
        if _simplified(each) in missing:
            of_missing.setdefault(text, []).append(each)
    found = [
        *dict.fromkeys(of_wrong),
        *(
            # A comment on the wrong options is not repeated for the missing ones.
            Message("option-missing", {"options": each, "comment": "" if t in of_wrong else t})
            for t, each in of_missing.items()
        ),
    ]
    return [Message("comments", {"comments": found})] if found else []


def _is_one_option(
    picks: Mapping[Path, set[str] | None], wanted: Mapping[Path, set[str]], known: set[str]
) -> bool:
    """Check whether an answer chooses one option throughout, although that isn't right.

    Entries without a choice, or with both options, don't count if enough entries have one.
    """
    chosen = {path: (picked or set()) & known for path, picked in picks.items()}
    single = {path: options for path, options in chosen.items() if len(options) == 1}
    are_enough = len(single) >= min(len(wanted), ALIKE)
    return are_enough and _alike(single.values()) and not _alike(wanted[path] for path in single)


def _alike(several: Iterable[set[str]]) -> bool:
    first, *others = several
    return all(each == first for each in others)


def _entries(tree: Mapping[Any, Any], above: tuple[str, ...] = ()) -> dict[Path, tuple[str, Any]]:
    """Map the path of each leaf of nested dictionaries to the name and value of the leaf."""
    found: dict[Path, tuple[str, Any]] = {}
    for key, value in tree.items():
        name = key if isinstance(key, str) else f"a key of type {type(key).__name__}"
        path = (*above, shorten(name, 40))
        if isinstance(value, dict) and len(path) < MAX_DEPTH:
            found |= _entries(value, path)
        else:
            found[tuple(map(_simplified, path))] = ", ".join(path), value
    return found


def _picked(value: Any) -> set[str] | None:
    """Return the options that an entry names; None if it is no string or group of strings."""
    several = isinstance(value, (set, frozenset, list, tuple))
    if isinstance(value, str) or (several and all(isinstance(v, str) for v in value)):
        return {_simplified(each) for each in ([value] if isinstance(value, str) else value)}
    return None


def _options(value: Any) -> str:
    picked = _picked(value)
    return type(value).__name__ if picked is None else ", ".join(sorted(picked))


def _simplified(text: str) -> str:
    """Normalise case, spaces, hyphens, underscores and commas, which make no difference."""
    return " ".join(re.sub("[-_,]", " ", text[:80].casefold()).split())
