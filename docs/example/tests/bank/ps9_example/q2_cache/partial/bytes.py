"""Two bytes for each number.

base: accepted/lines.py
replace: {"keys": n * d, "values": n * d, "weights": n**2}
with: {"keys": 2 * n * d, "values": 2 * n * d, "weights": 2 * n**2}
points: 2.25
finding: bytes
"""
