# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
"""Cuts the measured section out of a trace of PyTorch's profiler: what warms up stands before it in the same trace."""
import gzip
import json

LABEL = "measured"
MARGIN_US = 50  # clocks of host and device differ by less; the recorder leaves four times as much free on both sides


def cut(trace, label=LABEL):
    """The trace with nothing but the events inside of the range `label`. Raises ValueError where there is no range."""
    events = trace["traceEvents"]
    ranges = [e for e in events if e.get("name") == label and e.get("ph") == "X" and e.get("cat") == "user_annotation"]
    if len(ranges) != 1:
        raise ValueError(f"{len(ranges)} ranges named '{label}'")
    begin = ranges[0]["ts"] - MARGIN_US
    end = ranges[0]["ts"] + ranges[0]["dur"] + MARGIN_US

    def stays(event):
        if event.get("ph") == "M":
            return True
        if event.get("ph") not in ("X", "s", "t", "f") or event.get("name") == label:
            return False
        return begin <= event["ts"] and event["ts"] + event.get("dur", 0) <= end

    result = dict(trace)
    result["traceEvents"] = [event for event in events if stays(event)]
    return result


def counts(trace):
    """How many events of each category, as evidence that calls and operations of all parts were recorded."""
    result = {}
    for event in trace["traceEvents"]:
        if event.get("ph") == "X":
            result[event.get("cat", "")] = result.get(event.get("cat", ""), 0) + 1
    return result


def read(path):
    with (gzip.open if str(path).endswith(".gz") else open)(path, "rt", encoding="utf-8") as file:
        return json.load(file)


def write(path, trace):
    """Compressed, and the same bytes for the same trace."""
    text = json.dumps(trace, separators=(",", ":")).encode()
    with open(path, "wb") as file, gzip.GzipFile(filename="", mode="wb", fileobj=file, mtime=0) as packed:
        packed.write(text)
