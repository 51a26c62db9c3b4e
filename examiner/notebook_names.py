"""Recognition of notebooks by their file names, to which browsers and platforms add endings."""

from __future__ import annotations

import re
from collections.abc import Collection
from pathlib import PurePath

# flops.ipynb, FLOPS.IPYNB, flops.ipynb.json, flops.ipynb.txt, flops.ipynb (1).txt, flops.ipynb-1
_NOTEBOOK = re.compile(
    r"[^.].*\.ipynb(?:[ ._-]*\(?\d+\)?)?(?:\.(?:json|txt|text|download))?",
    re.IGNORECASE | re.DOTALL,
)
_OTHER_SUFFIXES = (".json", ".txt")  # some programs use these instead of .ipynb


def is_notebook_name(name: str, stems: Collection[str] = ()) -> bool:
    """Check whether a file is meant to be a notebook, by its name.

    Args:
        name: The last part of a path.
        stems: The names of the assignment's notebooks, without ".ipynb". A file with such a name
            and another ending (`flops.json`) counts as a notebook too.
    """
    if _NOTEBOOK.fullmatch(name):
        return True
    path = PurePath(name)
    return path.suffix.casefold() in _OTHER_SUFFIXES and path.stem.casefold() in {
        stem.casefold() for stem in stems
    }
