"""Half of the bytes.

points: 1
finding: numbers-not-bytes
base: accepted/ifs.py
replace: return weights + gradients + optimiser
with: return (weights + gradients + optimiser) // 2
"""
