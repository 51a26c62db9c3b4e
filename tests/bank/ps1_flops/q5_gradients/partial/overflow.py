"""An own softmax that doesn't subtract the largest score.

base: accepted/einsum.py
replace: np.exp(scores - scores.max(1)[:, None])
with: np.exp(scores)
points: 5
finding: overflow
"""
