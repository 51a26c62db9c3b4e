def preview_properties(gradients, answer, layer):
    """Print whether the gradients have five properties that follow from the form of the layer."""
    X, y, W_q, W_k, W_v, W_1, w_2 = layer
    dW_q, dW_k, dW_v, dW_1, dw_2 = (answer[name] for name in PARAMETERS)
    y_hat = forward(X, W_q, W_k, W_v, W_1, w_2)["y_hat"]
    say("dW_q W_qᵀ = W_k dW_kᵀ, as only W_qᵀ W_k matters", dW_q @ W_q.T, W_k @ dW_k.T)
    say("W_1ᵀ dW_1 = dW_v W_vᵀ, as only W_1 W_v matters", W_1.T @ dW_1, dW_v @ W_v.T)
    rows = np.sum(W_1 * dW_1, axis=1)
    say("row sums of W_1 ⊙ dW_1 = w_2 ⊙ dw_2, as ReLU(2z) = 2 ReLU(z)", rows, w_2 * dw_2)
    slope = 2 * (y_hat - y) @ y_hat
    say("w_2·dw_2 = 2 (ŷ − y)·ŷ, as ŷ is linear in w_2", w_2 @ dw_2, slope)
    order = np.roll(np.arange(len(y)), 1)
    reordered = gradients(X[order], y[order], *(parameter.copy() for parameter in layer[2:]))
    flat = [np.concatenate([np.ravel(d[name]) for name in PARAMETERS]) for d in (reordered, answer)]
    say("the same after reordering the tokens", *flat)


def preview_slope(answer, layer, step=1e-5):
    """Print the slope of the loss in a random direction: by the gradients, and measured."""
    X, y, *parameters = layer
    direction = [np.random.default_rng().normal(size=p.shape) for p in parameters]
    slope = sum(np.sum(answer[name] * d) for name, d in zip(PARAMETERS, direction, strict=True))
    ahead, behind = (
        squared_loss(X, y, *(p + way * d for p, d in zip(parameters, direction, strict=True)))
        for way in (step, -step)
    )
    measured = (ahead - behind) / (2 * step)
    numbers = f"{slope:.6f} by your gradients, {measured:.6f} measured"
    say(f"slope of the loss: {numbers}", slope, measured, rtol=1e-5)
    print("The slope decides: many wrong gradients have the properties, few the slope.")


def say(what, left, right, rtol=1e-9):
    """Print whether two arrays agree."""
    agree = np.allclose(left, right, rtol=rtol, atol=rtol * np.max(np.abs(right)))
    print(f"{'holds' if agree else 'DOES NOT HOLD':>13}  {what}")
