PARAMETERS = ("W_q", "W_k", "W_v", "W_1", "w_2")


def preview_gradients(gradients):
    """Print what can be said about five gradients without knowing them, on a new random layer."""
    layer = random_layer(seq_len=6, d_in=5, d_attn=4, d_out=3, d_hidden=7)
    answer = gradients(*(array.copy() for array in layer))
    assert isinstance(answer, dict), f"expected a dict, not {type(answer).__name__}"
    issues = {
        name: issue_of_gradient(answer.get(name), parameter.shape)
        for name, parameter in zip(PARAMETERS, layer[2:], strict=True)
    }
    for name, issue in issues.items():
        print(f"{name}: {issue or 'type and shape are as they should be'}")
    if any(issues.values()):
        print("Properties and slope can be checked when all five are as they should be.")
    else:
        preview_properties(gradients, answer, layer)
        preview_slope(answer, layer)


def issue_of_gradient(gradient, shape):
    """What is wrong with the type or shape of a gradient; an empty text if nothing is."""
    if gradient is None:
        return "missing"
    if not isinstance(gradient, np.ndarray):
        return f"not an array of real numbers but {type(gradient).__name__}"
    if gradient.dtype.kind not in "iuf":
        return f"not an array of real numbers but of {gradient.dtype}"
    if gradient.shape != shape:
        return f"its shape is {gradient.shape}, its parameter's is {shape}"
    return "" if np.isfinite(gradient).all() else "some entries are infinite or not a number"
