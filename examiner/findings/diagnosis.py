"""Messages and diagnoses as data: an id, and the facts that its sentence contains."""

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
        """Check whether this message or a message in its facts has the id."""
        return self.id == id or any(inner.mentions(id) for inner in _messages_in(self.facts))


def _messages_in(fact: Any) -> Iterator[Message]:
    """Find the messages in a fact, its lists and its dicts."""
    if isinstance(fact, Message):
        yield fact
    elif isinstance(fact, (list, tuple, Mapping)):
        for each in fact.values() if isinstance(fact, Mapping) else fact:
            yield from _messages_in(each)


@dataclass(frozen=True)
class Diagnosis:
    """A misconception as a finding names it: its id, its message, and facts about this answer.

    Attributes:
        id: The id in kebab-case, unique in the question or in the engine.
        words: The message to students; "" if the engine has a sentence for this id.
        facts: The facts in the engine's sentence: for example, the cost term that is missing.

    Raises:
        ValueError: The id isn't kebab-case.
    """

    id: str
    words: str = ""
    facts: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not _ID.fullmatch(self.id):
            raise ValueError(f"{self.id!r} is no id of a misconception: write it in kebab-case")

    def __hash__(self) -> int:
        return hash((self.id, self.words, repr(sorted(self.facts.items()))))

    @classmethod
    def of(cls, key: str, words: str = "") -> Diagnosis:
        """Make the diagnosis of a question's misconception.

        Args:
            key: The id, perhaps with an argument: "softmax-charged(3)".
            words: The message. The argument replaces "{}" in it.

        Returns:
            The diagnosis, with the argument as a fact.
        """
        name, _, argument = key.removesuffix(")").partition("(")
        return cls(name, words.replace("{}", argument), {"argument": argument} if argument else {})

    @property
    def key(self) -> str:
        """The id with the facts in brackets: "missing(the queries)". Bank and reports use it."""
        facts = ", ".join(_short(value) for value in self.facts.values())
        return f"{self.id}({facts})" if facts else self.id


def _short(fact: Any) -> str:
    """Write a fact as a part of a key; join alternatives with "or"."""
    if isinstance(fact, (list, tuple)):
        return " or ".join(map(_short, fact))
    return fact.key if isinstance(fact, Diagnosis) else str(fact)


def of_json(value: Any) -> Any:
    """Restore the facts, messages and diagnoses that `Finding.as_json` wrote."""
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
