"""Counting answers: a function of sizes that must be a certain polynomial.

The answer is asked at many small points (`probe`), the polynomial is recovered exactly and compared
term by term, and what went wrong is named (`mistakes`).

A problem says what the count consists of. From the parts follow the formula, its terms, and the
usual mistakes; a problem names only those that are its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from .calls import Outcome, ask, describe_value
from .key import WHOLE, Key
from .parts import Part, Product, factors_of
from .polynomials import Polynomial
from .probe import NotCounted, Probe, describe_failure
from .sizes import Sizes
from .verdict import IN_SHORT, Finding, Verdict

Formulas = Mapping[str, str]
Wrong = Mapping[str, str | Formulas]  # what went wrong -> its formula, or part -> its formula
Items = tuple[tuple[str, str], ...]
WrongItems = tuple[tuple[str, str | Items], ...]


def cost(products: Formulas, other: Formulas | None = None) -> str:
    """The formula for the cost of such products and other parts as `flops` takes them.

    For what is not asked, but mistaken for it: other people's products, another pass. ValueError
    for a product of fewer than three sizes.
    """
    terms = [f"2*{'*'.join(f'({each})' for each in factors_of(p))}" for p in products.values()]
    return " + ".join([*terms, *(f"({formula})" for formula in (other or {}).values())])


def flops(
    function: Any,
    *,
    variables: str,
    products: Formulas,
    other: Formulas | None = None,
    points: float,
    mistakes: Wrong | None = None,
    accept: Formulas | None = None,
    where: Formulas | None = None,
    at_least: Formulas | None = None,
    seed: int = 0,
) -> Verdict:
    """Whether `function(*sizes)` is the cost of these products, with credit by terms.

    variables: the arguments' names in their order, separated by spaces.
    products: name -> "m n p", the sizes of an m × n and an n × p matrix, which cost 2mnp; factors
        before the three say how many such products there are.
    other: name -> the formula of a part that is no product; one with the name of a product is added
        to it.
    mistakes: what went wrong -> how the parts in question are counted then, for mistakes that
        don't follow from the parts (see `mistakes`) or deserve a reason:
        {"the scores": "2*seq_len*d_attn"} replaces a part ("0" leaves it out), {"+": "seq_len"}
        adds to the count, {"*": "seq_len"} multiplies it, and a formula instead of the dict is
        the whole wrong count. Derived mistakes with the same effect are left unsaid where they are
        with the parts that are replaced; others are named beside this one. A mistake is recognised
        alone or together with one other.
    accept: the convention that allows it -> a formula that earns full points as well.
    where, at_least: the points at which the count is this formula, see `Sizes`.
    points: an equal share for each term of the formula; a term that doesn't belong costs a share.
    """
    sizes = _sizes(variables, _items(where), _items(at_least))
    parts = _parts(sizes, _items(products), _items(other))
    key = _key(sizes, parts, _wrong(mistakes), _items(accept))
    return _verdict(function, sizes, key, points, seed)


def polynomial(
    function: Any,
    *,
    variables: str,
    expected: str | Formulas,
    points: float,
    terms: Formulas | None = None,
    mistakes: Wrong | None = None,
    accept: Formulas | None = None,
    where: Formulas | None = None,
    at_least: Formulas | None = None,
    seed: int = 0,
) -> Verdict:
    """Whether `function(*sizes)` is the polynomial `expected`, with credit by terms.

    expected: the formula, or name -> formula for the parts that it is the sum of.
    terms: for one formula, monomial -> what it counts. Its terms are its parts.
    The other arguments are those of `flops`.
    """
    sizes = _sizes(variables, _items(where), _items(at_least))
    if isinstance(expected, str):
        parts = _terms(sizes, expected, _items(terms))
    else:
        parts = _parts(sizes, (), _items(expected))
    key = _key(sizes, parts, _wrong(mistakes), _items(accept))
    return _verdict(function, sizes, key, points, seed)


def ledger(
    function: Any,
    *,
    variables: str,
    products: Formulas | None = None,
    other: Formulas | None = None,
    lines: Sequence[str] | None = None,
    points: float,
    mistakes: Mapping[str, Wrong] | None = None,
    where: Formulas | None = None,
    at_least: Formulas | None = None,
    seed: int = 0,
) -> Verdict:
    """Whether `function(*sizes)` is a dict with these lines, an equal share for each.

    products, other: line -> its product, or its formula, or both, as in `flops`.
    lines: the lines in their order (default: the products, then the others).
    mistakes: line -> what went wrong -> the line's formula then.
    """
    sizes = _sizes(variables, _items(where), _items(at_least))
    mistakes = mistakes or {}
    parts = _parts(sizes, _items(products), _items(other))
    by_line = {part.name: part for part in parts}
    lines = list(by_line) if lines is None else lines
    if set(lines) != set(by_line) or not set(mistakes) <= set(by_line):
        odd = (set(lines) ^ set(by_line)) | (set(mistakes) - set(by_line))
        raise ValueError(f"these are not both lines and formulas: {', '.join(sorted(odd))}")
    keys = {line: _key(sizes, (by_line[line],), _wrong(mistakes.get(line)), ()) for line in lines}
    probe = _probe(sizes, tuple(keys.values()), seed)
    outcomes = ask(function, probe.arguments)
    share = points / len(keys)
    try:
        books = [_book(outcome, at) for outcome, at in zip(outcomes, probe.named, strict=True)]
    except NotCounted as reason:
        return Verdict.nothing("the ledger", str(reason), points)
    findings = [_line(line, key, probe, books, share) for line, key in keys.items()]
    others = [name for name in books[0] if name not in keys]
    unknown = sorted(n if isinstance(n, str) else describe_value(n) for n in others)
    if unknown:
        names_text = ", ".join(repr(name[:40]) for name in unknown[:5])
        message = f"not asked for, not counted: {names_text}"
        findings.append(Finding("other lines", message, passed=True))
    return Verdict.from_findings(findings, points)


def _verdict(function: Any, sizes: Sizes, key: Key, points: float, seed: int) -> Verdict:
    probe = _probe(sizes, (key,), seed)
    outcomes = ask(function, probe.arguments)
    try:
        counts = probe.counts(outcomes)
    except NotCounted as reason:
        return Verdict.nothing(WHOLE, str(reason), points)
    return Verdict.from_findings(key.compare(probe, counts, points), points)


def _book(outcome: Outcome, at: str) -> dict:
    if outcome.error is not None:
        raise NotCounted(describe_failure(outcome.error, at))
    if not isinstance(outcome.value, dict):
        raise NotCounted(f"expected a dict with the lines, not {describe_value(outcome.value)}")
    return outcome.value


def _line(line: str, key: Key, probe: Probe, books: list[dict], share: float) -> Finding:
    """A line of a ledger is right or not: its terms share one finding."""
    if not all(line in book for book in books):
        return Finding(line, "this line is missing", 0.0, share)
    try:
        counts = probe.counts([Outcome(book[line]) for book in books])
    except NotCounted as reason:
        return Finding(line, str(reason), 0.0, share)
    findings = list(key.compare(probe, counts, share))
    if all(finding.passed for finding in findings):
        return Finding(line, "right", share, share, passed=True)
    wrong = [f for f in findings if not f.passed]
    messages = [f.message if f.criterion in (IN_SHORT, WHOLE) else f.text for f in wrong]
    return Finding(line, "; ".join(messages), 0.0, share)


# --- what a problem says, read once --------------------------------------------------------------


def _items(formulas: Formulas | None) -> Items:
    return tuple((formulas or {}).items())


def _wrong(mistakes: Wrong | None) -> WrongItems:
    return tuple(
        (label, wrong if isinstance(wrong, str) else _items(wrong))
        for label, wrong in (mistakes or {}).items()
    )


@lru_cache(maxsize=256)
def _sizes(variables: str, where: Items, at_least: Items) -> Sizes:
    return Sizes.read(variables, dict(where), dict(at_least))


@lru_cache(maxsize=256)
def _parts(sizes: Sizes, products: Items, other: Items) -> tuple[Part, ...]:
    read = {name: Product.read(text, sizes) for name, text in products}
    rest = {name: sizes.formula(text) for name, text in other}
    nothing = Polynomial(sizes.names, {})
    return tuple(
        Part(name, read.get(name), rest.get(name, nothing))
        for name in dict.fromkeys((*read, *rest))
    )


@lru_cache(maxsize=256)
def _terms(sizes: Sizes, expected: str, terms: Items) -> tuple[Part, ...]:
    """The terms of a formula as its parts. ValueError for a meaning of a term that it hasn't."""
    formula = sizes.formula(expected)
    meanings = {}
    for text, meaning in terms:
        (exponents,) = sizes.formula(text).terms
        if exponents not in formula.terms:
            raise ValueError(f"{text!r} is no term of {expected!r}")
        meanings[exponents] = meaning
    return tuple(
        Part(meanings.get(e, formula.monomial(e)), None, Polynomial(sizes.names, {e: c}))
        for e, c in formula.terms.items()
    )


@lru_cache(maxsize=256)
def _key(sizes: Sizes, parts: tuple[Part, ...], mistakes: WrongItems, accept: Items) -> Key:
    wrong = {label: each if isinstance(each, str) else dict(each) for label, each in mistakes}
    return Key.of(sizes, parts, wrong, dict(accept))


@lru_cache(maxsize=256)
def _probe(sizes: Sizes, keys: tuple[Key, ...], seed: int) -> Probe:
    degrees = [max(column) for column in zip(*(key.degrees for key in keys), strict=True)]
    return Probe(sizes, degrees, seed, [key.expected for key in keys])
