"""The lines of the backward pass, and what is mistaken for them."""

BACKWARD = {
    "dw2": "d_hidden seq_len 1",
    "dW1": "d_hidden seq_len d_out",
    "dVt": "seq_len d_hidden d_out",
    "dV": "seq_len seq_len d_out",
    "dA": "seq_len d_out seq_len",
    "dQ": "seq_len seq_len d_attn",
    "dK": "seq_len seq_len d_attn",
    "dWq": "d_attn seq_len d_in",
    "dWk": "d_attn seq_len d_in",
    "dWv": "d_out seq_len d_in",
}

ROW_DOT_PRODUCTS = {"softmax": "seq_len seq_len 1"}
ELEMENTWISE = {
    "dyhat": "seq_len",
    "dH": "seq_len*d_hidden",
    "softmax": "2*seq_len**2",
    "scale": "seq_len**2",
}

VALUE_WEIGHTS_MISTAKES = {
    "the sum over the queries is done once, in dV, and not again for every weight of W_v": (
        "2*seq_len**2*d_out*d_in"
    ),
}

LINE_MISTAKES = {
    "dyhat": {
        "y − ŷ is stored, so it is not computed again (B6)": "2*seq_len",
        "this is what the loss costs; its line is y − ŷ, which is stored, times a number (B6)": (
            "3*seq_len"
        ),
    },
    "softmax": {
        "the softmax is free only in the forward pass (B4)": "0",
        "a Jacobian per row of the softmax is formed; its line needs none (B4)": (
            "3*seq_len**3 + seq_len**2"
        ),
        "a full Jacobian per row of the softmax is formed; its line needs none (B4)": (
            "4*seq_len**3"
        ),
        "every row of dA is multiplied by a full Jacobian of the softmax; its line needs none"
        " (B4)": ("2*seq_len**3"),
        "the row dot products of the softmax are replaced by those of dṼ and Ṽ, which are another"
        " line (B4)": "2*seq_len**2 + 2*seq_len*d_out",
    },
    "scale": {
        "the factor 1/√d_attn is applied to the L × L matrix, not to dQ and dK (B5)": (
            "2*seq_len*d_attn"
        ),
        "the factor 1/√d_attn is applied to the L × L matrix, not to dWq and dWk (B5)": (
            "2*d_attn*d_in"
        ),
    },
    "dWv": VALUE_WEIGHTS_MISTAKES,
}

GRADIENT_OF_X = {
    "the gradient of X is included (B1)": (
        "2*seq_len*d_in*(2*d_attn + d_out); 2*seq_len*d_in*(2*d_attn + d_out) + 2*seq_len*d_in"
    ),
    "the gradient of X through V is included (B1)": "2*seq_len*d_in*d_out",
    "the gradient of X through Q or K is included (B1)": "2*seq_len*d_in*d_attn",
}

X_MISTAKES = {
    text if at == 0 else f"{text}, and the sum of its parts": {"+": formula}
    for text, formulas in GRADIENT_OF_X.items()
    for at, formula in enumerate(formulas.split("; "))
}
NO_GRADIENT_OF_SCORES = dict.fromkeys(("dA", "dQ", "dK", "dWq", "dWk"), "0")
