"""Says yes and no.

finding: BERT, self-attention: chose-no-option
"""

masks = {
    "BERT": {"self-attention": True},
    "GPT": {"self-attention": True, "loss": True},
    "T5": {
        "encoder self-attention": True,
        "decoder self-attention": True,
        "cross-attention": True,
        "loss": True,
    },
}
