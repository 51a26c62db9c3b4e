"""No padding mask in cross-attention.

points: 3
finding: T5, cross-attention: chose
finding: T5, cross-attention: option-missing
"""

masks = {
    "BERT": {"self-attention": {"source padding"}},
    "GPT": {"self-attention": {"causal"}, "loss": {"target padding"}},
    "T5": {
        "encoder self-attention": {"source padding"},
        "decoder self-attention": {"causal"},
        "cross-attention": set(),
        "loss": {"target padding"},
    },
}
