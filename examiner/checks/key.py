"""What a counting answer is checked against, and what is said of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from .credit import Scheme, Taken, best
from .mistakes import Explanation, Mistakes
from .parts import Miscount, Part
from .polynomials import Polynomial
from .probe import Probe
from .sizes import Sizes
from .verdict import IN_SHORT, Finding, Verdict

WHOLE = "the answer"  # the criterion of what is said of all terms together


@dataclass(frozen=True, eq=False)
class Key:
    """What a counting answer is checked against.

    meanings: exponents of a term -> what it counts.
    """

    sizes: Sizes
    expected: Polynomial
    meanings: Mapping[tuple[int, ...], str]
    mistakes: Mistakes
    accept: Mapping[str, Polynomial]
    scheme: Scheme

    @classmethod
    def of(
        cls,
        sizes: Sizes,
        parts: tuple[Part, ...],
        mistakes: Mapping[str, str | Mapping[str, str]],
        conventions: Mapping[str, str | Mapping[str, str]],
        accept: Mapping[str, str],
        shares: Mapping[str, float],
    ) -> Key:
        """ValueError where a formula can't be read, where a mistake is with a part that there is
        not, and where two mistakes have one formula.

        shares: part -> the share of the points of its terms.
        """
        expected = Polynomial(sizes.names, {})
        for part in parts:
            expected += part.cost()
        names: dict[tuple[int, ...], list[str]] = {}
        for part in parts:
            for exponents in part.cost().terms:
                if expected.monomial(exponents) != part.name:
                    names.setdefault(exponents, []).append(part.name)
        accepted = {label: sizes.formula(text) for label, text in accept.items()}
        wrong = [Miscount.read(label, each, parts, sizes) for label, each in mistakes.items()]
        wrong += [
            replace(Miscount.read(label, each, parts, sizes), convention=True)
            for label, each in conventions.items()
        ]
        for mistake in wrong:
            if mistake.formula in accepted.values():
                raise ValueError(
                    f"the mistake {mistake.label!r} leads to a formula that is accepted"
                )
        return cls(
            sizes,
            expected,
            {exponents: ", ".join(each) for exponents, each in names.items()},
            Mistakes(expected, parts, wrong),
            accepted,
            Scheme.of(expected, _shares_of_terms(parts, shares)),
        )

    @property
    def degrees(self) -> list[int]:
        """Per size, one more than any formula that is named needs: a wrong answer has room."""
        known = [self.expected, *self.mistakes.formulas(), *self.accept.values()]
        nodes = [self.sizes.in_nodes(formula) for formula in known]
        return [max(column) + 1 for column in zip(*(p.degrees for p in nodes), strict=True)]

    def verdict(
        self, answer: Polynomial, points: float, forgiven: frozenset[str] = frozenset()
    ) -> Verdict:
        """The verdict on an answer that is this polynomial.

        forgiven: conventions that an earlier answer was charged for.
        """
        for convention, formula in self.accept.items():
            if answer == formula:
                message = f"accepted: {convention}"
                finding = Finding(WHOLE, message, points, points, passed=True)
                return Verdict.from_findings([finding], points, counted=answer)
        taken = best(answer, self.scheme, self.mistakes.conventions, forgiven)
        explanation = self._explanation(answer, taken)
        findings = list(self._by_terms(answer, taken.rest, points))
        if explanation:
            findings.insert(0, Finding(IN_SHORT, explanation.text, -taken.cost * points))
        return Verdict.from_findings(
            findings,
            points,
            counted=answer,
            mistake=explanation.text if explanation.carried else "",
            conventions=frozenset(each.label for each in taken.conventions),
        )

    def _explanation(self, answer: Polynomial, taken: Taken) -> Explanation:
        """What explains the answer; at least the conventions that were taken away from it."""
        explanation = self.mistakes.explain(answer)
        if not taken.conventions or explanation.carried:
            return explanation
        words = "; and ".join(each.label for each in taken.conventions)
        if taken.rest == self.expected:
            return Explanation(words)
        return Explanation(f"{words}; and that is not all", carried=False)

    def verdict_on_counts(self, probe: Probe, counts: list[int], points: float) -> Verdict:
        """The verdict on an answer with these counts at the probe's points."""
        answer = probe.recover(counts)
        if answer is None:
            return Verdict.nothing(WHOLE, self._no_polynomial(probe, counts), points)
        return self.verdict(answer, points)

    def _no_polynomial(self, probe: Probe, counts: list[int]) -> str:
        message = self.mistakes.name_of_counts(probe.points, counts)
        if not message:
            pairs = zip(self.sizes.names, probe.degrees, strict=True)
            limits = ", ".join(f"{name} up to {degree}" for name, degree in pairs)
            message = f"no polynomial in the sizes (degrees looked at: {limits})"
            if conditions := self.sizes.conditions:
                message += f", asked where {conditions}"
        for at, point, count in zip(probe.named, probe.points, counts, strict=True):
            if count != (right := self.expected(*point)):
                return f"{message}; at {at} you have {count}, expected {right}"
        return message

    def _by_terms(self, answer: Polynomial, rest: Polynomial, points: float) -> Iterator[Finding]:
        """A finding for each term; rest: the answer without what is a convention of its own."""
        for exponents, share in self.scheme.shares.items():
            right, got = (p.terms.get(exponents, 0) for p in (self.expected, answer))
            name = self.expected.monomial(exponents)
            meaning = f": {self.meanings[exponents]}" if exponents in self.meanings else ""
            worth = share * points
            if self.scheme.is_right(exponents, rest):
                message = f"{right}, right" if got == right else f"{got}, right by that convention"
                yield Finding(name, message + meaning, worth, worth, passed=True)
            else:
                missing = " — missing" if meaning and got == 0 else ""
                message = f"you have {got}, expected {right}{meaning}{missing}"
                yield Finding(name, message, 0.0, worth)
        extra = dict(self.scheme.extra(rest))
        for exponents, got in answer.terms.items():
            if exponents not in self.scheme.shares:
                cost = -extra.get(exponents, 0.0) * points
                why = "this term does not belong" if exponents in extra else "by that convention"
                message = f"you have {got}, expected 0: {why}"
                yield Finding(self.expected.monomial(exponents), message, cost)


def _shares_of_terms(
    parts: Sequence[Part], shares: Mapping[str, float]
) -> dict[tuple[int, ...], float]:
    """Term -> its share of the points, for the parts that have one of their own."""
    return {
        exponents: shares[part.name] / len(part.cost().terms)
        for part in parts
        if part.name in shares
        for exponents in part.cost().terms
    }
