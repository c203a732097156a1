// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/device/device_catalog.h"
#include "engine/executors/executor.h"
#include "engine/program/program.h"
#include "engine/remote/engine_message.h"

#include <QByteArray>

#include <cstdint>
#include <optional>
#include <string>

// The contents of the messages. Every read function throws BrokenStream for bytes that its write function never writes.

namespace streamscope {

/// Who speaks.
struct EngineHello
{
    std::string version;      ///< of the program
    std::uint64_t layout = 0; ///< of the types that a Recording is made of: builds with the same understand each other

    friend bool operator==(const EngineHello &, const EngineHello &) = default;
};
EngineHello ownHello();
QByteArray writeHello(const EngineHello &hello);
EngineHello readHello(const QByteArray &content);

QByteArray writeCatalog(const DeviceCatalog &catalog);
DeviceCatalog readCatalog(const QByteArray &content);

/// What a client must know of a device that the engine has opened.
struct OpenedDevice
{
    DeviceInfo info;
    std::optional<int> connections; ///< Executor::fixedConnections()
    int machineDevices = 1;         ///< Executor::machineDevices()
};
QByteArray writeOpened(const OpenedDevice &opened);
OpenedDevice readOpened(const QByteArray &content);

/// A run that is asked for.
struct EngineRunRequest
{
    std::string device; ///< id
    Program program;
    RunOptions options;
};
QByteArray writeRunRequest(const EngineRunRequest &request);
/// @throws BrokenStream also for a Program with findProblems().
EngineRunRequest readRunRequest(const QByteArray &content);

struct EngineProgress
{
    int done = 0;  ///< 0 … total
    int total = 1; ///< ≥ 1
    std::string what;
};
QByteArray writeProgress(const EngineProgress &progress);
EngineProgress readProgress(const QByteArray &content);

QByteArray writeResult(const Recording &recording);
Recording readResult(const QByteArray &content);

/// Why a question has no answer.
struct EngineError
{
    enum class Kind : std::uint8_t {
        BadInput,   ///< InputError
        Failed,     ///< RunError; the engine goes on
        Stopped,    ///< Cancelled
        DeviceLost, ///< DeviceLost: this engine is of no use any more
    };
    Kind kind = Kind::Failed;
    std::string message;
};
/// Of the exception being handled: call it in a catch block.
EngineError currentError();
QByteArray writeError(const EngineError &error);
EngineError readError(const QByteArray &content);
/// @throws the exception that it was in the engine.
[[noreturn]] void throwAgain(const EngineError &error);

} // namespace streamscope
