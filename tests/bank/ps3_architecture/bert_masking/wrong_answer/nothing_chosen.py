"""The text as it is.

finding: targets are the chosen tokens, and the others stay: authored
"""

def bert_mask(tokens, mask_id, vocab_size, seed):
    return tokens.copy(), np.full(tokens.shape, -1)
