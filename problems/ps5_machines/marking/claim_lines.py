"""The assumptions of the claim about the price of tokens, each right or wrong."""

from examiner.checks import Choices

question = Choices(
    {
        "embedding": "wrong",
        "head": "right",
        "attention": "wrong",
        "peak": "wrong",
        "overlap": "right",
        "weights": "wrong",
        "cache": "wrong",
        "writing": "right",
    },
    options=["right", "wrong"],
    why={
        "embedding": "The embedding is a look-up, and scales multiply no matrix",
        "head": "The head is a matrix, and each of the 32 new tokens goes through it",
        "attention": "With 8,192 tokens they are more than a fifth of the FLOPs",
        "peak": (
            "The data sheet prints 1,979 TFLOP/s with sparsity, which skips half of the products; "
            "dense products run at half of it, as in `H100`"
        ),
        "overlap": "The convention of 5.1 says so",
        "weights": "Reading 15 GB takes over 4 ms, and the arithmetic less than 1 ms",
        "cache": "32 caches of 8,192 tokens hold 34 GB, the matrices 15 GB",
        "writing": "A step writes one token and reads 8,192 for each sequence",
    },
)
