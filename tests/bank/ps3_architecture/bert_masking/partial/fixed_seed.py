"""Always the same generator.

base: accepted/two_draws.py
replace: np.random.default_rng(seed)
with: np.random.default_rng(0)
points: 2.5
finding: the seed decides the result, and tokens stays unchanged: authored
"""
