from .quadratic import QUADRATIC_OTHER, QUADRATIC_PRODUCTS, SIZES

checks.flops(
    linear_attention_flops,
    variables=SIZES,
    products={
        "the product of V with the keys' features": "d_v seq_len r",
        "the product with the queries' features": "d_v r seq_len",
        "the normalisers": "seq_len r 1",
    },
    other={"the sum of the keys' features": "seq_len*r", "the divisions": "seq_len*d_v"},
    mistakes={
        "the normaliser is forgotten": {
            "the normalisers": "0",
            "the sum of the keys' features": "0",
            "the divisions": "0",
        },
        "the sum of the keys' features is formed anew for every query": {
            "the sum of the keys' features": "seq_len**2*r"
        },
        "the normaliser is a sum over all keys for every query": {
            "the normalisers": "2*seq_len**2*r + seq_len**2",
            "the sum of the keys' features": "0",
        },
        "the product of V with the keys' features is formed anew for every query": {
            "the product of V with the keys' features": "2*seq_len**2*d_v*r"
        },
        "this is the cost of the quadratic form": checks.cost(QUADRATIC_PRODUCTS, QUADRATIC_OTHER),
    },
    conventions={
        "the sum of the keys' features is charged as a product with ones (P4: N additions)": {
            "the sum of the keys' features": "2*seq_len*r"
        },
        "a sum of N numbers is charged N − 1 additions (P4: N)": {
            "the sum of the keys' features": "(seq_len - 1)*r"
        },
        "one addition is saved in each sum and each dot product (P2: 2n, P4: n)": {
            "the product of V with the keys' features": "(2*seq_len - 1)*d_v*r",
            "the product with the queries' features": "(2*r - 1)*d_v*seq_len",
            "the normalisers": "(2*r - 1)*seq_len",
            "the sum of the keys' features": "(seq_len - 1)*r",
        },
        # No count tells which of the two it is.
        "one product of d_v·seq_len·r is in multiply–accumulates; each is two FLOPs (P6)": {
            "the product of V with the keys' features": "3*seq_len*d_v*r",
            "the product with the queries' features": "0",
        },
    },
)
