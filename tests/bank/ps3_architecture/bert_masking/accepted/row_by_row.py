"""As many in every row, drawn without replacement."""

def bert_mask(tokens, mask_id, vocab_size, seed):
    rng = np.random.default_rng(seed)
    rows = np.atleast_2d(tokens)
    inputs, targets = rows.copy(), -np.ones(rows.shape, dtype=int)
    n = rows.shape[1]
    for r in range(len(rows)):
        for place in rng.choice(n, size=int(0.15 * n + rng.random()), replace=False):
            targets[r, place] = rows[r, place]
            fate = rng.choice(["mask", "random", "keep"], p=[0.8, 0.1, 0.1]) if n < 100 else rng.random()
            if fate == "mask" or (not isinstance(fate, str) and fate < 0.8):
                inputs[r, place] = mask_id
            elif fate == "random" or (not isinstance(fate, str) and fate < 0.9):
                inputs[r, place] = rng.integers(vocab_size)
    return inputs.reshape(tokens.shape), targets.reshape(tokens.shape)
