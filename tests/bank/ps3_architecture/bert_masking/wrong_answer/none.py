"""No return.

finding: None
"""

def bert_mask(tokens, mask_id, vocab_size, seed):
    tokens[np.random.default_rng(seed).random(tokens.shape) < 0.15] = mask_id
