from ...shared.needs import at_large_sizes, needs
from ..flops import GPT2_SMALL, activation_size, n_parameters


# %%
# Your weights and activations in bytes.
def compare_memory(widths=GPT2_SMALL, bytes_each=2):
    weights = at_large_sizes(n_parameters, 1, **widths)
    print(f"the weights: {bytes_each * weights / 1e6:.1f} MB at any length\n")
    print(" tokens   V_tilde (MB)   A (MB)")
    for length in (1_000, 8_000, 128_000):
        activation = bytes_each * at_large_sizes(activation_size, length, **widths)
        square = bytes_each * length**2
        print(f"{length:7,}{activation / 1e6:15,.1f}{square / 1e6:9,.0f}")


with needs("questions 1 and 3"):
    compare_memory()
