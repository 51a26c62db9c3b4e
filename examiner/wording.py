"""How messages count and list."""

from __future__ import annotations

from collections.abc import Sequence


def several(count: int, what: str) -> str:
    """How many there are: "1 page", "2 pages"."""
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def names(found: Sequence[str], most: int) -> str:
    """Some names, and how many more there are."""
    more = f", and {len(found) - most} more" if len(found) > most else ""
    return ", ".join(found[:most]) + more
