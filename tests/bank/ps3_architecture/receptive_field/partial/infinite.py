"""An infinite field where the text has no end.

base: accepted/power.py
replace:     if seq_len is not None and reached > seq_len:
with:     if seq_len is None or reached > seq_len:
replace:         return seq_len
with:         return float("inf") if seq_len is None else seq_len
points: 0.5
finding: infinite-without-text
"""
