"""The folder for files that the examiner can make again, such as the sandbox's copy of packages."""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
from pathlib import Path


def cache_folders() -> list[Path]:
    """Return the folders that may hold such files, the best first."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"))
    places = [cache / "examiner", Path(tempfile.gettempdir(), f"examiner-{os.getuid()}")]
    if sys.prefix != sys.base_prefix:  # the files are removed together with the virtual environment
        places.insert(0, Path(sys.prefix, "sandbox"))
    return places


def cache_folder() -> Path | None:
    """Return the first folder to which no other user may write, and create it if necessary.

    Returns:
        The folder; None if this user can write to none of `cache_folders()`.
    """
    for place in cache_folders():
        with contextlib.suppress(OSError):
            place.mkdir(mode=0o700, parents=True, exist_ok=True)
            status = place.lstat()
            if status.st_uid == os.getuid() and not status.st_mode & 0o022:
                return place
    return None
