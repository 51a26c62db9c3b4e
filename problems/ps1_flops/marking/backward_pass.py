"""The lines of the backward pass, and what is mistaken for them."""

VALUE_WEIGHTS_ERRORS = """
sum-over-queries-done-once: a factor seq_len is too many: the sum over the queries is done once, in
    dV, and not again for every weight of W_v :: dWv = 2*seq_len**2*d_out*d_in
"""
LINE_ERRORS = f"""
{VALUE_WEIGHTS_ERRORS}
error-computed-again: y − ŷ is stored, so it is not computed again (B6) :: dyhat = 2*seq_len
costs-of-the-loss: this is what the loss costs; its line is y − ŷ, which is stored, times a number
    (B6) :: dyhat = 3*seq_len
softmax-free: the softmax is free only in the forward pass (B4) :: softmax = 0
step-per-row: the subtraction or the multiplication in the softmax is charged once for each row; it
    is one per entry (B4) :: softmax = 3*seq_len**2 + seq_len
jacobian-per-row: a Jacobian per row of the softmax is formed; its line needs none (B4)
    :: softmax = 3*seq_len**3 + seq_len**2
full-jacobian-per-row: a full Jacobian per row of the softmax is formed; its line needs none (B4)
    :: softmax = 4*seq_len**3
times-full-jacobian: every row of dA is multiplied by a full Jacobian of the softmax; its line needs
    none (B4) :: softmax = 2*seq_len**3
row-dot-products-of-v-tilde: the row dot products of the softmax are replaced by those of dṼ and Ṽ,
    which are another line (B4) :: softmax = 2*seq_len**2 + 2*seq_len*d_out
scale-on-dq-and-dk: the factor 1/√d_attn is applied to the L × L matrix, not to dQ and dK (B5)
    :: scale = 2*seq_len*d_attn
scale-on-dwq-and-dwk: the factor 1/√d_attn is applied to the L × L matrix, not to dWq and dWk (B5)
    :: scale = 2*d_attn*d_in
"""
X_ERRORS = """
gradient-of-x: the gradient of X is included (B1) :: + 2*seq_len*d_in*(2*d_attn + d_out)
gradient-of-x-and-sum: the gradient of X is included (B1), and the sum of its parts
    :: + 2*seq_len*d_in*(2*d_attn + d_out) + 2*seq_len*d_in
gradient-of-x-through-v: the gradient of X through V is included (B1) :: + 2*seq_len*d_in*d_out
gradient-of-x-through-q-or-k: the gradient of X through Q or K is included (B1)
    :: + 2*seq_len*d_in*d_attn
"""


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

NO_GRADIENT_OF_SCORES = "dA = 0 && dQ = 0 && dK = 0 && dWq = 0 && dWk = 0"
