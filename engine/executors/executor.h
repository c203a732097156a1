// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/device/device_info.h"
#include "engine/executors/clock_choice.h"
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
    int repeat = 10;                       ///< plain runs, ≥ 1; a simulator, which has no noise, takes 0, too
    int warmup = 2;                        ///< runs that are discarded, ≥ 0
    std::uint64_t seed = 0;                ///< of the input data, and of a simulation's jitter
    ClockChoice clock = ClockChoice::Auto; ///< a simulator has its own clock and leaves this alone
    bool checkClocks = false;              ///< run once more under CUPTI and compare: Recording::clockCheck
    bool keepRaw = false;                  ///< a GPU timed by events or watched memory: Recording::raw
    bool blocks = false; ///< record where and when each block ran: Timeline::blocks(); see block_recording.h
    bool jitter = false; ///< a simulated device draws its times from the measured spreads of its profile
};

/// How a run talks to whoever started it. Called on the thread that runs.
struct RunControl
{
    std::stop_token stop;
    /// `done` of `total` steps, and what happens now. May be empty.
    std::function<void(int done, int total, const std::string &what)> progress;

    void report(int done, int total, const std::string &what) const
    {
        if (progress)
            progress(done, total, what);
    }
    /// @throws Cancelled when a stop was asked for.
    void checkStop() const
    {
        if (stop.stop_requested())
            throw Cancelled();
    }
};

/// Runs Programs on one device set. Nothing above can tell which kind ran, except by the clock that each time carries.
class Executor
{
public:
    Executor() = default;
    Executor(const Executor &) = delete;
    Executor &operator=(const Executor &) = delete;
    virtual ~Executor() = default;

    virtual const DeviceInfo &device() const = 0;

    /// How many connections every run of this process has (CUDA reads CUDA_DEVICE_MAX_CONNECTIONS once, when it
    /// starts); nothing where each run may have a number of its own.
    virtual std::optional<int> fixedConnections() const { return std::nullopt; }

    /// One more of the same device, which may run beside this one; nothing where two would be in each other's way.
    virtual std::unique_ptr<Executor> another() const { return nullptr; }

    /// Runs `program` warm-up + repeat times plain and once for the picture.
    /// @throws InputError when the Program asks for what no device of this kind has (a priority out of range),
    ///         RunError when it failed, Cancelled when it was stopped. The executor stays usable after each.
    virtual Recording run(const Program &program, const RunOptions &options, const RunControl &control) = 0;
};

} // namespace streamscope
