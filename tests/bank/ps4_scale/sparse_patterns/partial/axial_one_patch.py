"""What one patch sees.

base: accepted/broadcast.py
replace: return h * w * (h + w - 1)
with: return h + w - 1
points: 3.5
finding: one-patch
"""
