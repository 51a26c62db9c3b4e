from ...shared.needs import needs
from ..flops import EXAMPLE, backward_product_flops, gradients, random_layer
from .counting_array import count_operations


# %%
# The products of your gradients, measured and predicted, without those of `forward`.
def measure_backward():
    layer = random_layer(**EXAMPLE, seed=0)
    measured = count_operations(gradients, *layer)["products"]
    dH = 2 * EXAMPLE["seq_len"] * EXAMPLE["d_hidden"]
    print(f"your gradients, measured:          {measured:8,}")
    print(f"predicted, all products but dH:    {backward_product_flops(**EXAMPLE) - dH:8,}")


with needs("questions 5 and 7"):
    measure_backward()
