"""Right, but for the two slips of its own attention.

given: masked_attention/partial/mask_inverted_and_not_scaled.py
finding: no mask, 3 heads of 2: authored
base: accepted/error_carried_over.py
replace: np.where(key_padding_mask[:, None, :], -1e9, scores)
with: np.where(key_padding_mask[:, None, :], scores, -1e9)
"""
