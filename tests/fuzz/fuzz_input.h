// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/analysis/analysis.h"
#include "engine/executors/checks/program_checks.h"
#include "engine/executors/simulator/simulation.h"
#include "engine/formats/io/byte_source.h"
#include "engine/formats/traces/trace_format.h"
#include "engine/program/errors.h"
#include "engine/program/order/hazards.h"

#include <QByteArray>

#include <cstddef>
#include <cstdint>
#include <string_view>

#include <malloc.h>

namespace streamscope::fuzz {

/// Readers take large buffers for each input. The process keeps them for the next one: to ask the system each time
/// takes longer than to read a small input.
inline const bool keepsBuffers = [] {
    constexpr int always = 1 << 30;
    return mallopt(M_MMAP_THRESHOLD, always) == 1 && mallopt(M_TRIM_THRESHOLD, always) == 1;
}();

inline std::string_view text(const std::uint8_t *data, std::size_t size)
{
    return {reinterpret_cast<const char *>(data), size};
}

inline QByteArray bytes(const std::uint8_t *data, std::size_t size)
{
    return {reinterpret_cast<const char *>(data), static_cast<qsizetype>(size)};
}

/// Invariants of every successful read.
inline void require(bool holds)
{
    if (!holds)
        __builtin_trap();
}

/// A file written by StreamScope is read without a warning.
template <typename Read>
auto readAgain(Read read)
{
    try {
        return read();
    } catch (const std::exception &) {
        __builtin_trap();
    }
}

/// A message for the user is as good as a result; any other exception is a fault.
template <typename Action>
void orRefuse(Action action)
{
    try {
        action();
    } catch (const InputError &) {
    } catch (const RunError &) {
    }
}

/// Reads with and without salvaging. What is read must stand an analysis; a message is as good.
template <typename Read>
void readBothWays(Read read)
{
    for (const bool salvage : {false, true}) {
        const ImportOptions options{salvage};
        const ImportControl control;
        MemoryBudget memory("fuzz", std::uint64_t{1} << 30);
        try {
            ImportedTrace trace = read(ReaderInput{"fuzz", options, control, memory});
            analyze(trace.recording, nullptr);
        } catch (const InputError &) {
        } catch (const RunError &) { // beyond the limit
        }
    }
}

/// Reads bytes as this format, whatever they look like.
inline ImportedTrace readAs(std::string_view format, std::unique_ptr<ByteSource> source, const ReaderInput &input)
{
    return traceFormat(format).read({"fuzz", false, std::make_unique<PeekedSource>(std::move(source))}, input);
}

/// A Program that was read runs on the model and stands its checks, within a number of events, or is refused.
inline void simulate(const DeviceProfile &profile, const Program &program)
{
    SimulationOptions options;
    options.maxEvents = 2'000;
    orRefuse([&] {
        requireRunnable(program, profile.info, profile.links.devices);
        findRaces(program);
        Simulation simulation(profile, program, options);
        Recording recording;
        recording.device = profile.info;
        const std::vector<OperationTimes> times = simulation.run({}).all();
        for (const OperationTimes &t : times) // nothing ends before it starts, or starts before it is asked for
            require(t.issue >= 0 && t.ready >= t.issue && t.start >= t.ready && t.end >= t.start);
        recording.timeline = makeTimeline(program, times);
        analyze(recording, &program);
    });
}

} // namespace streamscope::fuzz
