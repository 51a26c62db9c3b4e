"""exp(max − s).

base: accepted/concatenate.py
replace: a = np.exp(s - np.max(s))
with: a = np.exp(np.max(s) - s)
points: 4
finding: sign-reversed
"""
