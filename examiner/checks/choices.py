"""Answers that are picked from given options: one for each entry, or a set for each entry."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Set
from typing import Any

from ..detail import diagnosis, solution
from .calls import describe_value, shorten
from .verdict import WHOLE, Finding, Verdict

Path = tuple[str, ...]
DEPTH = 3  # of dictionaries in dictionaries


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
        chosen nothing and earns nothing.
    harmless: entry -> options that do no harm beside the expected ones.
    why: entry -> what to think about where the entry is wrong, or option -> what is said of it
        where it is named and should not be, or should be and is not ("without it …").
    weights: entry -> its share of the points, relative to the others (default 1).
    The last three have the layout of `expected`; entries may be left out.
    """
    if not isinstance(answer, dict):
        message = f"expected a dict, not {describe_value(answer)}"
        return Verdict.nothing(WHOLE, message, points)
    known = {_simplified(option): option for option in options}
    right, given = _flatten(expected), _flatten(answer)
    names = {_key(path): ", ".join(path) for path, _ in _leaves(expected)}
    picks = {path: _picked(given[path]) for path in right if path in given}
    if len(known) > 1 and picks and all(set(known) <= (p or set()) for p in picks.values()):
        return Verdict.nothing(WHOLE, "it names every option in every entry", points)
    extra = _flatten(harmless or {})
    shares = {path: _flatten(weights or {}).get(path, 1.0) for path in right}
    scale = points / sum(shares.values())
    findings = []
    for path, option in right.items():
        share = shares[path] * scale
        wrong = _wrong(option, extra.get(path, ()), picks, path, known)
        if not wrong:
            findings.append(Finding(names[path], "right", share, share, passed=True))
            continue
        reason = _reason(_at(why or {}, path), option, extra.get(path, ()), picks.get(path))
        message = f"{wrong}{diagnosis(f'. {reason}')}" if reason else wrong
        findings.append(Finding(names[path], message, 0.0, share))
    findings += [
        Finding(", ".join(path), "there is no such entry in this question")
        for path in given
        if path not in right and not any(path[: len(r)] == r for r in right)
    ]
    return Verdict.from_findings(findings, points)


def _wrong(
    option: str | Set[str],
    extra: Iterable[str],
    picks: Mapping[Path, set[str] | None],
    path: Path,
    known: Mapping[str, str],
) -> str:
    """What is wrong with the entry at `path`; "" if nothing is."""
    if path not in picks:
        return "no such entry in the answer"
    picked = picks[path]
    if picked is None:
        return "expected an option or a set of options"
    unknown = sorted(picked - set(known))
    if unknown:
        return (
            f"“{shorten(unknown[0], 40)}” is not an option; choose from {_quoted(known.values())}"
        )
    wanted = {_simplified(option)} if isinstance(option, str) else {_simplified(o) for o in option}
    if isinstance(option, str) and len(picked) != 1:
        return f"choose one option, not {len(picked)}"
    if wanted <= picked <= wanted | {_simplified(o) for o in extra}:
        return ""
    return f"you have {_quoted(known[p] for p in sorted(picked))}"


def _reason(
    why: str | Mapping[str, str], option: str | Set[str], extra: Iterable[str], picked: set | None
) -> str:
    """What is said of a wrong entry, or of the options in it that are wrong and that are missing.

    The right option isn't said to be missing where it is one of which another one was chosen.
    """
    if picked is None or isinstance(why, str):
        return why if picked is not None else ""
    said = {_simplified(each): text for each, text in why.items()}
    wanted = {_simplified(o) for o in ([option] if isinstance(option, str) else option)}
    wrong = picked - wanted - {_simplified(each) for each in extra}
    missing = set() if isinstance(option, str) else wanted - picked
    names = {_simplified(o): o for o in why}
    texts = [
        _of_missing(names[each]) + text[:1].lower() + text[1:] if each in missing else text
        for each, text in said.items()
        if each in wrong | missing
    ]
    return ". ".join(dict.fromkeys(texts))


def _of_missing(option: str) -> str:
    return solution(f"“{option}” is missing: ", "One is missing: ")


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
        path = (*above, shorten(key if isinstance(key, str) else describe_value(key), 40))
        if isinstance(value, dict) and len(path) < DEPTH:
            yield from _leaves(value, path)
        else:
            yield path, value


def _key(path: Path) -> Path:
    return tuple(map(_simplified, path))


def _picked(value: Any) -> set[str] | None:
    """The options that an entry names: one string, or a set, list or tuple of strings."""
    if isinstance(value, str):
        return {_simplified(value)}
    if isinstance(value, (set, frozenset, list, tuple)) and all(isinstance(v, str) for v in value):
        return {_simplified(v) for v in value}
    return None


def _simplified(text: str) -> str:
    """Upper and lower case, spaces, hyphens, underscores and commas make no difference."""
    return " ".join(re.sub("[-_,]", " ", text[:80].casefold()).split())


def _quoted(options: Iterable[str]) -> str:
    return ", ".join(f"“{option}”" for option in options) or "nothing"
