"""Takes d_in for d_out everywhere: six lines, of which two cost their points.

base: accepted/one_formula_per_line.py
replace: = seq_len, d_in, d_attn, d_out, d_hidden
with: = seq_len, d_in, d_attn, d_in, d_hidden
points: 4
finding: size-in-place-of(d_in, d_out)
"""
