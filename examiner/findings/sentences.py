"""Sentences: what a finding says, made of its data at the level at which it is shown.

A sentence is a function of a level and of the facts that belong to its id; most are templates.
Those of each kind of check stand in a module of this folder; nothing else in the examiner makes,
compares or takes apart what a student reads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

from .known_error import KnownError, Says
from .level import Level

Sentence = Callable[..., str]
SENTENCES: dict[str, Sentence] = {}
SEPARATORS = " ;:,"
AND, OR = "; and ", "; or "
OR_INSTEAD = "; or, instead, "  # beside what is made together
LOOK_AGAIN = "look at it again"  # where nothing else is said at a level
KNOWN_ERROR = "a known mistake"  # where its name is not said at a level


def sentence(*ids: str) -> Callable[[Sentence], Sentence]:
    """The function makes the sentence of these ids: function(level, **facts)."""

    def register(make: Sentence) -> Sentence:
        for each in ids:
            if each in SENTENCES:
                raise ValueError(f"two sentences for {each!r}")
            SENTENCES[each] = make
        return make

    return register


def say(said: Says | KnownError, level: Level) -> str:
    """The sentence of one thing that is said. KeyError for an id without a sentence."""
    if isinstance(said, KnownError) and said.words:
        return said.words
    return SENTENCES[said.id](level, **said.facts)


def in_words(said: Iterable[Says], level: Level) -> str:
    """All that is said, one after the other; each sentence brings what separates it from the last.

    Below "answer" a separator that has nothing on its one side any more is left out.
    """
    said = list(said)
    text = "".join(say(each, level) for each in said)
    if level is not Level.ANSWER:
        text = text.strip(SEPARATORS)
    return text or (LOOK_AGAIN if said else "")


def together(errors: Iterable[KnownError], level: Level) -> str:
    """The words of known errors that are made together."""
    return AND.join(say(error, level) for error in errors)


def names_of(errors: Iterable[KnownError], level: Level) -> str:
    """The words of known errors, at the levels that name any."""
    return level.diagnosis(together(errors, level), KNOWN_ERROR)


def templates(texts: Mapping[str, str | tuple[str, str]]) -> None:
    """Sentences that are texts with {gaps}, which facts fill: id -> the text, or what is said from
    the level "diagnosis" on and what at "hint".

    A list fills a gap as "a and b", one of known errors as `together`, and what is said
    within as its own sentence.
    """
    for name, text in texts.items():
        above, hint = (text, text) if isinstance(text, str) else text
        sentence(name)(partial(_filled, above, hint))


def _filled(text: str, hint: str, level: Level, **facts: Any) -> str:
    chosen = hint if level is Level.HINT else text
    return chosen.format(**{gap: _shown(fact, level) for gap, fact in facts.items()})


def _shown(fact: Any, level: Level) -> str:
    match fact:
        case Says() | KnownError():
            return say(fact, level)
        case [KnownError(), *_]:
            return together(fact, level)
        case list() | tuple():
            return " and ".join(map(str, fact))
    return str(fact)


templates(
    {
        "in-short": "in short",  # heads the finding that sums the others up
        "whole": "the answer",  # heads what is said of all of an answer
        "but": ", but {reason}",
    }
)


@sentence("not-answered")
def _(level: Level, why: str = "") -> str:
    """Says that there is no answer. why: what was found in its place."""
    return f"not answered{why}"
