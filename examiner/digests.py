"""Digests: by these it is seen whether something changed."""

from __future__ import annotations

import hashlib
import json
from typing import Any


def digest_of(content: Any) -> str:
    """A digest of JSON; the order of keys makes no difference."""
    return digest_of_bytes(json.dumps(content, sort_keys=True).encode())


def digest_of_bytes(content: bytes) -> str:
    """A digest of the content of a file."""
    return hashlib.sha256(content).hexdigest()
