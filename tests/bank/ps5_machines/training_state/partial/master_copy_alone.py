"""The master copy is the weights.

points: 1
finding: no-bf16-weights
base: accepted/ifs.py
replace: return weights + gradients + optimiser
with: return gradients + optimiser
"""
