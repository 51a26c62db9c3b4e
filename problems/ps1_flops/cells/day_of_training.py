from ...shared.needs import at_large_sizes, needs
from ..flops import GPT2_SMALL, backward_flops, backward_ledger, forward_flops, n_parameters

# %%
PEAK = 989e12  # FLOP/s of one H100 (SXM5 board) in dense bfloat16, as its maker states them
UTILISATION = 0.4  # the part of the peak that a training run reaches


def plan_a_day(seq_len=1024, layers=12, widths=GPT2_SMALL):
    forward_pass = layers * at_large_sizes(forward_flops, seq_len, **widths)
    backward_pass = layers * at_large_sizes(backward_flops, seq_len, **widths)
    # dX, in every layer but the first: three products, each as dear as a gradient of weights, and
    # their sum.
    ledger = at_large_sizes(backward_ledger, seq_len, **widths)
    gradient_of_x = ledger["dWq"] + ledger["dWk"] + ledger["dWv"] + 2 * seq_len * widths["d_in"]
    backward_pass += (layers - 1) * gradient_of_x
    both = forward_pass + backward_pass
    weights = layers * at_large_sizes(n_parameters, seq_len, **widths)
    tokens = 86_400 * PEAK * UTILISATION * seq_len / both
    print(f"backward / forward:                  {backward_pass / forward_pass:.2f}")
    print(f"FLOPs for each weight and token:     {both / (weights * seq_len):.2f}")
    print(f"tokens in a day on one accelerator:  {tokens:.1e}")


with needs("questions 1, 6 and 7"):
    plan_a_day()

llama = 6 * 405e9 * 15.6e12
days = llama / (16_384 * PEAK * UTILISATION) / 86_400
print(f"\nLlama 3 405B: {llama:.1e} FLOPs, {days:.0f} days on 16,384 accelerators")
