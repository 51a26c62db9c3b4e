"""Offsets of the patch numbers, which cross the ends of rows; counted so.

base: accepted/broadcast.py
replace: near_columns = abs(column[:, None] - column[None, :]) <= r
with: away = abs(i[:, None] - i); near_rows = np.any([abs(away - k * w) <= r for k in range(r + 1)], axis=0); near_columns = True
replace: return in_a_line(h, r) * in_a_line(w, r)
with: return local_mask(h, w, r).sum()
points: 3.5
finding: wraps-to-next-row
finding: 4 × 5 patches, r = 1: authored
"""
