"""One slip in two lines, which lands on two others that are right.

base: accepted/three_parts.py
replace: 4 * L**2 * (a + o)
with: 8 * L**2 * a
points: 0.75
finding: size-in-place-of(dV or dA, d_attn, d_out)
finding: right-term
"""
