import numpy as np

from examiner.checks.derivations.comparing import World

# %%
# The example of two vectors


def two_vectors(rng, false):
    """Draw u and v such that the facts in `false` are false."""
    u, v = rng.normal(size=(2, 3, 1))
    if "perpendicular" not in false:
        v = v - u * (u.T @ v) / (u.T @ u)
    if "unit" not in false:
        u = u / np.sqrt(u.T @ u)
    kind = " and ".join(f"{name} false" for name in false) or "u and v drawn at random"
    return World({"u": u, "v": v}, kind, frozenset(false))


FACTS = ("perpendicular", "unit")
PYTHAGORAS = {
    "worlds": [
        two_vectors(np.random.default_rng(seed), false)
        for seed, false in enumerate([(), FACTS[:1], FACTS[1:], FACTS])
    ],
    "left": "(u + v).T @ (u + v)",
    "right": "1 + v.T @ v",
    "facts": {"perpendicular": ("orthogonal",), "unit": ("length 1",)},
    "moves": ("algebra",),
}
