"""Right, but for the inverted mask of its own attention, which also averages where no key is seen.

given: masked_attention/partial/mask_inverted_with_minus_1e9.py
finding: padding and causal, 4 heads of 2: authored
base: accepted/error_carried_over.py
replace: q @ k.transpose(0, 2, 1)
with: q @ k.transpose(0, 2, 1) / np.sqrt(q.shape[2])
replace: np.where(key_padding_mask[:, None, :], -1e9, scores)
with: np.where(key_padding_mask[:, None, :], scores, -1e9)
replace:  * (scores > -1e8)
with: 
"""
