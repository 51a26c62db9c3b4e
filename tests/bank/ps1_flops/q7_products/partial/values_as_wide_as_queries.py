"""One slip in two lines, which lands on two others that are right.

base: accepted/three_parts.py
replace: 4 * L**2 * (a + o)
with: 8 * L**2 * a
points: 1.75
finding: in dV and dA, d_attn stands where d_out belongs
finding: – seq_len²·d_attn: you have 8, charged in another line; 4 is right: dQ, dK
"""
