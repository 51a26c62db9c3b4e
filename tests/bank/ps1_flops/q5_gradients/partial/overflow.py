"""An own softmax that doesn't subtract the largest score.

base: accepted/einsum.py
replace: np.exp(scores - scores.max(1)[:, None])
with: np.exp(scores)
points: 8
finding: the exponentials overflow: subtract each row's largest score; this explains every difference
finding: W_v: the exponentials overflow: subtract each row's largest score: scores in the thousands: you have nan everywhere
"""
