# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
"""Pairs in PyTorch of programs as breweries, wineries and bakeries run them: orders, yeast, crates, malt, dough.
Written without a look at what is predicted for them, under the rules of torch_programs.py."""
import torch
from torch.nn import functional
from torch.profiler import record_function

from everyday_torch_programs import for_host
from harbour_torch_programs import convolutions
from pair import Pairs, with_result, work_on_host
from torch_programs import GPU, HALF, Replay, on_host, weights

pairs = Pairs("pytorch", set="brewery")


@pairs.add("orders-of-nine-sorts", "spread:kernel range:shares,streams=3")
def orders_of_nine_sorts(after):
    """12 turns of orders for nine sorts of beer: a pinned copy in of 9 MiB, 8 regions with 32768 customers for each
    sort; for each sort a softmax over its customers, a kernel of 8 blocks, which needs nothing of the others; the sum
    over all sorts, a pinned copy back of 1 MiB, a wait, and 20 us of work. The kernels of the sorts go to 3 new streams
    in turn, which wait for the copy in by an event; the first stream waits for the three of them."""
    sorts, regions, customers, turns, count = 9, 8, 32768, 12, 3
    shape = sorts, regions, customers
    ordered = [for_host(torch.randn(shape, device=GPU), True) for _ in range(2)]
    orders, shares = (torch.zeros(shape, device=GPU) for _ in range(2))
    pieces = list(zip(orders.unbind(), shares.unbind()))
    answers = torch.ones(turns, regions, customers).pin_memory()
    main = torch.cuda.current_stream()
    streams = [torch.cuda.Stream() for _ in range(count)]
    begun, ended = torch.cuda.Event(), [torch.cuda.Event() for _ in range(count)]
    torch.cuda.synchronize()  # the streams use what has just been made

    def find_shares():
        if not after:
            for order, share in pieces:
                torch.softmax(order, 1, out=share)
            return
        begun.record(main)
        for stream in streams:
            stream.wait_event(begun)
        for sort, (order, share) in enumerate(pieces):
            with torch.cuda.stream(streams[sort % count]):
                torch.softmax(order, 1, out=share)
        for stream, event in zip(streams, ended):
            event.record(stream)
            main.wait_event(event)

    @torch.no_grad()
    def run():
        for turn, answer in enumerate(answers):
            orders.copy_(ordered[turn % 2], non_blocking=True)
            with record_function("shares"):
                find_shares()
            answer.copy_(shares.sum(0), non_blocking=True)
            main.synchronize()
            work_on_host(20)

    return with_result(run, lambda: [answers], lambda: answers.zero_())


@pairs.add("yeast-beside-pictures", "move:kernel range:yeast,independent=yes")
def yeast_beside_pictures(after):
    """14 turns of a microscope and of a model of yeast, on one stream: a pinned copy in of 8 MiB of grey pictures;
    first a running maximum and a running sum of 24 cultures in 8192 moments, which are on the GPU already, two kernels
    of few blocks; then three convolutions of the pictures, the mean of all places, a pinned copy back of 4 KiB, a wait
    for the device, and 20 us of work; at the end what is known of the cultures goes back. The kernels for the yeast go
    to a stream of their own, without events: they need nothing of the rest."""
    shape, channels, cultures, moments, turns = (16, 1, 512, 1024), (1, 32, 64, 128), 24, 8192, 14
    model = convolutions(*channels, strides=(2, 2, 1)).to(GPU, HALF, memory_format=torch.channels_last)
    taken = [for_host(torch.randint(256, shape, dtype=torch.uint8, device=GPU), True) for _ in range(3)]
    pictures = torch.zeros(shape, dtype=torch.uint8, device=GPU)
    grown = torch.rand(cultures, moments, device=GPU)
    most, total = (torch.zeros(cultures, moments, device=GPU) for _ in range(2))
    moment_of = torch.zeros(cultures, moments, dtype=torch.int64, device=GPU)
    seen = [on_host(shape[0], channels[-1], pinned=True) for _ in range(turns)]
    known = torch.ones(cultures, moments).pin_memory()
    main, own = torch.cuda.current_stream(), torch.cuda.Stream()
    torch.cuda.synchronize()  # the other stream uses what has just been made

    @torch.no_grad()
    def run():
        for turn, answer in enumerate(seen):
            pictures.copy_(taken[turn % 3], non_blocking=True)
            with torch.cuda.stream(own if after else main), record_function("yeast"):
                torch.cummax(grown, 1, out=(most, moment_of))
                torch.cumsum(most, 1, out=total)
            x = pictures.to(HALF, memory_format=torch.channels_last) / 255
            answer.copy_(model(x).mean((2, 3)), non_blocking=True)
            torch.cuda.synchronize()
            work_on_host(20)
        known.copy_(total, non_blocking=True)
        torch.cuda.synchronize()

    return with_result(run, lambda: [known, *seen], lambda: [answer.zero_() for answer in [known, *seen]])


@pairs.add("crates-by-three-questions", "graph:range:questions")
def crates_by_three_questions(after):
    """20 batches of 256 crates, about which three networks are asked where they go, what is missing, and whether they
    are clean: a pinned copy in of 512 KiB; on three streams, with events, for each question 5 products of matrices of
    1024 columns with a gelu behind each; the three answers side by side, a pinned copy back of 1.5 MiB, a wait, and 25
    us of work. The kernels of a batch are one replay of a graph with three branches; the copies stay as they are."""
    crates, width, layers, questions, batches = 256, 1024, 5, 3, 20
    looked = [for_host(weights(crates, width) * 50, True) for _ in range(3)]
    x = torch.zeros(crates, width, dtype=HALF, device=GPU)
    networks = [[weights(width, width) * 2 for _ in range(layers)] for _ in range(questions)]
    answers = on_host(batches, crates, questions * width, pinned=True)
    branches = [torch.cuda.Stream() for _ in range(questions - 1)]
    begun, ended = torch.cuda.Event(), [torch.cuda.Event() for _ in branches]
    torch.cuda.synchronize()  # the other streams use what has just been made

    def ask(network):
        h = x
        for matrix in network:
            h = functional.gelu(h @ matrix)
        return h

    def ask_all():
        main = torch.cuda.current_stream()
        begun.record(main)
        results = []
        for branch, event, network in zip(branches, ended, networks):
            branch.wait_event(begun)
            with torch.cuda.stream(branch):
                results.append(ask(network))
                event.record(branch)
        results.append(ask(networks[-1]))
        for event in ended:
            main.wait_event(event)
        return torch.cat(results, 1)

    with torch.no_grad():
        asked = Replay(ask_all) if after else ask_all

    @torch.no_grad()
    def run():
        for batch, answer in enumerate(answers):
            x.copy_(looked[batch % 3], non_blocking=True)
            with record_function("questions"):
                result = asked()
            answer.copy_(result, non_blocking=True)
            torch.cuda.synchronize()
            work_on_host(25)

    return with_result(run, lambda: [answers], lambda: answers.zero_())


@pairs.add("malt-and-water", "move:kernel range:water,independent=yes", expected="none")
def malt_and_water(after):
    """5 batches for which two networks say what malt and what water make of beer, on one stream, issued at once: for
    the water three products of matrices of 8448 rows and 4096 columns, and as many for the malt, of data that are on
    the GPU; a pinned copy back of 512 KiB of the malt; at the end 512 KiB of the water, and a wait. The kernels for the
    water go to a stream of their own, without events. Each of the products fills the GPU."""
    rows, width, layers, batches = 8448, 4096, 3, 5
    malt, water = weights(rows, width) * 50, weights(rows, width) * 50
    matrices = [weights(width, width) for _ in range(layers)]
    steps = [[torch.zeros(rows, width, dtype=HALF, device=GPU) for _ in range(layers)] for _ in range(2)]
    answers = [on_host(64, width, pinned=True) for _ in range(batches + 1)]
    main, own = torch.cuda.current_stream(), torch.cuda.Stream()
    torch.cuda.synchronize()  # the other stream uses what has just been made

    def brew(h, results):
        for matrix, result in zip(matrices, results):
            h = torch.mm(h, matrix, out=result)
        return h

    @torch.no_grad()
    def run():
        for batch in range(batches):
            with torch.cuda.stream(own if after else main), record_function("water"):
                brew(water, steps[1])
            answers[batch].copy_(brew(malt, steps[0])[:64], non_blocking=True)
        torch.cuda.synchronize()
        answers[-1].copy_(steps[1][-1][:64], non_blocking=True)
        torch.cuda.synchronize()

    return with_result(run, lambda: answers, lambda: [answer.zero_() for answer in answers])


@pairs.add("dough-that-nobody-checks", "drop:kernel d2h range:checks", expected="none")
def dough_that_nobody_checks(after):
    """8 batches of dough, issued at once: on one stream three products of matrices of 8448 rows and 4096 columns with a
    relu in place behind each, and a pinned copy back of 512 KiB; beside them, on another stream, the running sum of 4
    probes in 8192 moments, a kernel of few blocks, and a pinned copy back of 128 KiB, at which nobody looks; a wait for
    the device at the end. The running sums and their copies go. They had room beside the products, which take nearly
    all of the time."""
    rows, width, layers, batches = 8448, 4096, 3, 8
    dough, probes = weights(rows, width) * 50, torch.rand(4, 8192, device=GPU)
    matrices = [weights(width, width) for _ in range(layers)]
    steps = [torch.zeros(rows, width, dtype=HALF, device=GPU) for _ in range(layers)]
    sums, checks = torch.zeros(4, 8192, device=GPU), torch.ones(4, 8192).pin_memory()
    answers = [on_host(64, width, pinned=True) for _ in range(batches)]
    own = torch.cuda.Stream()
    torch.cuda.synchronize()  # the other stream uses what has just been made

    @torch.no_grad()
    def run():
        for answer in answers:
            if not after:
                with torch.cuda.stream(own), record_function("checks"):
                    torch.cumsum(probes, 1, out=sums)
                    checks.copy_(sums, non_blocking=True)
            h = dough
            for matrix, result in zip(matrices, steps):
                h = torch.mm(h, matrix, out=result).relu_()
            answer.copy_(h[:64], non_blocking=True)
        torch.cuda.synchronize()

    return with_result(run, lambda: answers, lambda: [answer.zero_() for answer in answers])
