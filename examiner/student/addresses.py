"""Where objects lie in memory, as texts tell it."""

from __future__ import annotations

import re

_ADDRESS = re.compile(r"(?<= at )0x[0-9a-fA-F]{6,}")


def mask_addresses(text: str) -> str:
    """`text` without the addresses that reprs show: `<object object at 0x…>`.

    They say nothing, and where the kernel doesn't let a sandbox choose them they differ between two
    gradings.
    """
    return _ADDRESS.sub("0x…", text)
