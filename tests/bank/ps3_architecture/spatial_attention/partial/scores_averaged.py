"""The mean of the scores of all heads.

base: accepted/einsum.py
replace: scores = scores - scores.max
with: scores = np.repeat(scores.mean(axis=0, keepdims=True), len(scores), axis=0); scores = scores - scores.max
points: 2
finding: scores-of-all-heads
"""
