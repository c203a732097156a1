#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
"""draw.py OUT --seed N [--each N]: draws small scheduling programs, `each` of every family, and writes them as program files.
A family is a function below: it draws what its rule of scheduling depends on. The same seed draws the same programs."""
import argparse
import json
import random
from pathlib import Path

KIB, MIB = 1024, 1024 * 1024
MULTIPROCESSORS = 132  # of an H200; only so that some grids fill it exactly


class Draft:
    """A program that grows operation by operation."""

    def __init__(self, draw):
        self.draw = draw
        self.streams, self.operations = [], []
        self.submission = "live"
        self.named = 0

    def stream(self, flags="non-blocking", priority=0):
        name = "ABCDEFGHIJKLMNOP"[len(self.streams)]
        self.streams.append({"id": name, "flags": flags, "priority": priority})
        return name

    def add(self, op, stream=None, **keys):
        entry = {"op": op}
        if stream is not None:
            entry["stream"] = stream
        if op not in ("event_record", "event_wait", "sync", "host_work"):
            entry["name"] = f"{op} {self.named}"
            self.named += 1
        entry.update(keys)
        self.operations.append(entry)

    def kernel(self, stream, duration_us=None, grid=None, **keys):
        duration = duration_us or self.draw.choice([100, 250, 600, 1200])
        blocks = grid or self.draw.choice([1, 8, 33, 66])
        self.add("kernel", stream, kernel="spin", duration_us=duration, grid=blocks, **keys)

    def copy(self, direction, stream, size, memory="pinned", **keys):
        buffers = {"h2d": "writes", "d2h": "reads"}[direction]
        if size:
            keys[buffers] = [f"d{self.named}"]
        self.add(direction, stream, bytes=size, host_memory=memory, **keys)

    def file(self, title):
        return {"format": "streamscope-program", "version": 1, "title": title, "streams": self.streams,
                "operations": self.operations, "submission": self.submission, "parameters": {"repeat": 3, "warmup": 2}}


def staging(p):
    """Pageable copies behind a kernel: what the host waits for shows in what it issues next."""
    a, b = p.stream(), p.stream(p.draw.choice(["non-blocking", "blocking"]))
    p.kernel(a, p.draw.choice([200, 500, 900]))
    for _ in range(p.draw.randint(1, 3)):
        size = p.draw.choice([4 * KIB, 65536, 65537, 200 * KIB, MIB, 2 * MIB, 3 * MIB, 6 * MIB])
        p.copy(p.draw.choice(["h2d", "h2d", "d2h"]), p.draw.choice([a, a, b]), size, "pageable")
        p.kernel(p.draw.choice([a, b]))


def null_stream(p):
    """The NULL stream between kernels of blocking and other streams."""
    names = [p.stream(p.draw.choice(["blocking", "blocking", "non-blocking"])) for _ in range(p.draw.randint(2, 4))]
    for _ in range(p.draw.randint(4, 8)):
        p.kernel(p.draw.choice([*names, *names, "null", "null"]))
        if p.draw.random() < 0.15:
            p.add("sync", what="stream", stream="null")


def null_events(p):
    """Events recorded and awaited in the NULL stream."""
    names = [p.stream(p.draw.choice(["blocking", "non-blocking"])) for _ in range(3)]
    recorded = []
    for i in range(p.draw.randint(4, 7)):
        p.kernel(p.draw.choice([*names, "null"]))
        if p.draw.random() < 0.6:
            p.add("event_record", p.draw.choice(names), event=f"e{i}")
            recorded.append(f"e{i}")
        if recorded and p.draw.random() < 0.6:
            p.add("event_wait", p.draw.choice([*names, "null", "null"]), event=p.draw.choice(recorded))


def release(p):
    """One operation of the NULL stream lets several streams go at once."""
    levels = p.draw.choice([[0], [0], [0, -5], [0, -2, -5]])
    names = [p.stream("blocking", p.draw.choice(levels)) for _ in range(p.draw.randint(2, 5))]
    gate = p.draw.choice(["kernel", "kernel", "copy", "host_function", "event"])
    if gate == "kernel":
        p.kernel("null", 300)
    elif gate == "copy":
        p.copy("h2d", "null", 16 * MIB)
    elif gate == "host_function":
        p.add("host_function", "null", duration_us=300)
    else:
        p.kernel("null", 300, grid=1)
        p.add("event_record", "null", event="gate")
    grid = p.draw.choice([8, MULTIPROCESSORS * 8, MULTIPROCESSORS * 16])
    for name in p.draw.sample(names, len(names)):
        if gate == "event":
            p.add("event_wait", name, event="gate")
        p.kernel(name, p.draw.choice([80, 150, 300]), grid=grid)


def priorities(p):
    """A kernel of many waves, and urgent ones that come meanwhile."""
    names = [p.stream(priority=p.draw.choice([0, -1, -3, -5])) for _ in range(p.draw.randint(2, 4))]
    for name in names:
        for _ in range(p.draw.randint(1, 3)):
            p.kernel(name, p.draw.choice([50, 120]), grid=MULTIPROCESSORS * p.draw.choice([1, 8, 16, 40]))


def host_functions(p):
    """Functions of the host in streams."""
    names = [p.stream() for _ in range(p.draw.randint(1, 3))]
    for _ in range(p.draw.randint(4, 8)):
        name = p.draw.choice(names)
        if p.draw.random() < 0.5:
            p.add("host_function", name, duration_us=p.draw.choice([50, 200, 400]))
        else:
            p.kernel(name)


def pools(p):
    """Allocations and frees in the order of streams."""
    names = [p.stream() for _ in range(p.draw.randint(1, 3))]
    live = []
    for _ in range(p.draw.randint(3, 6)):
        name = p.draw.choice(names)
        size = p.draw.choice([MIB, 4 * MIB, 16 * MIB])
        p.add("alloc", name, bytes=size)
        p.kernel(name)
        live.append((name, size))
        if p.draw.random() < 0.7:
            owner, size = live.pop(p.draw.randrange(len(live)))
            p.add("free", owner, bytes=size)
        if p.draw.random() < 0.2:
            p.add("sync", what="stream", stream=p.draw.choice(names))
    for owner, size in live:
        p.add("free", owner, bytes=size)


def multiprocessors(p):
    """Kernels that share SMs: blocks, threads and shared memory decide how many are resident."""
    names = [p.stream() for _ in range(p.draw.randint(2, 4))]
    for name in names:
        for _ in range(p.draw.randint(1, 2)):
            block = p.draw.choice([32, 128, 256, 512, 1024])
            p.kernel(name, p.draw.choice([100, 300]),
                     grid=p.draw.choice([8, 66, 132, 160, 264, 528, 1056, 1500, 2112, 3000]), block=block,
                     shared_memory=p.draw.choice([0, 0, 16 * KIB, 48 * KIB, 100 * KIB]))
    if p.draw.random() < 0.4:
        p.add("memset", p.draw.choice(names), bytes=p.draw.choice([MIB, 64 * MIB]), value=0, writes=["m"])


def events(p):
    """Streams that wait for each other by events: recorded anew, awaited twice, never recorded."""
    names = [p.stream() for _ in range(p.draw.randint(2, 4))]
    known = ["a", "b", "c"]
    for _ in range(p.draw.randint(5, 9)):
        p.kernel(p.draw.choice(names))
        if p.draw.random() < 0.6:
            p.add("event_record", p.draw.choice(names), event=p.draw.choice(known))
        if p.draw.random() < 0.7:
            p.add("event_wait", p.draw.choice(names), event=p.draw.choice(known))


def copies(p):
    """Copies of several streams and both directions beside kernels."""
    names = [p.stream() for _ in range(p.draw.randint(2, 4))]
    for _ in range(p.draw.randint(5, 9)):
        name = p.draw.choice(names)
        kind = p.draw.choice(["h2d", "h2d", "d2h", "d2h", "kernel", "zero"])
        if kind == "kernel":
            p.kernel(name)
        elif kind == "zero":
            p.copy("h2d", name, 0)
        else:
            p.copy(kind, name, p.draw.choice([16 * KIB, 256 * KIB, 2 * MIB, 8 * MIB, 24 * MIB]))


def device_copies(p):
    """Copies within the device and memsets beside kernels that fill it or leave room."""
    names = [p.stream() for _ in range(p.draw.randint(2, 3))]
    for i in range(p.draw.randint(4, 6)):
        name = p.draw.choice(names)
        kind = p.draw.choice(["d2d", "memset", "kernel", "kernel"])
        size = p.draw.choice([MIB, 16 * MIB, 128 * MIB])
        if kind == "kernel":
            p.kernel(name, grid=p.draw.choice([8, MULTIPROCESSORS * 8, MULTIPROCESSORS * 32]))
        elif kind == "memset":
            p.add("memset", name, bytes=size, value=0, writes=[f"m{i}"])
        else:
            p.add("d2d", name, bytes=size, reads=[f"x{i}"], writes=[f"y{i}"])


def graphs(p):
    """The same, captured and launched as one graph."""
    p.draw.choice([events, copies, priorities, multiprocessors, host_functions])(p)
    known, kept = set(), []
    for entry in p.operations:  # a capture takes no wait for an event that was not recorded in it
        if entry["op"] == "event_record":
            known.add(entry["event"])
        if entry["op"] != "event_wait" or entry["event"] in known:
            kept.append(entry)
    p.operations = kept
    p.submission = "graph"


def gated(p):
    """The same behind a gate: all is issued before the GPU begins."""
    p.draw.choice([events, copies, priorities, multiprocessors, null_stream, device_copies])(p)
    p.operations = [entry for entry in p.operations if entry["op"] != "sync"]
    p.submission = "gated"


def threads(p):
    """Two or three host threads with streams of their own, and one that they share."""
    shared = p.stream()
    own = [p.stream(p.draw.choice(["non-blocking", "blocking"])) for _ in range(p.draw.randint(2, 3))]
    for i in range(p.draw.randint(6, 10)):
        thread = p.draw.randrange(len(own))
        name = p.draw.choice([own[thread], own[thread], shared])
        kind = p.draw.choice(["kernel", "kernel", "h2d", "host_work", "pageable", "event"])
        if kind == "kernel":
            p.kernel(name, thread=thread)
        elif kind == "h2d":
            p.copy("h2d", name, p.draw.choice([256 * KIB, 4 * MIB]), thread=thread)
        elif kind == "pageable":
            p.copy("h2d", name, p.draw.choice([64 * KIB, MIB, 4 * MIB]), "pageable", thread=thread)
        elif kind == "host_work":
            p.add("host_work", duration_us=p.draw.choice([50, 200]), thread=thread)
        else:
            p.add("event_record", name, event=f"e{i}", thread=thread)
            p.add("event_wait", own[(thread + 1) % len(own)], event=f"e{i}", thread=(thread + 1) % len(own))


def waits(p):
    """Calls that wait between launches: synchronisations, cudaMalloc, cudaFree, host allocations."""
    names = [p.stream(p.draw.choice(["non-blocking", "blocking"])) for _ in range(p.draw.randint(2, 3))]
    held = []
    for i in range(p.draw.randint(5, 8)):
        name = p.draw.choice([*names, *names, "null"])
        p.kernel(name)
        kind = p.draw.choice(["none", "none", "device", "stream", "event", "malloc", "free", "host"])
        if kind == "device":
            p.add("sync", what="device")
        elif kind == "stream":
            p.add("sync", what="stream", stream=p.draw.choice([*names, "null"]))
        elif kind == "event":
            p.add("event_record", name, event=f"e{i}")
            p.add("sync", what="event", event=f"e{i}", method=p.draw.choice(["blocking", "polling"]))
        elif kind in ("malloc", "host"):
            size, place = p.draw.choice([MIB, 8 * MIB]), "device" if kind == "malloc" else "pinned-host"
            p.add("alloc", bytes=size, place=place)
            held.append((size, place))
        elif kind == "free" and held:
            size, place = held.pop(0)
            p.add("free", bytes=size, place=place)
    for size, place in held:
        p.add("free", bytes=size, place=place)


FAMILIES = [staging, null_stream, null_events, release, priorities, host_functions, pools, multiprocessors, events, copies,
            device_copies, graphs, gated, threads, waits]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--each", type=int, default=6, help="programs of each family (6)")
    chosen = parser.parse_args()
    chosen.out.mkdir(parents=True, exist_ok=True)
    for family in FAMILIES:
        for number in range(chosen.each):
            draft = Draft(random.Random(f"{chosen.seed} {family.__name__} {number}"))
            family(draft)
            name = f"{family.__name__.replace('_', '-')}-{number}"
            path = chosen.out / f"{name}.json"
            path.write_text(json.dumps(draft.file(f"{name} of seed {chosen.seed}"), indent=None) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
