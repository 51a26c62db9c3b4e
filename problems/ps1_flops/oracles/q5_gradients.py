from types import SimpleNamespace

LAYERS = [(5, 4, 3, 2, 6), (7, 3, 5, 6, 4), (2, 2, 2, 2, 2), (1, 4, 3, 2, 6)]
MANY = (2, 128, 128, 128, 128)  # so many weights that a forward pass for each takes seconds
RULES = {  # the layer from its weights on, then backward, step by step; a mistake replaces some
    "A": lambda s: s.A,
    "V_tilde": lambda s: s.A @ s.V,
    "Z": lambda s: s.V_tilde @ s.W_1.T,
    "H": lambda s: np.maximum(s.Z, 0),
    "y_hat": lambda s: s.H @ s.w_2,
    "g": lambda s: 2 * (s.y_hat - s.y),
    "dw_2": lambda s: s.H.T @ s.g,
    "dZ": lambda s: np.outer(s.g, s.w_2) * (s.Z > 0),
    "dW_1": lambda s: s.dZ.T @ s.V_tilde,
    "dV_tilde": lambda s: s.dZ @ s.W_1,
    "dV": lambda s: s.A.T @ s.dV_tilde,
    "dA": lambda s: s.dV_tilde @ s.V.T,
    "dS": lambda s: s.A * (s.dA - (s.A * s.dA).sum(1, keepdims=True)),
    "dP": lambda s: s.dS / len(s.W_q) ** 0.5,
    "dQ": lambda s: s.dP @ s.K,
    "dK": lambda s: s.dP.T @ s.Q,
    "dW_q": lambda s: s.dQ.T @ s.X,
    "dW_k": lambda s: s.dK.T @ s.X,
    "dW_v": lambda s: s.dV.T @ s.X,
}


def loss(X, y, W_q, W_k, W_v, W_1, w_2):
    """The loss of the layer, also of complex weights: ReLU and maximum go by the real parts."""
    S = X @ W_q.T @ (X @ W_k.T).T / len(W_q) ** 0.5
    powers = np.exp(S - S.real.max(axis=1, keepdims=True))
    Z = powers / powers.sum(axis=1, keepdims=True) @ (X @ W_v.T) @ W_1.T
    error = y - np.where(Z.real > 0, Z, 0) @ w_2
    return np.sum(error * error)


def with_mistake(**changed):
    def wrong(X, y, *parameters):
        given = dict(zip(PARAMETERS, parameters, strict=True))
        steps = SimpleNamespace(X=X, y=y, **given, **forward(X, *parameters))
        for name, rule in (RULES | changed).items():
            setattr(steps, name, rule(steps))
        return {name: getattr(steps, f"d{name}") for name in PARAMETERS}

    return wrong


def cases(rng):
    layers = {
        f"{sizes[0]} token{'s' * (sizes[0] > 1)}": random_layer(*sizes, seed=rng.integers(2**32))
        for sizes in LAYERS
    }
    X, y, W_q, W_k, *others = random_layer(4, 3, 2, 5, 4, seed=rng.integers(2**32))
    layers["scores in the thousands"] = (X, y, 60 * W_q, 60 * W_k, *others)
    X, y, *weights = random_layer(*MANY, seed=rng.integers(2**32))
    many = checks.case(
        *(X, y, *(weight / 8 for weight in weights)),  # scores of order 1
        oracle=with_mistake(),
        seconds=1.0,
        too_slow="numerical differentiation, which the question excludes: a forward pass or more for"
        " each of many weights",
    )
    return {name: checks.case(*layer) for name, layer in layers.items()} | {"2 tokens": many}
