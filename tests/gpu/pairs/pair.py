# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
"""What a pair is, and what programs of all kinds share."""
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Callable


@dataclass
class Pair:
    """Two programs that differ by one change."""

    name: str
    description: str
    change: list  # for --change, in this order
    expected: str  # "gain", or "none" where less than 3 % is to be won
    language: str  # "pytorch" or "cuda"
    devices: int
    set: str  # those that were written and judged together
    make: Callable  # make(after) prepares everything and returns the function that runs the measured part once


class Pairs:
    """The pairs of one file, in the order in which they are written there."""

    def __init__(self, language, devices=1, set="first"):
        self.language, self.devices, self.set, self.all = language, devices, set, []

    def add(self, name, *change, expected="gain"):
        """Decorates make(after); its docstring says what the program does and what the change is."""

        def register(make):
            description = " ".join(make.__doc__.split())
            about = (name, description, list(change), expected, self.language, self.devices, self.set)
            self.all.append(Pair(*about, make))
            return make

        return register


def with_result(run, tensors, prepare=lambda: None):
    """`run`, with run.result(run): a run on the data that `prepare` puts there, and copies of the tensors it leaves.
    Both programs of a pair must leave the same: record.py compares them when their times are taken."""

    def result(run):
        prepare()
        run()
        return [tensor.detach().clone() for tensor in tensors()]

    run.result = result
    return run


def difference(before, after):
    """The largest one of two lists of tensors, as a part of the largest value; a text where they cannot be compared."""
    for result in (before, after):
        if isinstance(result, str):
            return result
    if [one.shape for one in before] != [other.shape for other in after]:
        return "of different shapes"
    most = 0.0
    for one, other in zip(before, after):
        one, other = one.to(other.device).double(), other.double()
        if not (one.isfinite().all() and other.isfinite().all()):
            return "no numbers"
        most = max(most, ((one - other).abs().max() / one.abs().max().clamp(min=1e-30)).item())
    return most


_workers = None


def on_two_threads(function):
    """function(0) and function(1) on two threads that live on, so that no thread pays for its first CUDA call twice."""
    global _workers
    if _workers is None:
        _workers = ThreadPoolExecutor(2)
    for done in [_workers.submit(function, thread) for thread in range(2)]:
        done.result()


def work_on_host(us):
    """Work of the host that takes so long, whatever the machine."""
    until = time.perf_counter_ns() + us * 1000
    while time.perf_counter_ns() < until:
        pass
