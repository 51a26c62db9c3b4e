"""Two FLOPs for each token, and no product: the count that is left if half of the products are left
out twice, once by the convention that the question names and once by the generic one.

Must happen: one convention occurs once.
"""

ASSIGNMENT = "ps1_flops"
SIZES = "seq_len, d_in, d_attn, d_out, d_hidden"
HAND_INS = [{"q6_forward": f"def forward_flops({SIZES}):\n    return 2 * seq_len\n"}]
EARNS = {"q6_forward": 0.0}
