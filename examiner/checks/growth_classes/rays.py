"""Following a function along rays: sizes that grow together, at speeds that differ or not.

Two functions are of one class along a ray if their ratio stays between two constants. It is seen at
a few scales, each about twice the one before or more. A ratio that grows as a power of the scale,
however small, goes on changing by that power; what a constant or a dominated term adds fades away.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from ..counts.sizes import Sizes
from .hull import Direction, directions

FIXED = 3  # the value of a size that doesn't grow
# Where logarithms matter, a size is 2 to one of these powers; one that grows more slowly has the
# square root of it. Numbers of 64 bits end after the fifth, floats after the seventh.
EXPONENTS = (4, 8, 15, 30, 60, 240, 960, 4096)
# Where only powers do, a size is 2^scale, or 2^(2·scale) and 2^(3·scale).
SCALES = (2, 4, 8, 16, 32)
FLOATS_END = 7
MIN_SCALES = 3  # that say something of a ray
STEADY = 0.1  # a ratio that changes by less than this power of the scale is bounded …
FADING = 0.75  # … and so is one whose power gets smaller by this factor from scale to scale …
# … or that stood still and jumps once by a factor of 2 at most: a size was rounded up to a power of
# 2, and is no longer just above one where it is a float.
STILL, JUMP = 0.01, 1.0


@dataclass(frozen=True, eq=False)
class Ray:
    """Sizes that grow. direction: the speed of each, 0 where it is fixed.

    points: the sizes at each scale. arguments: those of the answer there.
    needs: how many scales it takes to see how a ratio grows.
    """

    direction: Direction
    scales: tuple[int, ...]
    points: tuple[tuple[int, ...], ...]
    arguments: tuple[tuple[int, ...], ...]
    needs: int

    def values(self, sizes: Sizes, at: int) -> Mapping[str, int]:
        """Sizes and arguments by their names."""
        named = zip(sizes.names, self.points[at], strict=True)
        return dict(zip(sizes.arguments, self.arguments[at], strict=True)) | dict(named)

    def drift(self, ratios: Sequence[float | None]) -> int:
        """1 where a ratio grows along this ray, −1 where it shrinks, 0 where it stays bounded.

        ratios: its logarithms, scale by scale; None where it isn't known, at few of them.
        """
        known = [(s, r) for s, r in zip(self.scales, ratios, strict=True) if r is not None]
        powers = [(b - a) / math.log2(t / s) for (s, a), (t, b) in pairwise(known[-MIN_SCALES:])]
        *earlier, last = powers
        jump = known[-1][1] - known[-2][1]
        if abs(jump) <= JUMP and max(map(abs, earlier)) <= STILL:
            return 0
        if abs(last) <= STEADY or abs(last) < FADING * max(map(abs, earlier)):
            return 0
        return 1 if last > 0 else -1


@lru_cache(maxsize=64)
def rays_of(sizes: Sizes, logarithmic: bool) -> tuple[Ray, ...]:
    """The rays that an answer in these sizes is followed along, the simplest first.

    logarithmic: whether the logarithms of the sizes have speeds, or the sizes themselves.
    """
    if logarithmic:
        speeds = directions(len(sizes.names), 2)
        return tuple(_ray(sizes, direction, EXPONENTS, _logarithmic) for direction in speeds)
    speeds = directions(len(sizes.names))
    return tuple(_ray(sizes, direction, SCALES, _power) for direction in speeds)


SizeAt = Callable[[int, int, int], int]  # of a size's speed, the scale, and the highest speed


def _ray(sizes: Sizes, direction: Direction, scales: tuple[int, ...], size_at: SizeAt) -> Ray:
    needs = MIN_SCALES
    if size_at is _logarithmic and len({*direction} - {0}) > 1:
        # A root of a small exponent is a small number: much depends on how it is rounded.
        scales, needs = scales[:FLOATS_END], FLOATS_END
    points = []
    for scale in scales:
        node = [size_at(speed, scale, max(direction)) if speed else FIXED for speed in direction]
        points.append(sizes.at(node))
    arguments = tuple(sizes.arguments_at(point) for point in points)
    return Ray(direction, scales, tuple(points), arguments, needs)


def _logarithmic(speed: int, scale: int, fastest: int) -> int:
    return 2**scale if speed == fastest else 2 ** math.isqrt(scale)


def _power(speed: int, scale: int, fastest: int) -> int:
    return 2 ** (speed * scale)


def direction_in_words(sizes: Sizes, direction: Direction, logarithmic: bool) -> str:
    """ "with T and J growing alike and K fixed"."""
    slowest = min(filter(None, direction))
    first = next(n for n, speed in zip(sizes.names, direction, strict=True) if speed == slowest)
    alike = [n for n, speed in zip(sizes.names, direction, strict=True) if speed == slowest]
    fixed = [n for n, speed in zip(sizes.names, direction, strict=True) if not speed]
    text = f"with {_listed(alike)} growing{' alike' if len(alike) > 1 else ''}"
    for name, speed in zip(sizes.names, direction, strict=True):
        if speed > slowest and logarithmic:
            text += f", log {name} as (log {first}){_power_of(speed, slowest)}"
        elif speed > slowest:
            text += f", {name} as {first}{_power_of(speed, slowest)}"
    if fixed:
        text += f"{' and' if len({*direction} - {0}) == 1 else ', and'} {_listed(fixed)} fixed"
    return text + (f" ({conditions})" if (conditions := sizes.conditions) else "")


def _power_of(speed: int, slowest: int) -> str:
    ratio = speed / slowest
    return {2: "²", 3: "³"}.get(ratio, f"^({speed}/{slowest})" if ratio % 1 else f"^{ratio:g}")


def _listed(names: Sequence[str]) -> str:
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last
