// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/device/device_info.h"
#include "engine/device/residuals.h"
#include "engine/executors/timing/clock_choice.h"
#include "engine/program/errors.h"
#include "engine/program/program.h"
#include "engine/timeline/recording.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

namespace streamscope {

struct RunOptions
{
    int repeat = 10;                       ///< plain runs, ≥ 1; a simulator has no noise and accepts 0, too
    int warmup = 2;                        ///< runs that are discarded, ≥ 0
    std::uint64_t seed = 0;                ///< seed of the input data, and of a simulation's jitter
    ClockChoice clock = ClockChoice::Auto; ///< ignored by a simulator, which has its own clock
    bool checkClocks = false;              ///< run again under CUPTI and compare: Recording::clockCheck
    bool keepRaw = false;                  ///< keep Recording::raw, on a GPU timed by events or watched memory
    bool blocks = false; ///< record where and when each block ran: Timeline::blocks(); see block_recording.h
    bool jitter = false; ///< a simulated device varies its times by the measured spreads of its profile
};

/// Progress and cancel of a run. Called on the thread that runs.
struct RunControl
{
    std::stop_token stop;
    /// `done` of `total` steps, and the current step in words. May be empty.
    std::function<void(int done, int total, const std::string &what)> progress;

    void report(int done, int total, const std::string &what) const
    {
        if (progress)
            progress(done, total, what);
    }
    /// @throws Cancelled when a stop was requested.
    void checkStop() const
    {
        if (stop.stop_requested())
            throw Cancelled();
    }
};

/// Runs Programs on one device set. Its callers see which kind of device ran only by the clock of each time.
class Executor
{
public:
    Executor() = default;
    Executor(const Executor &) = delete;
    Executor &operator=(const Executor &) = delete;
    virtual ~Executor() = default;

    virtual const DeviceInfo &device() const = 0;

    /// The number of connections of every run of this process (CUDA reads CUDA_DEVICE_MAX_CONNECTIONS once, when it
    /// starts); empty when each run may have its own number.
    virtual std::optional<int> fixedConnections() const { return std::nullopt; }

    /// How sure the times of a simulated device are; null for a real one, which measures.
    virtual const Residuals *residuals() const { return nullptr; }

    /// How many devices one run may use: the GPUs of the machine, or those of the simulated machine.
    virtual int machineDevices() const { return 1; }

    /// A second executor of the same device that may run concurrently; null when two would disturb each other.
    virtual std::unique_ptr<Executor> another() const { return nullptr; }

    /// Runs `program` warmup + repeat times plain, and instrumented for the picture.
    /// @throws InputError when the Program asks for a feature that the device does not have (a priority out of range),
    ///         RunError when the run failed, Cancelled when it was stopped. The executor stays usable after each,
    ///         except DeviceLost.
    virtual Recording run(const Program &program, const RunOptions &options, const RunControl &control) = 0;
};

} // namespace streamscope
