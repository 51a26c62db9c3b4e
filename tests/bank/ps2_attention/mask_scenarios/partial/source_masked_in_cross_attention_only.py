"""No padding mask in the encoder.

points: 3.5
finding: T5, encoder self-attention: chose
"""

masks = {
    "BERT": {"self-attention": {"source padding"}},
    "GPT": {"self-attention": {"causal"}, "loss": {"target padding"}},
    "T5": {
        "encoder self-attention": set(),
        "decoder self-attention": {"causal"},
        "cross-attention": {"source padding"},
        "loss": {"target padding"},
    },
}
