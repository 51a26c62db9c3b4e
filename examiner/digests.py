"""Digests of what can be written as JSON: by these it is seen whether something changed."""

from __future__ import annotations

import hashlib
import json
from typing import Any


def digest_of(content: Any) -> str:
    """A digest of JSON; the order of keys makes no difference."""
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()
