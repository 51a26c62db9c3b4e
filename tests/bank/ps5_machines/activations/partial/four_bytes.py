"""Four bytes for each number. The batch rests on them.

base: accepted/lines.py
replace: return 2 * batch
with: return 4 * batch
points: 4
finding: four-bytes
"""
