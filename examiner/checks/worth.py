"""The checks of one question, which know what it is worth, how earlier ones were answered, and what
inputs are drawn from."""

from __future__ import annotations

import functools
import hashlib
import inspect
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, TypeVar

from ..findings.known_error import KnownError, Says, read_table
from ..findings.level import Level
from ..findings.sentences import say
from ..wording import did_you_mean
from .edits import AND
from .verdict import Verdict

OF_LINES = ("mistakes", "conventions")  # settings that in a ledger are of its lines
TAKEN = ("points", "followed")  # of a check's parameters: no problem text gives them
# Under this name the namespace of a test holds the verdicts on earlier questions of the submission.
MARKED = "__marked__"
KEY = "__key__"  # under this one what inputs are drawn from beside a check's seed,
QUESTION = "__question__"  # under this one the question that the test is of,
WORDS = "__words__"  # and under this one, where a build tries it, a dict for its words by id
Seed = TypeVar("Seed", int, str)


class Checks:
    """The names of `examiner.checks`, where no check is told how many points it gives.

    A check gives all of the question's points, or with `share=` a part of them: the verdicts of
    `checks.arrays(..., share=1/2) + checks.resources(..., share=1/2)` add up.

    Errors carried forward: `checks.polynomial(..., given=...)` holds a count against the earlier
    counts it rests on, as they were when they were marked. Other tests ask
    `checks.followed(question)`.

    Inputs are drawn from `seed=` and the course's key, which a check is given as one number; what
    else is drawn is drawn from `checks.seed(number)`.

    The build puts `checks = worth(4, globals())` at the head of each hidden test. names: its
    namespace, in which the examination leaves the verdicts on the questions before this one, the
    course's key, and the name of this question.
    """

    def __init__(self, points: float, names: Mapping[str, Any] | None = None) -> None:
        self._points, names = points, names or {}
        self._marked: Mapping[str, Verdict] = names.get(MARKED, {})
        self._key, self._question = names.get(KEY, ""), names.get(QUESTION, "")
        self._words: dict[str, str] = names.get(WORDS, {})

    def words(self, *tables: str) -> None:
        """What is said of this question's known errors, in tables (`read_table`) that may have
        their effects as well. Of an id in two tables the words of the first count.

        In a check's `mistakes=` and `conventions=` ids stand with their effects: in a dict, or in
        such a table. "{}" in words stands for what follows an id in brackets: of
        "softmax-charged(3)" it is 3, and in effects of "softmax-charged(3 ~ 4)" each of the two.
        """
        for table in tables:
            for name, (words, _) in read_table(table).items():
                if words:
                    self._words.setdefault(KnownError.of(name).id, words)

    def error(self, key: str) -> KnownError:
        """A known error of this question by its key. Without words it is the engine's of that id;
        ValueError where there is none that needs no facts."""
        name = KnownError.of(key).id
        if name not in self._words:
            with suppress(KeyError, TypeError):
                say(KnownError(key), Level.ANSWER)
                return KnownError(key)
            near = did_you_mean(name, self._words)
            write = f"write `{name}: words` into a table"
            raise ValueError(f"no words for {name!r}: {write}.{near}")
        return KnownError.of(key, self._words[name])

    def said(self, words: str, *, diagnosis: str = "") -> Says:
        """What is said in words of the question's own. diagnosis: what is added where errors may
        be named."""
        return Says("authored", {"words": words, "diagnosis": diagnosis})

    def effects(self, table: str) -> dict[str, list[str]]:
        """The effects in a table of known errors, by id; the words of those that have any there.
        ValueError for an entry without an effect."""
        self.words(table)
        effects = {name: effects for name, (_, effects) in read_table(table).items()}
        if bare := [name for name, ways in effects.items() if not ways]:
            raise ValueError(
                f"{bare[0]}: behind ` :: ` write what an answer with this error is; what is said "
                "in another way stands in `checks.words(…)`"
            )
        return effects

    def _known_errors(self, check: str, setting: str, errors: Any) -> Any:
        """Known errors as a check takes them, each with its effect; by line where it is a
        ledger's."""
        of_lines = check == "ledger" and setting in OF_LINES
        if isinstance(errors, str):
            errors = self.effects(errors)
            if of_lines:
                errors = _by_line(errors)
            elif check != "arrays":  # whose known errors are edits of a text
                errors = {name: _counted(name, effects) for name, effects in errors.items()}

        def by_error(effects: Mapping[str, Any]) -> dict[KnownError, Any]:
            return {self.error(key): effect for key, effect in effects.items()}

        if of_lines:
            return {line: by_error(some) for line, some in errors.items()}
        return by_error(errors)

    def __getattr__(self, name: str) -> Any:
        here = sys.modules[__package__]
        if name not in here.__all__:
            known = [each for each in here.__all__ if gives_points(getattr(here, each))]
            near = did_you_mean(name, here.__all__) or f" The checks are {', '.join(known)}."
            raise AttributeError(f"module {__package__!r} has no attribute {name!r}.{near}")
        value = getattr(here, name)
        return functools.partial(self._mark, value) if gives_points(value) else value

    def seed(self, seed: Seed) -> Seed:
        """What to draw from in this course, for a seed of a problem text; without a key the seed
        itself. Who knows the text but not the key doesn't know what is drawn."""
        if not self._key:
            return seed
        digest = hashlib.sha256(f"{self._key} {seed}".encode()).digest()
        return digest.hex() if isinstance(seed, str) else int.from_bytes(digest[:6], "big")

    def followed(self, question: str) -> Verdict | None:
        """The verdict on an earlier question of this submission, if a later answer may rest on that
        one with its errors; else None (see `Verdict.may_be_followed`).

        Its `counted` is the polynomial that the answer was when it was marked (of a ledger, line ->
        polynomial), its `mistake` the key of the known error that explains it. Rest on these: what
        the student's function does when another question calls it, nobody has marked. Under
        nbgrader alone no verdicts are kept, and this is None.
        """
        verdict = self._marked.get(question)
        return verdict if verdict is not None and verdict.may_be_followed else None

    def _mark(
        self, check: Callable[..., Verdict], *arguments: Any, share: float = 1.0, **settings: Any
    ) -> Verdict:
        if "points" in settings:
            raise TypeError(
                "points= is not for problem texts: a question's points stand in "
                "problems/course.toml, and share= says what part of them a check gives"
            )
        parameters = inspect.signature(check).parameters
        for each in settings:  # of the checks here each names all that it takes
            if each not in parameters:
                known = [*(name for name in parameters if name not in TAKEN), "share"]
                takes = f"checks.{check.__name__} takes {', '.join(known)}"
                raise TypeError(f"{takes}, and no {each}=.{did_you_mean(each, known)}")
        for each in (*OF_LINES, "together", "added", "instead"):
            if settings.get(each):
                settings[each] = self._known_errors(check.__name__, each, settings[each])
        for each in ("guesses", "slight"):
            ids = (
                {error.id for error in settings.get("mistakes") or {}} if settings.get(each) else {}
            )
            if unknown := {*settings.get(each, ())} - {*ids}:
                no = "no known error of mistakes= has this id"
                raise ValueError(f"{each}={sorted(unknown)}: {no}")
        if "problem" in settings:
            self.words(settings["problem"].mistakes)
        if "followed" in parameters:
            settings["followed"] = self.followed
        if "seed" in parameters:
            settings["seed"] = self.seed(settings.get("seed", parameters["seed"].default))
        if settings.get("others"):  # a problem text may list this question with the others
            others = settings["others"].items()
            settings["others"] = {name: each for name, each in others if name != self._question}
        return check(*arguments, points=round(self._points * share, 9), **settings)


@functools.cache
def gives_points(value: Any) -> bool:
    """Whether this is a check: a function that is told how many points it gives."""
    taken = inspect.signature(value).parameters if inspect.isfunction(value) else {}
    return "points" in taken


def _counted(name: str, effects: Sequence[str]) -> str | dict[str, str]:
    """What is counted otherwise: by a formula, or `part = formula`, `+ formula`, `* formula`.
    ValueError for several."""
    if len(effects) > 1:
        raise ValueError(f"{name}: it counts in one way; join several parts with `{AND.strip()}`")
    (effect,) = effects
    if effect[:2] in ("+ ", "* "):
        return {effect[0]: effect[2:]}
    return dict(_part(name, each) for each in effect.split(AND)) if " = " in effect else effect


def _by_line(errors: Mapping[str, Sequence[str]]) -> dict[str, dict[str, str]]:
    """Line of a ledger -> its known errors: of each, how that line is counted then, several ways
    with a "; " between. ValueError."""
    found: dict[str, dict[str, str]] = {}
    for name, effects in errors.items():
        for line, formula in (_part(name, effect) for effect in effects):
            of_line = found.setdefault(line, {})
            of_line[name] = f"{of_line[name]}; {formula}" if name in of_line else formula
    return found


def _part(name: str, effect: str) -> tuple[str, str]:
    part, is_so, formula = effect.partition(" = ")
    if not is_so:
        raise ValueError(f"{name}: {effect!r} is no `part = formula`")
    return part, formula
