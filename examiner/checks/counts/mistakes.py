"""Naming what went wrong with a count: mistakes that a problem names, and those of any count.

A mistake is known by its effect: the difference between what it leads to and the right count. A
name is given only if it explains the whole answer. Looked for are one mistake, then a factor
throughout, then a mistake by another convention, then two effects that add up to the difference,
which are named only if no other two do.

Single mistakes with one effect can't be told apart, so the message covers them all. Left unsaid are
only derived ones with parts that the problem's own words are about, and sizes mixed up throughout
where a mistake with one part comes to the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property

from ..polynomials import Polynomial
from . import partly
from .causes import (
    NOTHING,
    Cause,
    Effects,
    Explanation,
    causes_named,
    compatible,
    in_words,
    note,
    places_of,
)
from .credit import Convention
from .factors import factor_between, rounded_down, wrapped
from .mixed_up import Calls, note_exchanges, sizes_mixed_up
from .parts import OTHER_CONVENTIONS, WITHOUT_ADDITIONS, Charge, Miscount, Part, flops
from .seldom import seldom


class Mistakes:
    """The mistakes that can be made with one count.

    named, followed: those of the problem, and whether the count follows from earlier answers; see
        `causes_named`.
    others: other question -> the formula that it asks for.
    calls: earlier question -> the parts that its answer counts.
    """

    def __init__(
        self,
        expected: Polynomial,
        parts: Sequence[Part],
        named: Sequence[Miscount],
        others: Mapping[str, Polynomial] | None = None,
        calls: Calls | None = None,
        *,
        followed: bool = False,
    ) -> None:
        self.expected, self.parts, self.calls = expected, parts, calls or {}
        self.sizes, self.others = expected.variables, others or {}
        self.named = causes_named(named, expected, followed=followed)
        own: dict[Polynomial, Convention] = {}
        for each in named:
            effect = each.formula - expected
            if each.convention and effect.terms:
                charged = Convention(each.label, effect, each.label in OTHER_CONVENTIONS)
                own.setdefault(effect, charged)
        effects = {
            label: self._total(charge) - expected for label, charge in OTHER_CONVENTIONS.items()
        }
        usual = [Convention(*each, of_products=True) for each in effects.items() if each[1].terms]
        self.conventions = (*own.values(), *usual)

    def formulas(self) -> Iterator[Polynomial]:
        """What the mistakes that the problem names lead to."""
        return (self.expected + effect for effect in self.named)

    def explain(self, answer: Polynomial) -> Explanation:
        """What explains this answer: nothing the right one, and one that has no known mistake."""
        effect = answer - self.expected
        if not effect.terms:
            return NOTHING
        if found := self._single(effect):
            causes = self._known[effect]
            if causes == self._seldom.get(effect) and (pair := self._pair(effect)):
                same = pair.parts == places_of(causes)
                return pair if same else Explanation(f"{pair.text}; or {found}")
            return Explanation(
                found,
                carried=bool(answer.terms) or effect in self.named,
                parts=places_of(causes),
                throughout=causes[0].throughout or self._is_of_one_size(answer, causes),
                adds=causes[0].adds and not causes[0].parts,
                partly=self._may_lack_additions(effect),
            )
        for question, formula in self.others.items():
            if answer == formula:
                return Explanation(f"this is what {question} asks for", carried=False)
        if found := self._throughout(answer):
            return found
        if places := partly.without_additions(self.parts, effect):
            words = partly.in_words(self.parts, places)
            return Explanation(words, parts=places, partly=True)
        if found := self._in_another_convention(answer, effect):
            return Explanation(found)
        if found := self._pair(effect):
            return found
        return Explanation(self._ignored(answer), carried=False, named=False)

    def name_of_counts(self, points: Sequence[tuple[int, ...]], counts: Sequence[int]) -> str:
        """What explains counts that belong to no polynomial; "" if nothing does."""
        right = [int(self.expected(*point)) for point in points]
        return (
            wrapped(counts, right)
            or rounded_down(self.sizes, points, counts, right)
            or self._by_values(points, counts)
        )

    # --- one mistake ---------------------------------------------------------------------------

    def _is_of_one_size(self, answer: Polynomial, causes: Sequence[Cause]) -> bool:
        """Whether a mistake that the problem doesn't name comes to one size throughout."""
        if any(cause.named for cause in causes):
            return False
        return bool(factor_between(answer, self.expected, sizes_only=True))

    def _single(self, effect: Polynomial) -> str:
        causes = self._known.get(effect)
        return in_words(causes) if causes else ""

    @cached_property
    def _derived(self) -> Effects:
        """The effects of mistakes with one part, of conventions and of sizes mixed up."""
        effects = self._with_parts(flops)
        for place, part in enumerate(self.parts):
            for label, altered in part.with_other_sizes(alone=self._alone):
                cause = Cause(label, part.name, frozenset([place]), common=False)
                note(effects, altered - part.cost(), cause)
        for label, charge in OTHER_CONVENTIONS.items():
            changed = self._changed(lambda part, charge=charge: part.cost(charge))
            note(effects, self._total(charge) - self.expected, Cause(label, parts=changed))
        for label, new_names in sizes_mixed_up(self.expected, alone=self._alone):
            # Where a mistake with one part comes to the same, that says more.
            changed = self._changed(lambda part, new=new_names: part.cost().renamed(new))
            effect = self.expected.renamed(new_names) - self.expected
            effects.setdefault(effect, [Cause(label, parts=changed, common=False)])
        note_exchanges(effects, self.parts, self.calls)
        for effect, causes in self._seldom.items():
            effects.setdefault(effect, causes)
        for question, formula in self.others.items():
            if formula != self.expected:
                label = f"what {question} asks for is counted as well"
                note(effects, formula, Cause(label, common=False))
        return effects

    @cached_property
    def _seldom(self) -> Effects:
        return {} if self._alone else seldom(self.parts)

    def _changed(self, altered: Callable[[Part], Polynomial]) -> frozenset[int]:
        """The places of the parts whose cost is altered."""
        return frozenset(at for at, p in enumerate(self.parts) if altered(p) != p.cost())

    @property
    def _alone(self) -> bool:
        return len(self.parts) == 1

    @cached_property
    def _known(self) -> Effects:
        """All effects, those that the problem names first.

        Its words stand for derived mistakes with the parts that they are about, and for no others.
        """
        known = {effect: [cause] for effect, cause in self.named.items()}
        for effect, causes in self._derived.items():
            own = self.named.get(effect)
            others = [c for c in causes if not (own and c.parts <= own.parts)]
            if own and causes == self._seldom.get(effect):
                others = []
            known.setdefault(effect, []).extend(others)
        return known

    def _total(self, charge: Charge) -> Polynomial:
        total = Polynomial(self.sizes, {})
        for part in self.parts:
            total += part.cost(charge)
        return total

    def _with_parts(self, charge: Charge) -> Effects:
        """The effects of each mistake with one part, where products are charged like this."""
        effects: Effects = {}
        if self._alone:  # what the whole is, or twice the whole, is said of the whole
            return effects
        rest = self._total(charge) - self.expected
        for place, part in enumerate(self.parts):
            cost = part.cost(charge)
            for label, altered in part.altered(charge):
                cause = Cause(label, part.name, frozenset([place]))
                note(effects, rest + (altered - cost), cause)
        return effects

    def _throughout(self, answer: Polynomial) -> Explanation:
        """A factor that is too much or too little everywhere, or nothing but a number."""
        if not answer.terms:
            charged = any(part.product for part in self.parts)
            free = "this is not free" if charged else "it is 0, whatever the sizes are"
            return Explanation(free, carried=False)
        if found := factor_between(answer, self.expected):
            one_size = factor_between(answer, self.expected, sizes_only=True)
            return Explanation(found, throughout=bool(one_size))
        if not any(any(exponents) for exponents in answer.terms):
            message = "this is a constant: it doesn't depend on the sizes"
            return Explanation(message, carried=False)
        return NOTHING

    def _may_lack_additions(self, effect: Polynomial) -> bool:
        return any(cause.label == WITHOUT_ADDITIONS for cause in self._derived.get(effect, ()))

    def _in_another_convention(self, answer: Polynomial, effect: Polynomial) -> str:
        """A mistake with one part, or a size too few or too many, by another convention."""
        for convention, charge in OTHER_CONVENTIONS.items():
            total = self._total(charge)
            if total == self.expected:
                continue
            found = factor_between(answer, total, sizes_only=True)
            if not found and (causes := self._by_convention[convention].get(effect)):
                found = in_words(causes)
            if found:
                return f"{found}; and {convention}"
        return ""

    @cached_property
    def _by_convention(self) -> dict[str, Effects]:
        return {label: self._with_parts(charge) for label, charge in OTHER_CONVENTIONS.items()}

    # --- two mistakes --------------------------------------------------------------------------

    def _pair(self, effect: Polynomial) -> Explanation:
        """The two effects that add up to this one, if there is but one such pair.

        Pairs that the problem names go first: it says which mistakes go together with others.
        """
        known = self._known
        place = {first: at for at, first in enumerate(known)}
        by_problem, others = [], []
        for first, causes in known.items():
            second = effect - first
            if second not in known or place[first] > place[second]:
                continue
            pair = compatible(causes, known[second], same=first == second)
            if not pair:
                continue
            both = [in_words(each) for each in pair]
            if all(both):
                named = all(any(cause.named for cause in each) for each in pair)
                parts = [places_of(each) for each in pair]
                places = parts[0] | parts[1] if all(parts) else frozenset()
                explanation = Explanation("; and ".join(both), parts=places, two=True)
                (by_problem if named else others).append(explanation)
        found = by_problem or others
        return found[0] if len(found) == 1 else NOTHING

    def _ignored(self, answer: Polynomial) -> str:
        """Sizes that should matter and don't: no explanation, but a place to look."""
        ignored = [
            name
            for name in self.sizes
            if self.expected.depends_on(name) and not answer.depends_on(name)
        ]
        return f"it doesn't depend on {' and '.join(ignored)}" if ignored else ""

    # --- counts of no polynomial ---------------------------------------------------------------

    def _by_values(self, points: Sequence[tuple[int, ...]], counts: Sequence[int]) -> str:
        """A known mistake whose formula is of a higher degree than the points determine."""
        last, count = points[-1], counts[-1]
        for effect, causes in self._known.items():
            formula = self.expected + effect
            if formula(*last) == count and all(
                formula(*point) == c for point, c in zip(points, counts, strict=True)
            ):
                return in_words(causes)
        return ""
