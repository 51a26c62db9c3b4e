from .quadratic import LINEAR_OTHER, LINEAR_PRODUCTS, QUADRATIC_OTHER, QUADRATIC_PRODUCTS, SIZES

ERRORS = f"""
normaliser-missing: the normaliser is forgotten
    :: the normalisers = 0 && the sum of the keys' features = 0 && the divisions = 0
feature-sum-for-each-query: the sum of the keys' features is formed anew for every query
    :: the sum of the keys' features = seq_len**2*r
normaliser-sum-for-each-query: the normaliser is a sum over all keys for every query
    :: the normalisers = 2*seq_len**2*r + seq_len**2 && the sum of the keys' features = 0
reciprocals: a reciprocal for each token, and then its products, are charged; here each entry is
    divided (P3) :: + seq_len
product-for-each-query: the product of V with the keys' features is formed anew for every query
    :: the product of V with the keys' features = 2*seq_len**2*d_v*r
quadratic-form: this is the cost of the quadratic form
    :: {checks.cost(QUADRATIC_PRODUCTS, QUADRATIC_OTHER)}
"""
# No count tells which of the two one-product-as-macs is.
CONVENTIONS = """
feature-sum-as-product: the sum of the keys' features is charged as a product with ones (P4: N
    additions) :: the sum of the keys' features = 2*seq_len*r
sums-of-n-minus-1: a sum of N numbers is charged N − 1 additions (P4: N)
    :: the sum of the keys' features = (seq_len - 1)*r
one-addition-saved: one addition is saved in each sum and each dot product (P2: 2n, P4: n)
    :: the product of V with the keys' features = (2*seq_len - 1)*d_v*r
    && the product with the queries' features = (2*r - 1)*d_v*seq_len
    && the normalisers = (2*r - 1)*seq_len && the sum of the keys' features = (seq_len - 1)*r
one-product-as-macs: one product of d_v·seq_len·r is in multiply–accumulates; each is two FLOPs
    (P6). Or it is counted as outer products (P3) that aren't added up
    :: the product of V with the keys' features = 3*seq_len*d_v*r
    && the product with the queries' features = 0
"""


checks.polynomial(
    linear_attention_flops,
    variables=SIZES,
    products=LINEAR_PRODUCTS,
    other=LINEAR_OTHER,
    mistakes=ERRORS,
    conventions=CONVENTIONS,
)
