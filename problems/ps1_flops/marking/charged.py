"""What is charged by answers that don't keep to P5."""

HIDDEN_CHARGED = {
    "ReLU or a bias of W_1 is charged; ReLU is free (P5), and there is no bias": {
        "+": "seq_len*d_hidden"
    },
}

SOFTMAX_CHARGED = {
    "the factor 1/√d_attn is charged on the scores, or one operation of the softmax on each; here"
    " both are free (P5)": {"+": "seq_len**2"},
} | {
    f"{number} operations for each score are charged for the softmax and the factor 1/√d_attn; here"
    " both are free (P5)": {"+": f"{number}*seq_len**2"}
    for number in (2, 3, 4, 5)
}
