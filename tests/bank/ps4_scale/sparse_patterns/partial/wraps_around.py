"""A torus.

base: accepted/broadcast.py
replace: return near_rows & near_columns
with: dy = abs(row[:, None] - row); dx = abs(column[:, None] - column); return (np.minimum(dy, h - dy) <= r) & (np.minimum(dx, w - dx) <= r)
replace: return in_a_line(h, r) * in_a_line(w, r)
with: return h * w * (2 * r + 1) ** 2
points: 3.25
finding: wraps-around-image
"""
