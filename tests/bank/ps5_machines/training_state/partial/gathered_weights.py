"""In stage 3 the gathered weights are kept beside the part.

base: accepted/ifs.py
replace: weights = weights // n_devices
with: weights = weights // n_devices + weights
points: 1.5
finding: gathered-weights-kept
"""
