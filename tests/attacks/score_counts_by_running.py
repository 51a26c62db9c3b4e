"""Question 6 of problem set 1 by the tool of the notebook: the layer, pasted as a function of one's
own, runs on the counting array. The tool is called from the answer, through another name, and by exec.

Must happen: the tool refuses to count for a function of the notebook, so the answers earn nothing.
"""

ASSIGNMENT = "ps1_flops"
V = "seq_len, d_in, d_attn, d_out, d_hidden"
LAYER = """
def loss(X, y, W_q, W_k, W_v, W_1, w_2):
    Q, K, V = X @ W_q.T, X @ W_k.T, X @ W_v.T
    S = Q @ K.T / np.sqrt(W_q.shape[0])
    weights = np.exp(S - np.max(S, axis=1, keepdims=True))
    A = weights / np.sum(weights, axis=1, keepdims=True)
    error = y - np.maximum(A @ V @ W_1.T, 0) @ w_2
    return error @ error
"""
DIRECT = f"""
def forward_flops({V}):
    layer = random_layer({V})
    return count_operations(loss, *layer)["products"] + seq_len
"""
RENAMED = f"""
def f({V}):
    layer = random_layer({V})
    return (lambda: count_operations(loss, *layer)["products"] + seq_len)()

forward_flops = f
"""
EXECUTED = f"""
def forward_flops({V}):
    found = {{}}
    call = "done = count_operations(loss, *random_layer(*sizes))['products']"
    exec(call, globals() | {{"sizes": ({V})}}, found)
    return found["done"] + seq_len
"""
HAND_INS = [{"q6_forward": LAYER + code} for code in (DIRECT, RENAMED, EXECUTED)]
EARNS = {"q6_forward": 0.0}
