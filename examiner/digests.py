"""Digests, which show whether content changed."""

from __future__ import annotations

import hashlib
import json
from typing import Any


def digest_of(content: Any) -> str:
    """Return the digest of a JSON value; the order of keys makes no difference."""
    return digest_of_bytes(json.dumps(content, sort_keys=True).encode())


def digest_of_bytes(content: bytes) -> str:
    """Return the digest of a file's content."""
    return hashlib.sha256(content).hexdigest()
