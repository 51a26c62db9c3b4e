"""In GB.

points: 1
finding: numbers-differ
base: accepted/ifs.py
replace: return weights + gradients + optimiser
with: return (weights + gradients + optimiser) / 1e9
"""
