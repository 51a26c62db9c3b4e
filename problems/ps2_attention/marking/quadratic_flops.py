from .quadratic import LINEAR_OTHER, LINEAR_PRODUCTS, QUADRATIC_OTHER, QUADRATIC_PRODUCTS, SIZES

ERRORS = """
causal-mask: nothing is masked here: each query meets all N keys, not only the earlier ones
    :: the products of features = seq_len*(seq_len + 1)*r
    && the sums over the keys = seq_len*(seq_len + 1)/2
    && the divisions = seq_len*(seq_len + 1)/2 && the weighted sums = seq_len*(seq_len + 1)*d_v
weights-divided: the function divides the N² weights, not the outputs :: the divisions = seq_len*d_v
"""
# No count tells which of those n-squared-too-many is.
CONVENTIONS = """
sums-and-divisions-free: sums and divisions are free only inside a softmax, and here is none
    :: the sums over the keys = 0 && the divisions = 0
sums-of-n-minus-1: a sum of N numbers is charged N − 1 additions (P4: N)
    :: the sums over the keys = (seq_len - 1)*seq_len
one-addition-saved: one addition is saved in each sum and each dot product (P2: 2n, P4: n)
    :: the products of features = (2*r - 1)*seq_len**2
    && the weighted sums = (2*seq_len - 1)*seq_len*d_v
    && the sums over the keys = (seq_len - 1)*seq_len
n-squared-too-many: N² too many: the sum as a product with ones (P4: N additions), an exponential,
    where there is none (P5), or sums or divisions counted twice
    :: the sums over the keys = 3*seq_len**2 && the divisions = 0
"""


checks.polynomial(
    quadratic_attention_flops,
    variables=SIZES,
    others={"linear_flops": checks.cost(LINEAR_PRODUCTS, LINEAR_OTHER)},
    products=QUADRATIC_PRODUCTS,
    other=QUADRATIC_OTHER,
    mistakes=ERRORS,
    conventions=CONVENTIONS,
)
