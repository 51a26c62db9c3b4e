"""What is said of how an answer grows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .known_error import Says
from .level import Level
from .sentences import say, sentence, templates

templates(
    {
        "growth-right": "of the right class",
        "growth-right-so-far": "of the right class, as far as it goes ({stopped})",
        "growth-stopped": (
            "{how}: math.log takes ints of any size; floats and numpy's numbers end"
        ),
        "growth-is-no-number": "expected a number, not {value} (at {at})",
        "growth-not-positive": "at {at} it returned {value}: it has to be positive",
        "growth-beyond-powers": "at {at} it returned {value}, larger than any power",
    }
)


@sentence("growth-differs")
def _(
    level: Level,
    fast: Mapping[str, int],
    slow: Mapping[str, int],
    right: str,
    stopped: Says | None,
) -> str:
    """fast, slow: the speeds of arguments with which it grows too fast, and too slowly.

    stopped: what ended the answer before the largest.
    """
    differences = [
        f"{_growing(speeds)} it grows too {how}"
        for speeds, how in ((fast, "fast"), (slow, "slowly"))
        if speeds
    ]
    formula = right.replace("**2", "²").replace("**3", "³").replace("*", "·")
    text = level.diagnosis("; ".join(differences), "it is of another class")
    text += level.answer(f"; right is Θ({formula})")
    return text + (f"; {say(stopped, level)}" if stopped else "")


def _growing(speeds: Mapping[str, int]) -> str:
    """ "with T and J growing alike and K fixed"."""
    alike, squares, fixed = ([n for n in speeds if speeds[n] == speed] for speed in (1, 2, 0))
    text = f"with {_listed(alike)} growing{' alike' if len(alike) > 1 else ''}"
    text += "".join(f", {name} as {alike[0]}²" for name in squares)
    return text + (f"{',' if squares else ''} and {_listed(fixed)} fixed" if fixed else "")


def _listed(names: Sequence[str]) -> str:
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last
