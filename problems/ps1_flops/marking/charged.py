"""What is charged by answers that don't keep to P5."""

CHARGED_WORDS = """
relu-or-bias-charged: ReLU or a bias of W_1 is charged; ReLU is free (P5), and there is no bias
scale-or-softmax-charged: the factor 1/√d_attn is charged on the scores, or one operation of the
    softmax on each; here both are free (P5)
softmax-charged: {} operations for each score are charged for the softmax and the factor 1/√d_attn;
    here both are free (P5)
"""


HIDDEN_CHARGED = {"relu-or-bias-charged": {"+": "seq_len*d_hidden"}}

SOFTMAX_CHARGED = {"scale-or-softmax-charged": {"+": "seq_len**2"}} | {
    f"softmax-charged({number})": {"+": f"{number}*seq_len**2"} for number in (2, 3, 4, 5)
}
