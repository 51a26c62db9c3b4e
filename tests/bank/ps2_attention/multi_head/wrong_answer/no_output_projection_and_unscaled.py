"""Two slips: no output projection, and no division by √d_head.

base: accepted/mask_repeated_for_each_head.py
replace: .reshape(b, tl, d) @ W_o.T
with: .reshape(b, tl, d)
replace: k.transpose(0, 2, 1) / np.sqrt(q.shape[2])
with: k.transpose(0, 2, 1)
finding: no-output-projection
"""
