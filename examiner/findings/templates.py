"""Sentences that are texts with gaps, which facts fill."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .known_error import KnownError, Says
from .level import Level
from .sentences import say, sentence


def templates(texts: Mapping[str, str | tuple[str, str]]) -> None:
    """Makes sentences of texts with {gaps}: id -> the text, or what is said from the level
    "diagnosis" on and what at "hint".

    A list fills a gap as "a and b", and what is said within as its own sentence.
    """
    for name, text in texts.items():
        _register(name, *((text, None) if isinstance(text, str) else text))


def _register(name: str, text: str, hint: str | None) -> None:
    @sentence(name)
    def _(level: Level, **facts: Any) -> str:
        chosen = text if hint is None else level.diagnosis(text, hint)
        return chosen.format(**{gap: _shown(fact, level) for gap, fact in facts.items()})


def _shown(fact: Any, level: Level) -> str:
    if isinstance(fact, (Says, KnownError)):
        return say(fact, level)
    return " and ".join(map(str, fact)) if isinstance(fact, (list, tuple)) else str(fact)
