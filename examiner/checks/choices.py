"""Answers that are picked from given options: one for each entry, or a set for each entry."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Set
from typing import Any

from ..findings.finding import WHOLE
from ..findings.known_error import Says
from .calls import shorten, value_said
from .verdict import Finding, Verdict

Path = tuple[str, ...]
DEPTH = 3  # of dictionaries in dictionaries
MOST = 5  # entries that aren't asked for, of which a finding speaks


def choices(
    answer: Any,
    *,
    expected: Mapping[str, Any],
    options: Iterable[str],
    points: float,
    harmless: Mapping[str, Any] | None = None,
    why: Mapping[str, Any] | None = None,
    weights: Mapping[str, Any] | None = None,
) -> Verdict:
    """Whether `answer` holds the right option, or set of options, in each entry.

    expected: entry -> an option, or a set of them; dictionaries may hold dictionaries.
    options: everything that may be chosen. An answer that names all of it in every entry has
        chosen nothing and earns nothing; nor, of two options, one that names the same in every
        entry, where it isn't the same that is right.
    harmless: entry -> options that do no harm beside the expected ones.
    why: entry -> what to think about where the entry is wrong, or option -> what is said of it
        where it is named and should not be, or should be and is not ("without it …").
    weights: entry -> its share of the points, relative to the others (default 1).
    The last three have the layout of `expected`; entries may be left out.
    """
    if not isinstance(answer, dict):
        said = Says("choice-is-no-dict", {"value": value_said(answer)})
        return Verdict.nothing(WHOLE, said, points)
    known = {_simplified(option): option for option in options}
    right, given = _flatten(expected), _flatten(answer)
    names = {_key(path): ", ".join(path) for path, _ in _leaves(expected)}
    picks = {path: _picked(given[path]) for path in right if path in given}
    if len(known) > 1 and picks and all(set(known) <= (p or set()) for p in picks.values()):
        return Verdict.nothing(WHOLE, Says("chose-everything"), points)
    guessed = len(known) == 2 and len(picks) == len(right) and _all_alike(picks.values())
    if guessed and not _all_alike(map(_options, right.values())):
        return Verdict.nothing(WHOLE, Says("chose-the-same"), points)
    extra, shares = _flatten(harmless or {}), _flatten(weights or {})
    scale = points / sum(shares.get(path, 1.0) for path in right)
    findings = []
    for path, option in right.items():
        share = shares.get(path, 1.0) * scale
        picked, spare = picks.get(path), _options(extra.get(path, ()))
        wrong = _wrong(picked, option, spare, known) if path in picks else Says("entry-missing")
        if not wrong:
            says, earned = [Says("choice-right")], share
        else:
            comments = _comments(_at(why or {}, path), option, spare, picked)
            says, earned = [wrong, *comments], 0.0
        findings.append(
            Finding.of(names[path], *says, points=earned, max_points=share, passed=not wrong)
        )
    more = [
        ", ".join(path)
        for path in given
        if path not in right and not any(path[: len(r)] == r for r in right)
    ]
    if more:
        findings.append(Finding.of(WHOLE, Says("entries-not-asked", {"entries": more[:MOST]})))
    return Verdict.from_findings(findings, points)


def _wrong(
    picked: set[str] | None, option: str | Set[str], spare: set[str], known: Mapping[str, str]
) -> Says | None:
    """What is wrong with what was picked in an entry; None if nothing is.

    spare: options that do no harm. known: all of them.
    """
    if picked is None:
        return Says("chose-no-option")
    if unknown := sorted(picked - set(known)):
        options = list(known.values())
        return Says("chose-unknown", {"unknown": shorten(unknown[0], 40), "options": options})
    if isinstance(option, str) and len(picked) != 1:
        return Says("chose-several", {"count": len(picked)})
    wanted = _options(option)
    if wanted <= picked <= wanted | spare:
        return None
    return Says("chose", {"options": [known[p] for p in sorted(picked)]})


def _comments(
    why: str | Mapping[str, str], option: str | Set[str], spare: set[str], picked: set[str] | None
) -> list[Says]:
    """What is said of a wrong entry, or of the options in it that are wrong and that are missing.

    The right option isn't said to be missing where it is one of which another one was chosen.
    """
    if picked is None or not why:
        return []
    if isinstance(why, str):
        return [Says("comments", {"comments": [why]})]
    wanted = _options(option)
    wrong, missing = picked - wanted - spare, set() if isinstance(option, str) else wanted - picked
    found = [
        Says("option-missing", {"option": each, "comment": text})
        if _simplified(each) in missing
        else text
        for each, text in why.items()
        if _simplified(each) in wrong | missing
    ]
    return [Says("comments", {"comments": list(dict.fromkeys(found))})] if found else []


def _all_alike(picked: Iterable[set[str] | None]) -> bool:
    first, *others = picked
    return all(each == first for each in others)


def _options(given: str | Iterable[str]) -> set[str]:
    return {_simplified(each) for each in ([given] if isinstance(given, str) else given)}


def _at(tree: Any, path: Path) -> Any:
    """What stands at a path in a dictionary of dictionaries; "" where nothing does."""
    for key in path:
        tree = {_simplified(name): value for name, value in tree.items()}.get(key, "")
        if not isinstance(tree, Mapping):
            break
    return tree


def _flatten(tree: Mapping[str, Any]) -> dict[Path, Any]:
    """The leaves of a dictionary of dictionaries, by their path."""
    return {_key(path): value for path, value in _leaves(tree)}


def _leaves(tree: Mapping[Any, Any], above: Path = ()) -> Iterator[tuple[Path, Any]]:
    for key, value in tree.items():
        name = key if isinstance(key, str) else f"a key of type {type(key).__name__}"
        path = (*above, shorten(name, 40))
        if isinstance(value, dict) and len(path) < DEPTH:
            yield from _leaves(value, path)
        else:
            yield path, value


def _key(path: Path) -> Path:
    return tuple(map(_simplified, path))


def _picked(value: Any) -> set[str] | None:
    """The options that an entry names: one string, or a set, list or tuple of strings."""
    several = isinstance(value, (set, frozenset, list, tuple))
    is_any = isinstance(value, str) or (several and all(isinstance(v, str) for v in value))
    return _options(value) if is_any else None


def _simplified(text: str) -> str:
    """Upper and lower case, spaces, hyphens, underscores and commas make no difference."""
    return " ".join(re.sub("[-_,]", " ", text[:80].casefold()).split())
