"""The distance of two directions, line by line."""

import numpy as np

from examiner.checks import Derivation, Fact, Problem, World, misconception

from ..example import DISTANCE, unit_vectors

FACTS = (
    Fact("unit u", "u.T @ u = 1", DISTANCE["facts"]["unit u"]),
    Fact("unit v", "v.T @ v = 1", DISTANCE["facts"]["unit v"]),
)


def draw(rng: np.random.Generator) -> list[World]:
    usual = [unit_vectors(rng) for _ in range(8)]
    ways = [("unit u",), ("unit v",), ("unit u", "unit v")]
    return usual + [unit_vectors(rng, way, far) for way in ways for far in (1, 0.1, 0.01)]


question = Derivation(
    Problem(
        left=DISTANCE["left"],
        right=DISTANCE["right"],
        draw=draw,
        facts=FACTS,
        moves=DISTANCE["moves"],
        misconceptions=(
            misconception("perpendicular", "2", "u and v need not be perpendicular"),
            misconception("one-cross-term", "2 - u.T @ v", "the square has two cross terms"),
        ),
    )
)
