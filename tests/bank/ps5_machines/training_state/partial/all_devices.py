"""All devices together.

points: 1
finding: all-devices-together
base: accepted/ifs.py
replace: return weights + gradients + optimiser
with: return n_devices * (weights + gradients + optimiser)
"""
