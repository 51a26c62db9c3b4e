"""Sentences: what a finding says, made of its data at the level at which it is shown.

A sentence is a text with gaps that facts fill, or a function of a level and of the facts. Those of
each kind of check stand in a module of this folder; nothing else in the examiner makes, compares or
takes apart what a student reads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from .diagnosis import Diagnosis, Message
from .feedback_level import Level

# A text with {gaps}: a list fills one as "a and b", one of known errors as `together`, and what is
# said within as its own sentence. Or two, what is said from the level "diagnosis" on, and at
# "hint". Or a function(level, **facts).
Sentence = str | tuple[str, str] | Callable[..., str]
SENTENCES: dict[str, Sentence] = {}
SEPARATORS = " ;:,"
AND, OR = "; and ", "; or "
OR_INSTEAD = "; or, instead, "  # beside what is made together
LOOK_AGAIN = "look at it again"  # where nothing else is said at a level


def sentences(table: Mapping[str, Sentence]) -> None:
    """More sentences, by their ids."""
    if twice := SENTENCES.keys() & table.keys():
        raise ValueError(f"two sentences for {twice}")
    SENTENCES.update(table)


def say(said: Message | Diagnosis, level: Level) -> str:
    """The sentence of one thing that is said. KeyError for an id without a sentence."""
    if isinstance(said, Diagnosis) and said.words:
        return said.words
    sentence = SENTENCES[said.id]
    if callable(sentence):
        return sentence(level, **said.facts)
    text = sentence if isinstance(sentence, str) else sentence[level is Level.HINT]
    return text.format(**{gap: _shown(fact, level) for gap, fact in said.facts.items()})


def _shown(fact: Any, level: Level) -> str:
    match fact:
        case Message() | Diagnosis():
            return say(fact, level)
        case [Diagnosis(), *_]:
            return together(fact, level)
        case list() | tuple():
            return " and ".join(map(str, fact))
    return str(fact)


def in_words(said: Sequence[Message], level: Level) -> str:
    """All that is said, one after the other; each sentence brings what separates it from the last.

    Below "answer" a separator that has nothing on its one side any more is left out.
    """
    text = "".join(say(each, level) for each in said)
    if level is not Level.ANSWER:
        text = text.strip(SEPARATORS)
    return text or (LOOK_AGAIN if said else "")


def together(errors: Iterable[Diagnosis], level: Level) -> str:
    """The words of known errors that are made together."""
    return AND.join(say(error, level) for error in errors)


sentences(
    {
        "in-short": "in short",  # heads the finding that sums the others up
        "whole": "the answer",  # heads what is said of all of an answer
        "but": ", but {reason}",
        # says that there is no answer, and what was found in its place
        "not-answered": lambda level, why="": f"not answered{why}",
    }
)
