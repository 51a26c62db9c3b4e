"""Returns random numbers of the right shapes.

finding: W_q: numbers-differ
"""


def gradients(X, y, W_q, W_k, W_v, W_1, w_2):
    parameters = {"W_q": W_q, "W_k": W_k, "W_v": W_v, "W_1": W_1, "w_2": w_2}
    return {name: np.random.normal(size=w.shape) for name, w in parameters.items()}
