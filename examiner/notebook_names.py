"""Which files are notebooks, by their names: browsers and platforms add to the names of files."""

from __future__ import annotations

import re
from collections.abc import Collection
from pathlib import PurePath

# flops.ipynb, FLOPS.IPYNB, flops.ipynb.json, flops.ipynb.txt, flops.ipynb (1).txt, flops.ipynb-1
_NOTEBOOK = re.compile(
    r"[^.].*\.ipynb(?:[ ._-]*\(?\d+\)?)?(?:\.(?:json|txt|text|download))?",
    re.IGNORECASE | re.DOTALL,
)
_OTHER_SUFFIXES = (".json", ".txt")  # what some programs put in the place of .ipynb


def is_notebook_name(name: str, stems: Collection[str] = ()) -> bool:
    """Whether a file of this name is meant to be a notebook.

    Args:
        name: The last part of a path.
        stems: The names of the notebooks that are asked for, without ".ipynb". With another ending,
            `flops.json` say, a file of such a name is meant to be one, too.
    """
    if _NOTEBOOK.fullmatch(name):
        return True
    path = PurePath(name)
    return path.suffix.casefold() in _OTHER_SUFFIXES and path.stem.casefold() in {
        stem.casefold() for stem in stems
    }
