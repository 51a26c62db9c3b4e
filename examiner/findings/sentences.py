"""Sentences: the text of each message, rendered from its facts at a level of detail.

A sentence is a text with placeholders for facts, or a function of the level and the facts. The
modules of this folder define the sentences of each kind of check. No other code of the examiner
makes, compares or splits the text that a student reads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from .diagnosis import Diagnosis, Message
from .feedback_level import Level

# A text with {placeholders}; or two texts, one for the levels "diagnosis" and "answer", one for
# "hint"; or a function(level, **facts).
Sentence = str | tuple[str, str] | Callable[..., str]
SENTENCES: dict[str, Sentence] = {}  # id of a message -> its sentence
SEPARATORS = " ;:,"
AND, OR = "; and ", "; or "
OR_INSTEAD = "; or, instead, "  # between alternatives, if one of them contains "and"
LOOK_AGAIN = "look at it again"  # the text of messages that render to nothing at a level


def add_sentences(sentences: Mapping[str, Sentence]) -> None:
    """Register sentences by their ids.

    Raises:
        ValueError: An id has a sentence already.
    """
    if duplicates := SENTENCES.keys() & sentences.keys():
        raise ValueError(f"two sentences for {duplicates}")
    SENTENCES.update(sentences)


def render(message: Message | Diagnosis, level: Level) -> str:
    """Render a message or a diagnosis as text.

    Args:
        message: The message.
        level: The level of detail.

    Returns:
        The text. It may be empty at a level below "answer".

    Raises:
        KeyError: The id has no sentence.
    """
    if isinstance(message, Diagnosis) and message.words:
        return message.words
    sentence = SENTENCES[message.id]
    if callable(sentence):
        return sentence(level, **message.facts)
    text = sentence if isinstance(sentence, str) else sentence[level is Level.HINT]
    return text.format(**{name: _fact_text(fact, level) for name, fact in message.facts.items()})


def _fact_text(fact: Any, level: Level) -> str:
    match fact:
        case Message() | Diagnosis():
            return render(fact, level)
        case [Diagnosis(), *_]:
            return render_diagnoses(fact, level)
        case []:
            return ""
        case [*first, last]:
            return f"{', '.join(map(str, first))} and {last}" if first else str(last)
    return str(fact)


def render_messages(messages: Sequence[Message], level: Level) -> str:
    """Render the messages of a finding as one text. Each sentence brings its own separator.

    Below the level "answer" a sentence may be empty, so separators at either end are removed.
    """
    text = "".join(render(each, level) for each in messages)
    if level is not Level.ANSWER:
        text = text.strip(SEPARATORS)
    return text or (LOOK_AGAIN if messages else "")


def render_diagnoses(errors: Iterable[Diagnosis], level: Level) -> str:
    """Render misconceptions that together explain an answer, joined by "and"."""
    return join_texts([render(error, level) for error in errors], AND)


def join_texts(texts: Sequence[str], separator: str) -> str:
    """Join texts, without the full stop of any text but the last.

    If a text contains a semicolon, a separator that begins with one begins a sentence instead.
    """
    if separator.startswith("; ") and any("; " in text for text in texts):
        separator = f". {separator[2:].capitalize()}"
    return separator.join([*(text.removesuffix(".") for text in texts[:-1]), *texts[-1:]])


add_sentences(
    {
        "in-short": "summary",  # the heading of a summary
        "whole": "the answer",  # the heading of a finding on the whole answer
        "but": ", but {reason}",
        "not-answered": lambda level, why="": f"not answered{why}",
    }
)
