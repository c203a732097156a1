# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
"""Pairs in CUDA C++ of programs as banks, exchanges, telecoms and online shops run them: bank_programs.cu has the
programs. Written without a look at what is predicted for them."""
from cuda_library import call, iterations
from everyday_cuda_programs import calls, checked
from laboratory_cuda_programs import fill_pageable
from pair import Pairs, on_two_threads

pairs = Pairs("cuda", set="bank")


@pairs.add("order-books-two-threads", "graph")
def order_books_two_threads(after):
    """Two host threads of an exchange, each with a stream and the books of half of the papers, 40 ticks: a pinned copy
    in of 16 KiB of orders, six kernels of 16 blocks and 4 us that put them into the book one price behind the other, 4
    KiB of trades back, an event that the host waits for, and 15 us of work. A tick is one graph; each thread has its
    own."""
    length = iterations(16, 4)

    def prepare(n):
        if after:
            call("bank_books_prepare", n or length)

    def go(n):
        on_two_threads(lambda thread: call("bank_books", after, thread, n or length))

    return checked(go, [(16, 16), (80, 16)], fetch=True, prepare=prepare)


@pairs.add("ledger-of-branches", "merge:kernel hash_pass")
def ledger_of_branches(after):
    """30 blocks of a ledger: a pinned copy in of 256 KiB, the entries of 16 branches; for each branch a kernel of 4
    blocks and about 12 us that hashes its entries behind those of the block before; one of 16 blocks and 6 us that puts
    these together, 16 KiB back, a wait, and 15 us of work. One kernel of 64 blocks hashes the entries of all
    branches."""
    return checked(calls("bank_ledger", after, iterations(4, 12), iterations(16, 6)), [(32, 16)])


@pairs.add("logs-packed", "move:d2h")
def logs_packed(after):
    """24 pieces of logs of a telecom, with two sets of buffers in turn, issued at once on one stream: a pinned copy in
    of 2 MiB, a kernel of 2048 blocks and 40 us that packs them, a pinned copy back of 2 MiB, as nobody knows before how
    much is left; a wait at the end. The copies back go to a stream of their own; each waits for its kernel by an event,
    and a buffer is written again when its copy back is done."""
    return checked(calls("bank_logs", after, iterations(2048, 40)), [(64 + 2 * slot, 2048) for slot in range(4)])


@pairs.add("scratch-of-portfolios", "drop:alloc free", expected="none")
def scratch_of_portfolios(after):
    """30 portfolios whose risk is found: 8 MiB of scratch memory with cudaMallocAsync, from a pool that keeps its
    memory, a pinned copy in of 512 KiB, the scratch memory set to zero, kernels of 1024 blocks and 120 us and of 264
    blocks and 60 us, 264 KiB back, cudaFreeAsync, and an event; the host waits for the event of the portfolio before,
    and works 20 us on it. The scratch memory is one buffer for all. The host was ahead of the GPU, and the pool had the
    memory at hand."""
    go = calls("bank_portfolios", after, iterations(1024, 120), iterations(264, 60))
    return checked(go, [(32, 264), (48, 264)])


@pairs.add("calls-by-stage", "order=breadth-first")
def calls_by_stage(after):
    """16 turns of four lines over which calls are routed, with a stream each: a pinned copy in of 132 KiB, a kernel of
    33 blocks and 60 us, and cudaMemcpyAsync of 33 KiB back to pageable memory, for which the host has to wait, line
    after line; behind a turn a wait for the device, and the host keeps the routes and works 20 us. All copies in are
    issued first, then all kernels, then all copies back: the kernels run beside each other."""
    go = calls("bank_calls", after, iterations(33, 60))
    return checked(go, [(64 + line, 33) for line in range(4)])


@pairs.add("curves-of-interest", "unsync:cudaEventSynchronize")
def curves_of_interest(after):
    """32 curves of interest, each behind the one before: 10 us of work, a pinned copy in of 4 KiB of prices from a
    place of the curve's own, a kernel of 132 blocks and 180 us, one of 8 blocks and 15 us, and an event whose wait lets
    the thread sleep (cudaEventBlockingSync); behind each eighth curve 132 KiB back, a wait for the stream, and 20 us of
    work. The waits for the events go; those for the stream stay."""

    def prepare(_n):
        call("bank_curves_prepare")

    go = calls("bank_curves", after, iterations(132, 180), iterations(8, 15))
    return checked(go, [(64, 132)], prepare=prepare)


@pairs.add("journal-beside-transfers", "scale:host_function,factor=0.5", expected="none")
def journal_beside_transfers(after):
    """30 batches of transfers with two sets of buffers in turn, issued at once: on one stream a pinned copy in of 256
    KiB and a kernel of 132 blocks and 110 us that books them; on another one, behind its event, 16 KiB back, an event,
    and a function of the host of 50 us that writes the journal (cudaLaunchHostFunc). A buffer is written again behind
    the event of its copy back. The function takes 25 us; it was done while the next kernel ran."""
    return checked(calls("bank_journal", after, iterations(132, 110)), [(64, 4 * 30)])


@pairs.add("quotes-of-venues", "merge:h2d")
def quotes_of_venues(after):
    """40 ticks with the quotes of 5 places of trade: for each of them cudaMemcpyAsync of 12 KiB from pageable memory, a
    kernel of 15 blocks and 30 us that looks for the best, 15 KiB back, a wait for the stream, and 15 us of work. The
    quotes lie side by side already, and are one copy."""
    return checked(calls("bank_quotes", after, iterations(15, 30)), [(16, 15)], prepare=fill_pageable)
