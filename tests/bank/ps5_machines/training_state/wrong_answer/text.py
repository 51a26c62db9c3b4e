"""Text.

finding: not-expected
base: accepted/ifs.py
replace: return weights + gradients + optimiser
with: return f"{weights} B"
"""
