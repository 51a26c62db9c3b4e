"""How messages count, list and suggest."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Sequence


def several(count: int, what: str) -> str:
    """How many there are: "1 page", "2 pages"."""
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def names(found: Sequence[str], most: int) -> str:
    """Some names, and how many more there are."""
    more = f", and {len(found) - most} more" if len(found) > most else ""
    return ", ".join(found[:most]) + more


def span(hours: float) -> str:
    """A span of time: "1.5 h", "12 min"."""
    minutes = round(60 * hours)
    return f"{hours:.1f} h" if minutes >= 60 else f"{minutes} min" if minutes else "seconds"


def full_name(first: str | None, last: str | None) -> str:
    """A person's name; "" where the roster has none."""
    return " ".join(filter(None, (first, last)))


def nearest(name: str, known: Collection[str]) -> str:
    """The known name that is most like this one, in capitals or not; "" where none is."""
    spelt = {each.casefold(): each for each in known}
    near = difflib.get_close_matches(name.casefold(), spelt, n=1)
    return spelt[near[0]] if near else ""


def did_you_mean(name: str, known: Collection[str]) -> str:
    """A question that ends a message about a name that isn't known; "" where none is like it."""
    near = nearest(name, known)
    return f" Did you mean {near}?" if near else ""
