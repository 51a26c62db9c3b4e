"""Central differences of the loss, entry by entry, for all three arrays.

finding: dx: some-digits-only
"""

def layer_norm_backward(dy, x, gamma, eps):
    def loss(x, gamma, beta):
        z = (x - x.mean(1, keepdims=True)) / np.sqrt(x.var(1, keepdims=True) + eps)
        return np.sum(dy * (gamma * z + beta))

    def slopes(of, array, h=1e-5):
        found = np.zeros(array.shape)
        for index in np.ndindex(array.shape):
            step = np.zeros(array.shape)
            step[index] = h
            found[index] = (of(array + step) - of(array - step)) / (2 * h)
        return found

    beta = np.zeros(x.shape[1])
    return (
        slopes(lambda array: loss(array, gamma, beta), x),
        slopes(lambda array: loss(x, array, beta), gamma),
        slopes(lambda array: loss(x, gamma, array), beta),
    )
