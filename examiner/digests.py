"""Digests, which show whether content changed."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

PACKAGE = Path(__file__).parent


def digest_of(content: Any) -> str:
    """Return the digest of a JSON value; the order of keys makes no difference."""
    return digest_of_bytes(json.dumps(content, sort_keys=True).encode())


def digest_of_bytes(content: bytes) -> str:
    """Return the digest of a file's content."""
    return hashlib.sha256(content).hexdigest()


def digest_of_code(patterns: Iterable[str]) -> str:
    """Return the digest of the examiner's files that match one of the patterns."""
    files = sorted({path for pattern in patterns for path in PACKAGE.glob(pattern)})
    return digest_of([(p.relative_to(PACKAGE).as_posix(), p.read_text("utf-8")) for p in files])
