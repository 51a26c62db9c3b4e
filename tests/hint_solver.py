"""A program that reads hints and knows only the text of the questions.

It knows the names of functions and arguments, of ledger lines, entries and options. It guesses the
rest: it generates an answer that fits all hints so far, submits it, and reads the page that comes
back. `points_gained` returns the points that it earns.

    .venv/bin/python -m tests.hint_solver ps1_flops
"""

from __future__ import annotations

import contextlib
import itertools
import random
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any
from unittest import mock

from examiner import checks
from examiner.cell_code import bound_names, quiet
from examiner.checks import Verdict
from examiner.checks.grading import GradingContext
from examiner.findings.diagnosis import Message
from examiner.findings.feedback_level import Level
from examiner.findings.finding import RenderedFinding
from examiner.findings.hints import MAX_HINTED_ANSWERS
from examiner.grading.record import VerdictRecord
from examiner.pages.feedback import round_to_halves
from examiner.term.attempts import chosen_in
from tests.bank_runner import COURSE, Notebook, hidden_test

DAYS, A_DAY = 3, 5
ATTEMPTS = DAYS * A_DAY
DRAWN = 400  # answers that are drawn to find one that fits
# Numbers that count, the likely ones first: 2 is the price of a multiplication with its addition.
NUMBERS = {2: 8, 1: 6, 4: 5, 3: 3, 6: 3, 8: 2, 5: 1, 12: 1, 10: 1, -1: 1, -2: 1, 7: 1, 9: 1, 16: 1}

Terms = dict[tuple[str, ...], int]  # the factors of a term -> its number
Rows = Sequence[RenderedFinding]


def monomials(sizes: Sequence[str]) -> list[tuple[str, ...]]:
    """Return the products of up to three sizes; one of the sizes may be squared."""
    return [
        product
        for degree in (1, 2, 3)
        for product in itertools.combinations_with_replacement(sizes, degree)
        if len(set(product)) >= degree - 1
    ]


def text_of(terms: Terms) -> str:
    return " + ".join("*".join([str(n), *factors]) for factors, n in terms.items()) or "0"


class Guesser:
    """One requested function or value, and the guesses at it.

    `write` returns the answer of the next attempt. `learn` takes the text and the points of its
    page.
    """

    def __init__(self, name: str, random_: random.Random) -> None:
        self.name, self.random, self.done = name, random_, False

    def write(self) -> Any:
        raise NotImplementedError

    def learn(self, rows: Rows, shown: float, most: float) -> None:
        raise NotImplementedError

    def mine(self, rows: Rows, about: str) -> str:
        """Return the message of the rows on this function about a part, for example "the terms"."""
        headings = (about, f"{self.name}: {about}")
        return next((row.message for row in rows if row.heading in headings), "")


class Count(Guesser):
    """A formula: terms with their numbers."""

    def __init__(self, name: str, sizes: Sequence[str], random_: random.Random) -> None:
        super().__init__(name, random_)
        self.products = monomials(sizes)
        self.heard: list[tuple[Terms, str]] = []
        self.number = 4  # of terms, until a page tells it
        self.guess: Terms = {}

    def drawn(self, kept: Terms, count: int) -> Terms:
        terms = dict(kept)
        while len(terms) < min(count, len(self.products)):
            product = self.random.choice(self.products)
            (number,) = self.random.choices([*NUMBERS], [*NUMBERS.values()])
            terms.setdefault(product, number)
        return terms

    def write(self) -> str:
        if not self.done:
            self.guess = self._fitting()
        return text_of(self.guess)

    def _fitting(self) -> Terms:
        """A draw that would have got the hints that there were; else the last one."""
        counted = [(told, terms) for terms, said in self.heard if (told := _counted(said))]
        best, terms = max(counted, key=lambda each: each[0], default=((0, 0), {}))
        guess: Terms = {}
        for _ in range(DRAWN):
            kept = dict(self.random.sample([*terms.items()], min(best[0], len(terms))))
            guess = self.drawn(kept, best[1] or self.random.randint(1, self.number + 1))
            if all(self._fits(guess, *each) for each in self.heard):
                break
        return guess

    def _fits(self, truth: Terms, answer: Terms, said: str) -> bool:
        right = len(truth.items() & answer.items())
        if told := _counted(said):
            return told == (right, len(truth)) and ("does not belong" in said) == (
                len(answer) > right
            )
        if "fewer than half" in said:
            return 2 * right < len(truth)
        if "is not right" in said:
            return right == 0
        return "many more" not in said or len(answer) > len(truth) + 2

    def learn(self, rows: Rows, shown: float, most: float) -> None:
        said = self.mine(rows, "the terms")
        self.done = self.done or said == "right"
        if "many more" in said:
            self.number = min(self.number, max(len(self.guess) - 3, 1))
        self.heard.append((self.guess, said))


def _counted(said: str) -> tuple[int, int] | None:
    if "its one term is right" in said:
        return 1, 1
    found = re.search(r"(\d+) of (\d+) terms", said)
    return (int(found[1]), int(found[2])) if found else None


class Ledger(Guesser):
    """Lines of formulas; the page says for each line whether it is right, or says nothing."""

    def __init__(
        self, name: str, sizes: Sequence[str], lines: Sequence[str], random_: random.Random
    ) -> None:
        super().__init__(name, random_)
        self.lines = {line: Count(line, sizes, random_) for line in lines}

    def write(self) -> str:
        parts = []
        for line, count in self.lines.items():
            if not count.done:
                count.guess = count.drawn({}, self.random.choice([1, 1, 2]))
            parts.append(f"{line!r}: {text_of(count.guess)}")
        return f"{{{', '.join(parts)}}}"

    def learn(self, rows: Rows, shown: float, most: float) -> None:
        said = self.mine(rows, "the lines")
        wrong = said.removeprefix("these lines are wrong: ").split(", ")
        for line, count in self.lines.items():
            count.done = said == "right" or ("these lines" in said and line not in wrong)


class Choices(Guesser):
    """Entries with an option each, or a set of options; of these the page counts the right ones."""

    def __init__(
        self,
        name: str,
        entries: Mapping[tuple[str, ...], bool],
        options: Sequence[str],
        random_: random.Random,
    ) -> None:
        super().__init__(name, random_)
        self.entries, self.options = entries, options
        self.heard: list[tuple[dict, int | None]] = []  # None: fewer than half are right
        self.guess: dict[tuple[str, ...], Any] = {}

    def drawn(self) -> dict[tuple[str, ...], Any]:
        def some() -> frozenset[str]:
            return frozenset(o for o in self.options if self.random.random() < 0.4)

        return {
            path: some() if several else self.random.choice(self.options)
            for path, several in self.entries.items()
        }

    def write(self) -> str:
        if not self.done:
            for _ in range(DRAWN):
                self.guess = self.drawn()
                if all(self._fits(*each) for each in self.heard):
                    break
        tree: dict[str, Any] = {}
        for (*above, last), option in self.guess.items():
            at = tree
            for name in above:
                at = at.setdefault(name, {})
            at[last] = option if isinstance(option, str) else set(option)
        return repr(tree)

    def learn(self, rows: Rows, shown: float, most: float) -> None:
        said = self.mine(rows, "the choices")
        if said == "right":
            self.done = True
        elif found := re.match(r"(\d+) of (\d+)", said):
            self.heard.append((self.guess, int(found[1])))
        elif "fewer than half" in said:
            self.heard.append((self.guess, None))
        elif said.startswith("no more"):
            self.done = True  # the hints say no more: keep the formulas that fit

    def _fits(self, answer: Mapping, right: int | None) -> bool:
        alike = _alike(self.guess, answer)
        return 2 * alike < len(answer) if right is None else alike == right


def _alike(one: Mapping, other: Mapping) -> int:
    return sum(other[path] == option for path, option in one.items())


class Growth(Guesser):
    """A class of growth: one product of sizes, or the sum of two."""

    def __init__(self, name: str, sizes: Sequence[str], random_: random.Random) -> None:
        super().__init__(name, random_)
        products = ["*".join(product) for product in monomials(sizes)]
        products += ["*".join(sizes)]
        random_.shuffle(products)
        self.classes = iter(products)
        self.guess = ""

    def write(self) -> str:
        if not self.done:
            self.guess = next(self.classes, self.guess)
        return self.guess

    def learn(self, rows: Rows, shown: float, most: float) -> None:
        self.done = self.done or shown == most


GUESSERS: dict[type[checks.Check], Any] = {
    checks.Choices: Choices,
    checks.Ledger: Ledger,
    checks.Growth: Growth,
    checks.Count: Count,
}


@dataclass
class Question:
    """A question, and the knowledge that a solver gets from its text."""

    name: str
    points: float
    guessers: list[Guesser] = field(default_factory=list)
    signatures: dict[str, str] = field(default_factory=dict)  # function -> its arguments
    chosen: list[str] = field(default_factory=list)  # different choices so far, as digests

    def code(self) -> str:
        return "\n".join(
            f"def {g.name}({self.signatures[g.name]}):\n    return {g.write()}\n"
            if g.name in self.signatures
            else f"{g.name} = {g.write()}\n"
            for g in self.guessers
        )

    def page(self, verdict: Verdict) -> tuple[list[RenderedFinding], float]:
        """Return the findings and the points of a verdict on the student's page."""
        (digest,) = chosen_in({"": VerdictRecord.of(verdict.points, verdict)}).values() or ("",)
        if digest and digest not in self.chosen:
            self.chosen.append(digest)
        spent = bool(digest) and self.chosen.index(digest) >= MAX_HINTED_ANSWERS
        shown = 0.0 if spent else round_to_halves(verdict.points, self.points)
        return verdict.shown(Level.HINT, spent=spent), shown


def questions_of(assignment: str, seed: int) -> list[Question]:
    """The questions of a set that a guesser can answer, as their tests call the checks."""
    made, random_ = [], random.Random(seed)
    for name, question in COURSE.assignments[assignment].questions.items():
        if name in Notebook.of(assignment).tests:
            made.append(Question(name, question.points))
            for check, value, called in _checks_of(assignment, name):
                _know(made[-1], check, value, called, random_)
    return [question for question in made if question.guessers]


def _know(
    question: Question,
    check: checks.Check,
    value: Any,
    called: str,
    random_: random.Random,
) -> None:
    of_kind = next((made for kind, made in GUESSERS.items() if isinstance(check, kind)), None)
    if of_kind is None or any(guesser.name == called for guesser in question.guessers):
        return
    if isinstance(check, checks.Choices):
        entries = dict(_leaves(check.expected))
        question.guessers.append(Choices(called, entries, [*check.options], random_))
        return
    code = value.__code__
    sizes = code.co_varnames[: code.co_argcount]
    question.signatures[called] = ", ".join(sizes)
    if isinstance(check, checks.Ledger):
        lines = [line.name for line in check.lines]
        question.guessers.append(Ledger(called, sizes, lines, random_))
    else:
        question.guessers.append(of_kind(called, sizes, random_))


def _leaves(tree: Mapping, above: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], bool]]:
    for name, value in tree.items():
        if isinstance(value, Mapping):
            yield from _leaves(value, (*above, name))
        else:
            yield (*above, name), not isinstance(value, str)


@cache
def _checks_of(assignment: str, question: str) -> list[tuple[checks.Check, Any, str]]:
    """Return the checks of a hidden test: each check, the checked value and its name."""
    names: dict[str, Any] = Notebook.of(assignment).solved()
    own = bound_names(Notebook.of(assignment).solutions[question])
    found: list[tuple[checks.Check, Any, str]] = []

    def noting(_: GradingContext, check: checks.Check, answer: Any) -> Verdict:
        called = next((name for name in own if names.get(name) is answer), "")
        if called:
            found.append((check, answer, called))
        return Verdict.nothing("noted", Message("value-right"), 1.0)

    definitions, check = hidden_test(assignment, question)
    with mock.patch.object(GradingContext, "mark", noting), quiet():
        exec(definitions, names)
        with contextlib.suppress(LookupError):
            eval(check, names)
    return found


def graded(assignment: str, answers: Mapping[str, str]) -> dict[str, Verdict]:
    """The verdicts on a notebook with these answers, in its order."""
    names, verdicts = Notebook.of(assignment).namespace(), {}
    for question, code in answers.items():
        exec(compile(code, "<guess>", "exec", dont_inherit=True), names)
        definitions, check = hidden_test(assignment, question)
        grading = GradingContext(question, earlier=dict(verdicts))
        with quiet(), contextlib.suppress(NameError), grading.active():
            exec(definitions, names)
            verdicts[question] = eval(check, names)
    return verdicts


def points_gained(assignment: str, seed: int = 0, attempts: int = ATTEMPTS) -> dict[str, float]:
    """Question -> the points of the best of all attempts."""
    questions = questions_of(assignment, seed)
    best = dict.fromkeys((question.name for question in questions), 0.0)
    for _ in range(attempts):
        verdicts = graded(assignment, {question.name: question.code() for question in questions})
        for question in questions:
            if verdict := verdicts.get(question.name):
                best[question.name] = max(best[question.name], verdict.points)
                for guesser in question.guessers:
                    guesser.learn(*question.page(verdict), question.points)
    return best


def points_of(assignment: str) -> float:
    """The points of a set that tests give."""
    questions, tests = COURSE.assignments[assignment].questions, Notebook.of(assignment).tests
    return sum(question.points for name, question in questions.items() if name in tests)


if __name__ == "__main__":
    for each in sys.argv[1:] or COURSE.assignments:
        for number in range(3):
            got = points_gained(each, number)
            print(f"{each}: {sum(got.values()):g} of {points_of(each):g}", got, flush=True)
