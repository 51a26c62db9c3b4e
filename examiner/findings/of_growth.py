"""What is said of how an answer grows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .known_error import KnownError, Says
from .level import Level
from .sentences import say, sentence


@sentence("known-error")
def _(level: Level, error: KnownError) -> str:
    return level.diagnosis(say(error, level))


@sentence("growth-right")
def _(level: Level, stopped: Says | None) -> str:
    return (
        f"of the right class, as far as it goes ({_ended(level, stopped)})"
        if stopped
        else ("of the right class")
    )


@sentence("growth-differs")
def _(
    level: Level,
    fast: Mapping[str, int],
    slow: Mapping[str, int],
    where: str,
    right: str,
    stopped: Says | None,
) -> str:
    """fast, slow: the speeds of sizes with which it grows too fast, and too slowly.

    where: what holds of all sizes. stopped: what ended the answer before the largest.
    """
    conditions = f" ({where})" if where else ""
    differences = [
        f"{_growing(speeds)}{conditions} it grows too {how}"
        for speeds, how in ((fast, "fast"), (slow, "slowly"))
        if speeds
    ]
    formula = right.replace("**2", "²").replace("**3", "³").replace("*", "·")
    formula += f" where {where}" if where else ""
    text = level.diagnosis("; ".join(differences), "it is of another class")
    text += level.answer(f"; right is Θ({formula})")
    return text + (f"; {_ended(level, stopped)}" if stopped else "")


@sentence("growth-misread-alike")
def _(level: Level) -> str:
    return "; half of the points, since your depth is misread alike"


def _ended(level: Level, stopped: Says) -> str:
    return f"{say(stopped, level)}: math.log takes ints of any size; floats and numpy's numbers end"


def _growing(speeds: Mapping[str, int]) -> str:
    """ "with T and J growing alike and K fixed"."""
    alike, squares, fixed = ([n for n in speeds if speeds[n] == speed] for speed in (1, 2, 0))
    text = f"with {_listed(alike)} growing{' alike' if len(alike) > 1 else ''}"
    text += "".join(f", {name} as {alike[0]}²" for name in squares)
    return text + (f"{',' if squares else ''} and {_listed(fixed)} fixed" if fixed else "")


def _listed(names: Sequence[str]) -> str:
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last


# --- what is no number ---------------------------------------------------------------------------


@sentence("growth-is-no-number")
def _(level: Level, at: str, value: Says) -> str:
    return f"expected a number, not {say(value, level)} (at {at})"


@sentence("growth-not-positive")
def _(level: Level, at: str, value: Says) -> str:
    return f"at {at} it returned {say(value, level)}: it has to be positive"


@sentence("growth-beyond-powers")
def _(level: Level, at: str, value: Says) -> str:
    return f"at {at} it returned {say(value, level)}, larger than any power"
