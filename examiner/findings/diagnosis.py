"""Known errors: mistakes and conventions that have an id, and what is said by id."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


@dataclass(frozen=True)
class Message:
    """A message, as data: the id of its sentence, and the facts in it.

    Attributes:
        id: The id of the sentence.
        facts: Name -> number, text, list, dict, or another message or misconception.

    Example:
        >>> from examiner.checks import Message
        >>> Message("but", {"reason": Message("by-leap")}).mentions("by-leap")
        True
    """

    id: str
    facts: Mapping[str, Any] = field(default_factory=dict)

    def __hash__(self) -> int:
        return hash((self.id, repr(sorted(self.facts.items()))))

    def mentions(self, id: str) -> bool:
        """Whether it has this id, or anything that is said within it does."""
        return self.id == id or any(said.mentions(id) for said in _said_in(self.facts))


def _said_in(fact: Any) -> Iterator[Message]:
    """Find what is said in a fact, or in its lists and dicts."""
    if isinstance(fact, Message):
        yield fact
    elif isinstance(fact, (list, tuple, Mapping)):
        for each in fact.values() if isinstance(fact, Mapping) else fact:
            yield from _said_in(each)


@dataclass(frozen=True)
class Diagnosis:
    """A mistake, or another convention than the course's, that an answer may have.

    id: kebab-case, unique in its question or in the engine.
    words: what is said of it; "" of the engine's own, whose words are the sentence of that id.
    facts: what that sentence is made of: the part that it is with, say.
    """

    id: str
    words: str = ""
    facts: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """ValueError for an id that isn't kebab-case."""
        if not _ID.fullmatch(self.id):
            raise ValueError(f"{self.id!r} is no id of a known error: write it in kebab-case")

    def __hash__(self) -> int:
        return hash((self.id, self.words, repr(sorted(self.facts.items()))))

    @classmethod
    def of(cls, key: str, words: str = "") -> Diagnosis:
        """A known error of a question by its key: an id, or "softmax-charged(3)". "{}" in the words
        stands for what is in brackets."""
        name, _, argument = key.removesuffix(")").partition("(")
        return cls(name, words.replace("{}", argument), {"argument": argument} if argument else {})

    @property
    def key(self) -> str:
        """What the bank, reports and ledgers know it by: its id, and what it is with:
        "missing(the queries)"."""
        with_what = ", ".join(_short(value) for value in self.facts.values())
        return f"{self.id}({with_what})" if with_what else self.id


def _short(fact: Any) -> str:
    """A fact within a key; of several that it may be, each."""
    if isinstance(fact, (list, tuple)):
        return " or ".join(map(_short, fact))
    return fact.key if isinstance(fact, Diagnosis) else str(fact)


def of_json(value: Any) -> Any:
    """What `Finding.as_json` made of facts, and of what is said."""
    match value:
        case {"id": name, "facts": facts, "words": words}:
            return Diagnosis(name, words, of_json(facts))
        case {"id": name, "facts": facts}:
            return Message(name, of_json(facts))
        case Mapping():
            return {key: of_json(each) for key, each in value.items()}
        case list():
            return [of_json(each) for each in value]
    return value
