"""Phrases of messages: counts, lists, time spans and suggestions."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Sequence


def several(count: int, what: str) -> str:
    """Return a count with its noun: "1 page", "2 pages"."""
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def names(found: Sequence[str], most: int = 8) -> str:
    """List the first `most` names, and the number of further ones: "a, b, and 3 more"."""
    more = f", and {len(found) - most} more" if len(found) > most else ""
    return ", ".join(found[:most]) + more


def time_span(hours: float) -> str:
    """Return a span of time in words: "1.5 h", "12 min", "seconds"."""
    minutes = round(60 * hours)
    return f"{hours:.1f} h" if minutes >= 60 else f"{minutes} min" if minutes else "seconds"


def full_name(first: str | None, last: str | None) -> str:
    """Return a person's full name; "" if the roster has none."""
    return " ".join(filter(None, (first, last)))


def nearest_name(name: str, known: Collection[str]) -> str:
    """Return the known name most similar to this one, ignoring case; "" if none is similar."""
    spelt = {each.casefold(): each for each in known}
    near = difflib.get_close_matches(name.casefold(), spelt, n=1)
    return spelt[near[0]] if near else ""


def did_you_mean(name: str, known: Collection[str]) -> str:
    """Return " Did you mean …?" for the end of a message; "" if no known name is similar."""
    near = nearest_name(name, known)
    return f" Did you mean {near}?" if near else ""
