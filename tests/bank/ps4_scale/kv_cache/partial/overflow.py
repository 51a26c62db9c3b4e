"""No maximum subtracted.

base: accepted/concatenate.py
replace: a = np.exp(s - np.max(s))
with: a = np.exp(s)
points: 5.75
finding: overflow
"""
