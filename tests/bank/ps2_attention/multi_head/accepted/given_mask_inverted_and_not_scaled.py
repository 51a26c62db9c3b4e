"""Right, but for the two slips of its own attention.

given: masked_attention/partial/mask_inverted_and_not_scaled.py
finding: no mask, 3 heads of 2: authored
base: accepted/given_mask_inverted_with_minus_1e9.py
replace: np.where(hidden, -1e9, scores)
with: np.where(hidden, -np.inf, scores)
replace: k.transpose(0, 2, 1) / np.sqrt(d)
with: k.transpose(0, 2, 1)
"""
