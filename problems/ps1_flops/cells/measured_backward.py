from ...shared.needs import needs
from ..flops import EXAMPLE, backward_product_flops, gradients, random_layer
from .counting_array import count_operations


# %%
# The products of your gradients, measured and predicted, without those of `forward`.
with needs("questions 5 and 7"):
    _layer = random_layer(**EXAMPLE, seed=0)
    _measured = count_operations(gradients, *_layer)["products"]
    _dH = 2 * EXAMPLE["seq_len"] * EXAMPLE["d_hidden"]
    print(f"your gradients, measured:          {_measured:8,}")
    print(f"predicted, all products but dH:    {backward_product_flops(**EXAMPLE) - _dH:8,}")
