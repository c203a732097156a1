// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/traces/chrome_trace_writer.h"
#include "tests/fuzz/fuzz_input.h"

using namespace streamscope;

namespace {

void requireSame(const Timeline &a, const Timeline &b)
{
    bool same = a.size() == b.size() && a.streams() == b.streams();
    for (std::size_t i = 0; same && i < a.size(); ++i) {
        Span left = a.span(i), right = b.span(i);
        same = a.name(left.name) == b.name(right.name);
        left.name = right.name;
        same = same && left == right;
    }
    if (!same)
        __builtin_trap();
}

} // namespace

/// Chrome trace JSON; what was read is written and read again.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    fuzz::readBothWays([&](const ReaderInput &input) {
        ImportedTrace trace = fuzz::readAs("chrome", readMemory(fuzz::text(data, size)), input);
        const std::string again = chromeTrace(trace.recording, &trace.report);
        requireSame(trace.recording.timeline, fuzz::readAs("chrome", readMemory(again), input).recording.timeline);
        return trace;
    });
    return 0;
}
