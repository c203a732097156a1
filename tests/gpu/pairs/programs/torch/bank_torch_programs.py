# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
"""Pairs in PyTorch of programs as banks, insurers, telecoms, online shops and advertising run them: frauds, options, a
model of credits, auctions, segments of customers, claims, payments, risk, a help desk, documents, forecasts, clicks.
Written without a look at what is predicted for them, under the rules of torch_programs.py."""
import torch
from torch.nn import functional
from torch.profiler import record_function

from everyday_torch_programs import for_host
from pair import Pairs, with_result, work_on_host
from second_torch_programs import Block
from torch_programs import GPU, HALF, Replay, back_to_start, learned, on_host, weights

pairs = Pairs("pytorch", set="bank")


def layers_of(*widths):
    """Layers with a relu behind each but the last."""
    layers = []
    for inputs, outputs in zip(widths, widths[1:]):
        layers += [torch.nn.Linear(inputs, outputs), torch.nn.ReLU()]
    return torch.nn.Sequential(*layers[:-1])


class Ahead:
    """Two buffers on the device. `load` copies to that of the turn on a stream of its own, behind what used it; `get`
    lets the main stream wait for it, and `used` says that the turn needs it no longer."""

    def __init__(self, like):
        self._buffers = [torch.zeros_like(like, device=GPU) for _ in range(2)]
        self._main, self._own = torch.cuda.current_stream(), torch.cuda.Stream()
        self._ready, self._used = ([torch.cuda.Event() for _ in range(2)] for _ in range(2))
        torch.cuda.synchronize()  # the other stream writes what has just been made

    def load(self, turn, source, non_blocking=True):
        self._own.wait_event(self._used[turn % 2])
        with torch.cuda.stream(self._own):
            self._buffers[turn % 2].copy_(source, non_blocking=non_blocking)
            self._ready[turn % 2].record()

    def get(self, turn):
        self._main.wait_event(self._ready[turn % 2])
        return self._buffers[turn % 2]

    def used(self, turn):
        self._used[turn % 2].record(self._main)


@pairs.add("fraud-scores-asked", "drop:d2h sync bytes<=64", expected="none")
def fraud_scores_asked(after):
    """16 batches of 32768 transactions, of which a network says how likely each is a fraud: 24 MiB of features come
    from pinned memory one batch ahead, on a stream of their own and into the other of two buffers; three layers, and
    the likeliest of the batch, for which the host asks with .item() in case that it is an alarm. It does not ask. The
    copies keep the link busy either way, and take far longer than the network."""
    rows, width, turns = 32768, 384, 16
    sent = [for_host(weights(rows, width) * 50, True) for _ in range(4)]
    batches = Ahead(sent[0])
    model = layers_of(width, 256, 64, 1).to(GPU, HALF)
    worst = torch.zeros(turns, 1, device=GPU)
    alarms = []

    @torch.no_grad()
    def run():
        alarms.clear()
        batches.load(0, sent[0])
        for turn, most in enumerate(worst):
            if turn + 1 < turns:
                batches.load(turn + 1, sent[(turn + 1) % 4])
            scores = torch.sigmoid(model(batches.get(turn)).float())
            batches.used(turn)
            torch.amax(scores, 0, out=most)
            if not after and most.item() > 0.999:
                alarms.append(turn)
        torch.cuda.synchronize()

    return with_result(run, lambda: [worst], lambda: worst.zero_())


@pairs.add("option-greeks", "graph:kernel memset")
def option_greeks(after):
    """6 Asian options whose price a Monte Carlo simulation finds, and by the backward pass how it follows spot,
    volatility, rate and strike: a pinned copy in of 16 bytes, 16 steps of 16384 paths, the mean of what is paid,
    torch.autograd.grad, over 150 launches in all, a pinned copy back of 20 bytes, a wait, and 20 us of work. The
    launches of an option are one replay of a graph; the copies stay as they are."""
    paths, steps, options = 16384, 16, 6
    shocks = torch.randn(steps, paths, device=GPU) / steps**0.5
    terms = torch.zeros(4, device=GPU, requires_grad=True)
    contracts = [torch.tensor([100.0, 0.2 + 0.02 * i, 0.03, 95.0 + 2 * i]).pin_memory() for i in range(options)]
    terms.data.copy_(contracts[0])
    prices = torch.zeros(options, 5).pin_memory()

    def priced():
        spot, volatility, rate, strike = terms.unbind()
        drift = (rate - volatility.square() / 2) / steps
        logs = torch.log(spot).expand(paths)
        total = torch.zeros(paths, device=GPU)
        for shock in shocks.unbind():
            logs = logs + (drift + volatility * shock)
            total = total + torch.exp(logs)
        value = functional.relu(total / steps - strike).mean() * torch.exp(-rate)
        (slopes,) = torch.autograd.grad(value, terms)
        return torch.cat((value.detach().view(1), slopes))

    price = Replay(priced) if after else priced

    def run():
        for contract, answer in zip(contracts, prices):
            with torch.no_grad():
                terms.copy_(contract, non_blocking=True)
            answer.copy_(price(), non_blocking=True)
            torch.cuda.synchronize()
            work_on_host(20)

    return with_result(run, lambda: [prices], lambda: prices.zero_())


@pairs.add("credit-model-epoch", "pin")
def credit_model_epoch(after):
    """6 training steps of a model of credits that fail, with autocast to bfloat16, gradients clipped to a norm, and a
    fused AdamW: 4 MiB of applications and 32 KiB of what became of them from pageable memory with a blocking .to(),
    four layers, two of width 4096. The memory is pinned and .to() does not block. The GPU works for milliseconds in a
    step, and the copy is a small part of it."""
    rows, width = 8192, 128
    model = layers_of(width, 4096, 4096, 256, 1).to(GPU)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4, fused=True)
    parameters = list(model.parameters())
    loader = []
    for _ in range(6):
        applications, failed = torch.randn(rows, width, device=GPU), torch.rand(rows, 1, device=GPU).round()
        loader.append((for_host(applications, after), for_host(failed, after)))

    def run():
        for applications, failed in loader:
            x, y = applications.to(GPU, non_blocking=after), failed.to(GPU, non_blocking=after)
            optimizer.zero_grad(set_to_none=True)
            with torch.autocast("cuda", dtype=HALF):
                loss = functional.binary_cross_entropy_with_logits(model(x), y)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(parameters, 1.0)
            optimizer.step()
        torch.cuda.synchronize()

    return with_result(run, lambda: learned(model), back_to_start(model, optimizer))


@pairs.add("auction-features", "host:host_work >100us,factor=0.5")
def auction_features(after):
    """40 auctions of places for advertisements: 140 us of work that looks up what is known of the visitor, a pinned
    copy in of 256 KiB, what 512 advertisers offer, a graph of 8 small layers and a softmax, a pinned copy back of 1
    KiB, 40 us of work for the journal while the GPU is busy, and a wait for the stream. The looking up takes half as
    long."""
    advertisers, width, auctions = 512, 256, 40
    offers = torch.zeros(advertisers, width, dtype=HALF, device=GPU)
    known = [for_host(weights(advertisers, width) * 20, True) for _ in range(4)]
    matrices, bias = [weights(width, width) for _ in range(8)], weights(width)
    head = weights(width, 1)
    shares = on_host(auctions, advertisers, 1, pinned=True)
    main = torch.cuda.current_stream()

    def bids():
        h = offers
        for matrix in matrices:
            h = functional.gelu(torch.addmm(bias, h, matrix)) + h
        return torch.softmax(h @ head, 0)

    with torch.no_grad():
        bid = Replay(bids)

    @torch.no_grad()
    def run():
        for turn, share in enumerate(shares):
            work_on_host(70 if after else 140)
            offers.copy_(known[turn % 4], non_blocking=True)
            share.copy_(bid(), non_blocking=True)
            work_on_host(40)
            main.synchronize()

    return with_result(run, lambda: [shares], lambda: shares.zero_())


@pairs.add("padded-segments", "scale:kernel operator:aten::mm,factor=0.5", expected="none")
def padded_segments(after):
    """10 batches of 65536 customers of a shop, for each of whom the nearest of 1024 segments is looked for: 32 MiB come
    from pinned memory one batch ahead, on a stream of their own and into the other of two buffers; a product with the
    centres of the segments, the largest value for each customer, and a pinned copy back of 128 KiB. The matrix of the
    centres has room for 2048; it has no more than are used, and the product half of its work. The copy in takes longer
    than all kernels."""
    rows, width, segments, turns = 65536, 256, 1024, 10
    bought = [for_host(weights(rows, width) * 50, True) for _ in range(3)]
    customers = Ahead(bought[0])
    room = functional.pad(weights(width, segments), (0, segments))
    centres = room[:, :segments].contiguous() if after else room
    near = torch.zeros(rows, centres.shape[1], device=GPU, dtype=HALF)
    found = on_host(turns, rows, pinned=True)

    @torch.no_grad()
    def run():
        customers.load(0, bought[0])
        for turn, answer in enumerate(found):
            if turn + 1 < turns:
                customers.load(turn + 1, bought[(turn + 1) % 3])
            torch.mm(customers.get(turn), centres, out=near)
            customers.used(turn)
            answer.copy_(near[:, :segments].amax(1), non_blocking=True)
        torch.cuda.synchronize()

    return with_result(run, lambda: [found], lambda: found.zero_())


@pairs.add("claims-as-floats", "scale:h2d,factor=0.25")
def claims_as_floats(after):
    """12 batches of 65536 claims of an insurer, with 64 fields each that have one of 256 values: a pinned copy in of 16
    MiB of floats, as they came out of a table of pandas; the vectors of all fields, two layers, a pinned copy back of
    128 KiB of what a claim will cost, a wait for the stream, and 30 us of work. The fields are bytes, and a quarter is
    copied."""
    rows, fields, values, width, turns = 65536, 64, 256, 16, 12
    kind = torch.uint8 if after else torch.float32
    batches = [for_host(torch.randint(values, (rows, fields), device=GPU).to(kind), True) for _ in range(4)]
    codes = torch.zeros(rows, fields, dtype=kind, device=GPU)
    begins = torch.arange(fields, dtype=torch.int32, device=GPU) * values
    table = weights(fields * values, width) * 20
    first, second = weights(fields * width, 256), weights(256, 1)
    costs = on_host(turns, rows, 1, pinned=True)
    main = torch.cuda.current_stream()

    @torch.no_grad()
    def run():
        for turn, answer in enumerate(costs):
            codes.copy_(batches[turn % 4], non_blocking=True)
            h = functional.embedding(codes.to(torch.int32) + begins, table).flatten(1)
            answer.copy_(torch.relu(h @ first) @ second, non_blocking=True)
            main.synchronize()
            work_on_host(30)

    return with_result(run, lambda: [costs], lambda: costs.zero_())


@pairs.add("payments-ranked", "unsync:cudaDeviceSynchronize")
def payments_ranked(after):
    """40 turns that rank a million accounts by who pays them, to find those that only pass money on: the ranks of eight
    payers of each account, times their shares, added up, and a part of where all begin, five launches; then
    torch.cuda.synchronize(), for a timer. Behind each tenth turn the host asks with .item() how far the ranks have
    moved. The timer and its waits go; the questions stay."""
    accounts, payers, turns = 1 << 20, 8, 40
    who = torch.randint(accounts, (accounts * payers,), device=GPU)
    shares = torch.rand(accounts, payers, device=GPU)
    shares /= payers
    ranks, sums = (torch.zeros(accounts, device=GPU) for _ in range(2))
    parts = torch.zeros(accounts, payers, device=GPU)
    moved = []

    @torch.no_grad()
    def run():
        moved.clear()
        ranks.fill_(1)
        for turn in range(turns):
            torch.index_select(ranks, 0, who, out=parts.view(-1))
            torch.sum(parts.mul_(shares), 1, out=sums)
            if turn % 10 == 9:
                moved.append((sums * 0.85 + 0.15 - ranks).abs().max().item())
            torch.add(sums * 0.85, 0.15, out=ranks)
            if not after:
                torch.cuda.synchronize()
        torch.cuda.synchronize()

    return with_result(run, lambda: [ranks, torch.tensor(moved)])


@pairs.add("scenarios-in-chunks", "split:chunks=4,streams=2")
def scenarios_in_chunks(after):
    """3 days of 16384 scenarios for what a bank may lose: a pinned copy in of 64 MiB, how 2048 prices move, two
    products for what 2048 positions gain or lose, a third for 512 books, a pinned copy back of 16 MiB, and a wait.
    A day becomes 4 chunks of scenarios in turn on 2 streams."""
    scenarios, prices, books, days, count = 16384, 2048, 512, 3, 2
    moves = [for_host(weights(scenarios, prices) * 50, True) for _ in range(2)]
    x = torch.zeros(scenarios, prices, device=GPU, dtype=HALF)
    hidden = [torch.zeros(scenarios, prices, device=GPU, dtype=HALF) for _ in range(2)]
    lost = torch.zeros(scenarios, books, device=GPU, dtype=HALF)
    linear, curved, holdings = weights(prices, prices), weights(prices, prices), weights(prices, books)
    answers = [on_host(scenarios, books, pinned=True) for _ in range(days)]
    streams = [torch.cuda.Stream() for _ in range(count)]
    part = scenarios // (4 if after else 1)
    torch.cuda.synchronize()  # the streams use what has just been made

    def chunk_of(rows, move, answer):
        x[rows].copy_(move[rows], non_blocking=True)
        torch.mm(x[rows], linear, out=hidden[0][rows])
        torch.mm(hidden[0][rows].relu_(), curved, out=hidden[1][rows])
        torch.mm(hidden[1][rows], holdings, out=lost[rows])
        answer[rows].copy_(lost[rows], non_blocking=True)

    @torch.no_grad()
    def run():
        for day, answer in enumerate(answers):
            for chunk in range(scenarios // part):
                with torch.cuda.stream(streams[chunk % count]):
                    chunk_of(slice(chunk * part, (chunk + 1) * part), moves[day % 2], answer)
            torch.cuda.synchronize()

    return with_result(run, lambda: answers, lambda: [answer.zero_() for answer in answers])


@pairs.add("help-desk-and-summaries", "priority:kernel range:answer,value=-1")
def help_desk_and_summaries(after):
    """One host thread serves a help desk and sums up its calls. 10 turns: a large block of a transformer on 8192 words
    of calls, on a stream for which nobody waits; then, on another stream, one more word of the answers to 4 customers,
    six small blocks and the likeliest of 8192 words, for which the host asks with .tolist(). The stream of the answers
    gets a higher priority."""
    rows, words, width, turns = 4, 8192, 512, 10
    calls, summary = weights(2, 4096, 2048), Block(2048, 16).to(GPU, HALF)
    answering = torch.nn.Sequential(*[Block(width, 8) for _ in range(6)]).to(GPU, HALF)
    table = weights(words, width)
    word = torch.zeros(rows, 1, dtype=torch.int64, device=GPU)
    slow, desk = torch.cuda.Stream(), torch.cuda.Stream(priority=-1 if after else 0)
    text, summaries = [], []
    torch.cuda.synchronize()  # the streams use what has just been made

    def next_words():
        h = answering(functional.embedding(word, table))
        word.copy_((h @ table.T).argmax(-1))
        return word.view(-1).tolist()

    @torch.no_grad()
    def run():
        text.clear()
        with torch.cuda.stream(desk):
            word.zero_()
        for _ in range(turns):
            with torch.cuda.stream(slow):
                summaries[:] = [summary(calls)]
            with torch.cuda.stream(desk), record_function("answer"):
                text.append(next_words())
        torch.cuda.synchronize()

    return with_result(run, lambda: [torch.tensor(text), *summaries])


@pairs.add("documents-read", "prefetch:depth=1")
def documents_read(after):
    """12 times 8 pages of contracts that are read: a pinned copy in of 9.4 MiB of grey values, six convolutions that
    make columns of the lines, the likeliest of 96 letters for each place, .cpu() of 75 KiB, and 60 us of work that
    makes words of the letters. The pages of the next turn are copied before the convolutions of this one, on a stream
    of their own and into the other of two buffers. The convolutions take most of the time."""
    count, height, width, letters, turns = 8, 1280, 960, 96, 12
    layers, before = [], 1
    for outputs, stride in ((32, 2), (64, 2), (128, 1), (128, 2), (256, 1), (256, 1)):
        layers += [torch.nn.Conv2d(before, outputs, 3, stride=stride, padding=1), torch.nn.ReLU(inplace=True)]
        before = outputs
    layers += [torch.nn.AvgPool2d((2, 1)), torch.nn.Conv2d(before, letters, 1)]
    model = torch.nn.Sequential(*layers).to(GPU, HALF, memory_format=torch.channels_last)
    shape = count, 1, height, width
    scanned = [for_host(torch.randint(256, shape, dtype=torch.uint8, device=GPU), True) for _ in range(3)]
    buffers = [torch.zeros(shape, dtype=torch.uint8, device=GPU) for _ in range(2)]
    main, own = torch.cuda.current_stream(), torch.cuda.Stream()
    ready = [torch.cuda.Event() for _ in range(2)]
    read = []
    torch.cuda.synchronize()  # the other stream writes what has just been made

    def load(turn):
        with torch.cuda.stream(own if after else main):
            buffers[turn % 2].copy_(scanned[turn % 3], non_blocking=True)
            if after:
                ready[turn % 2].record()

    @torch.no_grad()
    def run():
        read.clear()
        if after:
            load(0)
        for turn in range(turns):
            if not after:
                load(turn)
            else:
                if turn + 1 < turns:
                    load(turn + 1)  # the turn before is done: the host has its letters
                main.wait_event(ready[turn % 2])
            x = buffers[turn % 2].to(HALF, memory_format=torch.channels_last) / 255
            read.append(model(x).argmax(1).to(torch.uint8).cpu())
            work_on_host(60)
        torch.cuda.synchronize()

    return with_result(run, lambda: read)


@pairs.add("demand-forecasts", "pin", expected="none")
def demand_forecasts(after):
    """8 batches of 512 articles of an online shop, whose demand is forecast: 2 MiB of sales, one batch ahead, from
    pageable memory with a blocking copy on a stream of its own, into the other of two buffers, when the kernels of this
    batch have been issued; seven convolutions in one dimension of width 256, and a pinned copy back of 512 KiB. The
    memory is pinned and the copy does not block; the convolutions take far longer than it."""
    articles, series, days, width, turns = 512, 4, 512, 256, 8
    layers, before = [], series
    for _ in range(6):
        layers += [torch.nn.Conv1d(before, width, 5, padding=2), torch.nn.ReLU(inplace=True)]
        before = width
    model = torch.nn.Sequential(*layers, torch.nn.Conv1d(width, 1, 1)).to(GPU, HALF)
    sold = [for_host(weights(articles, series, days) * 50, after) for _ in range(turns)]
    sales = Ahead(sold[0])
    demand = on_host(turns, articles, 1, days, pinned=True)

    @torch.no_grad()
    def run():
        sales.load(0, sold[0], non_blocking=after)
        for turn, answer in enumerate(demand):
            answer.copy_(model(sales.get(turn)), non_blocking=True)
            sales.used(turn)
            if turn + 1 < turns:
                sales.load(turn + 1, sold[turn + 1], non_blocking=after)
        torch.cuda.synchronize()

    return with_result(run, lambda: [demand], lambda: demand.zero_())


@pairs.add("clicks-and-rollback", "drop:d2d range:rollback")
def clicks_and_rollback(after):
    """8 training steps of a model of clicks with a table of 128 MiB: all of the table is copied on the device first, to
    go back to it should the step fail; 8 vectors for each of 32768 shown advertisements are taken from it, three layers
    in bfloat16 with SGD, forward and backward, and the vectors that were used move against their gradient. The copies
    go; what takes most of the time stays."""
    rows, fields, width, size = 32768, 8, 64, 524288
    table = torch.randn(size, width, device=GPU)
    first, kept = table.clone(), table.clone()
    model = layers_of(fields * width, 1024, 512, 1).to(GPU, HALF)
    optimizer = torch.optim.SGD(model.parameters(), lr=1e-2)
    back = back_to_start(model, optimizer)
    shown = [torch.randperm(size, device=GPU)[: rows * fields] for _ in range(4)]
    clicked = torch.rand(rows, 1, device=GPU).round()

    def run():
        for turn in range(8):
            places = shown[turn % 4]
            if not after:
                with record_function("rollback"):
                    kept.copy_(table)
            vectors = table.index_select(0, places).requires_grad_()
            optimizer.zero_grad(set_to_none=True)
            guess = model(vectors.view(rows, -1).to(HALF))
            functional.binary_cross_entropy_with_logits(guess.float(), clicked).backward()
            optimizer.step()
            table.index_add_(0, places, vectors.grad, alpha=-1)
        torch.cuda.synchronize()

    def prepare():
        table.copy_(first)
        back()

    return with_result(run, lambda: [table, *learned(model)], prepare)
