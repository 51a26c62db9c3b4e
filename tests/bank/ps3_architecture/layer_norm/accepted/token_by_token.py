"""A loop over tokens."""

def layer_norm(x, gamma, beta, eps):
    tokens = x.reshape(-1, x.shape[-1])
    rows = []
    for token in tokens:
        centred = token - token.mean()
        spread = np.sqrt(centred @ centred / len(token) + eps)
        rows.append(gamma * (centred / spread) + beta)
    return np.array(rows).reshape(x.shape)
