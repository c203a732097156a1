# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
"""The pairs on two GPUs with the buckets that the advice names, and bucket-gradients with other ones."""
from nccl_programs import MIB, bucket_backward, bucket_gradients
from pair import Pairs

pairs = Pairs("pytorch", devices=2, set="advised")
sizes = Pairs("pytorch", devices=2, set="buckets")


@pairs.add("advised-bucket-gradients", "bucket:bytes=64MiB")
def advised_gradients(after):
    """bucket-gradients: 30 gradients of 2 MiB and of 8 KiB in turn, each with an all-reduce of its own. They go in one
    bucket, because 64 MiB are more than all."""
    return bucket_gradients(after, 64 * MIB)


@pairs.add("advised-bucket-backward", "bucket:bytes=64MiB")
def advised_backward(after):
    """bucket-backward: a backward pass of 20 products; behind each one the all-reduces of a 4 MiB and an 8 KiB gradient
    run beside what follows. They go in buckets of 64 MiB."""
    return bucket_backward(after, 64 * MIB)


def add_size(mib):
    def make(after):
        return bucket_gradients(after, mib * MIB)

    make.__doc__ = f"bucket-gradients with buckets of {mib} MiB."
    sizes.add(f"bucket-gradients-{mib}", f"bucket:bytes={mib}MiB")(make)


for mib in (4, 16, 25):
    add_size(mib)
