"""What is kept between two starts, so that an open page can go on: the port, and a key.

The token in the address is another one at each start. It follows from the key, which open pages
hold, and from a number that anybody may ask for. For while nothing is served another user of the
machine can listen at the port. A page sends it that number's question and no more: not before
whoever answers has shown that the key is known there, too. What a reload hands over is worth
nothing at the next start.
"""

from __future__ import annotations

import hmac
import json
import secrets
import time
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path

from jupyter_core.paths import jupyter_runtime_dir, secure_write

from ..digests import digest_of

SECONDS = 24 * 3600.0  # after the last start


@dataclass(frozen=True)
class Kept:
    """The port, 0 for any that is free, and the key."""

    port: int = 0
    key: str = field(default_factory=lambda: secrets.token_hex(32))

    def signed(self, *words: str) -> str:
        """What only whoever knows the key can make of these words."""
        return hmac.digest(self.key.encode(), " ".join(words).encode(), "sha256").hex()


def read_kept(course: Path) -> Kept:
    """What was kept of the page of this course; something new where that was long ago."""
    path = _path(course)
    try:
        if time.time() - path.stat().st_mtime < SECONDS:
            return Kept(**json.loads(path.read_text("ascii")))
    except (OSError, ValueError, TypeError):
        pass
    return Kept()


def keep(course: Path, kept: Kept) -> None:
    """Write it where only its owner can read it; where nobody can write, nothing is kept."""
    path = _path(course)
    with suppress(OSError, RuntimeError):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with secure_write(str(path)) as file:
            json.dump(asdict(kept), file)


def _path(course: Path) -> Path:
    """In the user's own folder for this: in the course's it would be backed up and copied."""
    return Path(jupyter_runtime_dir()) / f"examiner-mark-{digest_of(str(course.resolve()))[:16]}"
