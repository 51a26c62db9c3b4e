"""Thinks of self-attention: queries at padding give zeros as well.

base: accepted/minus_infinity.py
replace: return np.einsum("nts,nsd->ntd", e / total, v)
with: unread = False if key_padding_mask is None or q.shape != k.shape else key_padding_mask[:, :, None]; return np.where(unread, 0, np.einsum("nts,nsd->ntd", e / total, v))
points: 5
finding: padded-queries-zeroed
"""
