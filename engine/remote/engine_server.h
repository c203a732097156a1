// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/device/device_catalog.h"
#include "engine/executors/executor.h"
#include "engine/remote/served_trace.h"

#include <QByteArray>

#include <chrono>
#include <functional>
#include <memory>
#include <string>

namespace streamscope {

/// The internal subcommand that is an engine.
inline constexpr const char *engineCommand = "engine";
/// Its option: the number of connections to the GPU.
inline constexpr const char *engineConnectionsOption = "--connections";
/// Its option: it will draw pictures, and so needs fonts.
inline constexpr const char *enginePicturesOption = "--pictures";

/// What an engine offers. All are called on the thread that serves; the first two throw as listDevices() and
/// openDevice().
struct EngineBackend
{
    std::function<DeviceCatalog()> list;
    std::function<std::unique_ptr<Executor>(const std::string &id)> open;
    /// The file of the device profile that predicts device `id` best. Throws as openDevice().
    std::function<QByteArray(const std::string &id)> profile = {};
    /// Reads a trace of this machine; broken files are salvaged where the request says so. Throws as openTrace().
    std::function<std::unique_ptr<ServedTrace>(const TraceRequestContent &request, const RunControl &control)>
        openTrace = {};
};

/// Answers the messages from descriptor `in` on descriptor `out` until a Bye or the end of `in`. A run in flight is
/// stopped then, and what has not stopped after `patience` ends with the process. The last device stays open for the
/// next run. SIGPIPE must not be deadly.
void serveEngine(int in, int out, const EngineBackend &backend,
                 std::chrono::milliseconds patience = std::chrono::seconds(2));

/// The same on standard input and output, which it takes for the stream alone: what a library prints from now on goes
/// to standard error, and what it reads is empty. Where memory runs out, the system ends this process before others.
/// @throws RunError when the descriptors are of no use.
void serveEngineOnStandardStreams(const EngineBackend &backend);

} // namespace streamscope
