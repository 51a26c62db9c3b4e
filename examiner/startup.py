"""What makes processes start faster. Call it before anything else is imported."""

from __future__ import annotations

import sys


def skip_slow_imports() -> None:
    """Leave out a parser of internationalised links that jsonschema would make at import.

    It takes one to three seconds, nbformat imports jsonschema, and no notebook is checked for such
    links. jsonschema does without where it isn't installed.
    """
    sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]
