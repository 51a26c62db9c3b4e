"""Counts that are right but for a factor, for a half rounded down, or for bits that were lost."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from ..polynomials import Polynomial

COMMON_FACTORS = (Fraction(1), Fraction(2), Fraction(4), Fraction(8), Fraction(1, 2))
ONE_OF = {"seq_len": "token", "n_heads": "head", "n_layers": "layer", "batch": "sequence"}
BITS = (8, 16, 32)


def factor_between(answer: Polynomial, expected: Polynomial, *, sizes_only: bool = False) -> str:
    """The number, or the size, that an answer has too often or too seldom as a factor; "" if it
    is nothing of the kind.
    """
    if not answer.terms or len(answer.terms) != len(expected.terms):
        return ""
    exponents, got = next(iter(answer.terms.items()))
    wanted, right = next(iter(expected.terms.items()))
    number = Fraction(got) / right
    powers = [a - b for a, b in zip(exponents, wanted, strict=True)]
    shifted = {
        tuple(e + p for e, p in zip(each, powers, strict=True)): c * number
        for each, c in expected.terms.items()
    }
    if shifted != answer.terms:
        return ""
    sizes = [(name, power) for name, power in zip(answer.variables, powers, strict=True) if power]
    if not sizes:
        return "" if sizes_only else _times(number)
    if len(sizes) > 1 or abs(sizes[0][1]) > 1:
        return ""
    if number not in COMMON_FACTORS or (sizes_only and number != 1):
        return ""
    ((name, power),) = sizes
    found = _one_factor(name, power)
    return found if number == 1 else f"{found}; and otherwise {_times(number)}"


def _one_factor(name: str, power: int) -> str:
    if power > 0:
        return f"a factor {name} is too many"
    one = f"this is for one {ONE_OF[name]}: " if name in ONE_OF else ""
    return f"{one}a factor {name} is missing"


def _times(number: Fraction) -> str:
    words = {Fraction(-1): "the sign is reversed", Fraction(2): "twice the right count"}
    words[Fraction(1, 2)] = "half the right count"
    return words.get(number, f"{number} times the right count")


def wrapped(counts: Sequence[int], right: Sequence[int]) -> str:
    """Whether the counts are right but for the bits that an integer has room for."""
    for bits in BITS:
        signed, unsigned = range(-(2 ** (bits - 1)), 2 ** (bits - 1)), range(2**bits)
        fits = any(all(count in room for count in counts) for room in (signed, unsigned))
        if fits and all((c - r) % 2**bits == 0 for c, r in zip(counts, right, strict=True)):
            return f"the count wraps around: an integer of {bits} bits has no room for it"
    return ""


def rounded_down(
    sizes: Sequence[str],
    points: Sequence[tuple[int, ...]],
    counts: Sequence[int],
    right: Sequence[int],
) -> str:
    """A half that is rounded down: right for even sizes, less for odd ones, or vice versa."""
    if all(c == r - r % 2 for c, r in zip(counts, right, strict=True)):
        return "one too small where the right count is odd: a half is rounded down"
    for at, name in enumerate(sizes):
        even, odd = (
            [
                (c, r)
                for point, c, r in zip(points, counts, right, strict=True)
                if point[at] % 2 == p
            ]
            for p in (0, 1)
        )
        for kept, lost, parities in ((even, odd, ("even", "odd")), (odd, even, ("odd", "even"))):
            if all(c == r for c, r in kept) and all(c < r for c, r in lost):
                return (
                    f"right for {parities[0]} {name}, too small for {parities[1]} {name}: "
                    "a half is rounded down"
                )
    return ""
