"""All of a text, whatever the number of layers.

base: accepted/power.py
replace: if seq_len is not None and reached > seq_len:
with: if seq_len is not None:
points: 1.75
finding: always-the-text
"""
