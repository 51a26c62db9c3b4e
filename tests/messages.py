"""Compare messages by the facts that they name, so that a new wording breaks no test.

A message names students, files, questions, commands and numbers. Tests compare these facts. They
compare a sentence only if its exact text is the behaviour, for example quoted or escaped names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable


def naming(*facts: object) -> str:
    """Return a pattern for a message that names each of the facts, in any order.

    A fact must not be part of a longer word or number: "ada" is not in "adam", nor 1 in "1.5".

    Example:
        >>> import re
        >>> bool(re.search(naming("ada", 2), "ada: attempt 1 of 2 today"))
        True
        >>> bool(re.search(naming("ada", 2), "adam: attempt 1 of 2.5 today"))
        False
    """
    return r"\A(?s:" + "".join(f"(?=.*{_as_word(str(fact))})" for fact in facts) + ")"


def _as_word(fact: str) -> str:
    before = r"(?<!\w)(?<!\d\.)" if fact[0].isalnum() else ""
    after = r"(?!\w)(?!\.\d)" if fact[-1].isalnum() else ""
    return f"{before}{re.escape(fact)}{after}"


def lines_naming(text: str | Iterable[str], *facts: object) -> list[str]:
    """Return the lines of a text or a log that name each of the facts."""
    lines = text.splitlines() if isinstance(text, str) else text
    return [line for line in lines if re.search(naming(*facts), line)]


def mentions(text: str | Iterable[str], *facts: object) -> bool:
    """Check whether one line of a text or a log names all of the facts."""
    return bool(lines_naming(text, *facts))


def numbers(text: str) -> list[float]:
    """Return the numbers in a text, in their order."""
    return [float(number) for number in re.findall(r"(?<![\w.])\d+(?:\.\d+)?(?!\w)", text)]
