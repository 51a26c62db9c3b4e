"""Bits for bytes. The batch rests on them.

base: accepted/lines.py
replace: return 2 * batch
with: return 16 * batch
points: 4
finding: factor
"""
