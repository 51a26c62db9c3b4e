"""What a counting answer is checked against, and what is said of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from .mistakes import Mistakes
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

    @classmethod
    def of(
        cls,
        sizes: Sizes,
        parts: tuple[Part, ...],
        mistakes: Mapping[str, str | Mapping[str, str]],
        accept: Mapping[str, str],
    ) -> Key:
        """ValueError where a formula can't be read, where a mistake is with a part that there is
        not, and where two mistakes have one formula.
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
        )

    @property
    def degrees(self) -> list[int]:
        """Per size, one more than any formula that is named needs: a wrong answer has room."""
        known = [self.expected, *self.mistakes.formulas(), *self.accept.values()]
        nodes = [self.sizes.in_nodes(formula) for formula in known]
        return [max(column) + 1 for column in zip(*(p.degrees for p in nodes), strict=True)]

    def verdict(self, answer: Polynomial, points: float) -> Verdict:
        """The verdict on an answer that is this polynomial."""
        for convention, formula in self.accept.items():
            if answer == formula:
                message = f"accepted: {convention}"
                finding = Finding(WHOLE, message, points, points, passed=True)
                return Verdict.from_findings([finding], points, counted=answer)
        explanation = self.mistakes.explain(answer)
        findings = list(self._by_terms(answer, points))
        if explanation:
            findings.insert(0, Finding(IN_SHORT, explanation.text))
        mistake = explanation.text if explanation.carried else ""
        return Verdict.from_findings(findings, points, counted=answer, mistake=mistake)

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

    def _by_terms(self, answer: Polynomial, points: float) -> Iterator[Finding]:
        # A count of nothing has one term to get right: the constant 0.
        expected = self.expected.terms or {(0,) * len(self.expected.variables): 0}
        share = points / len(expected)
        for exponents, right in expected.items():
            got = answer.terms.get(exponents, 0)
            name = self.expected.monomial(exponents)
            meaning = f": {self.meanings[exponents]}" if exponents in self.meanings else ""
            if got == right:
                yield Finding(name, f"{right}, right{meaning}", share, share, passed=True)
            else:
                missing = " — missing" if meaning and got == 0 else ""
                message = f"you have {got}, expected {right}{meaning}{missing}"
                yield Finding(name, message, 0.0, share)
        for exponents, got in answer.terms.items():
            if exponents not in expected:
                message = f"you have {got}, expected 0: this term does not belong"
                yield Finding(answer.monomial(exponents), message, -share)
