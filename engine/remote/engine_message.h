// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/errors.h"

#include <QByteArray>

#include <cstddef>
#include <cstdint>
#include <optional>

// The stream between a program and an engine process, the same in both directions (docs/engine-process.md): an opening
// (a mark and the version of the stream), then messages. A message is a kind, a length and its content.

namespace streamscope {

/// Raise it with every change of the stream or of a message's content.
inline constexpr std::uint32_t engineStreamVersion = 5;

enum class MessageKind : std::uint8_t {
    Hello = 1, ///< both: who speaks
    AskDevices,
    Devices, ///< the answer to AskDevices
    Open,
    Opened, ///< the answer to Open
    Run,
    Progress, ///< of the run in flight
    Result,   ///< the answer to Run
    Error,    ///< the answer to any question
    Cancel,   ///< stops the run in flight, if there is one
    Bye,      ///< the engine ends
    AskProfile,
    Profile, ///< the answer to AskProfile
    OpenTrace,
    TraceOpened, ///< the answer to OpenTrace
    AskRows,     ///< this and the next ones: of the trace that was opened last
    Rows,        ///< the answer to AskRows
    AskBar,
    Bar, ///< the answer to AskBar
    AskRange,
    Range, ///< the answer to AskRange
    AskSearch,
    Found, ///< the answer to AskSearch
    AskWork,
    Work, ///< the answer to AskWork
};

struct EngineMessage
{
    MessageKind kind = MessageKind::Bye;
    QByteArray content;
};

/// What arrived cannot be from an engine of this program.
struct BrokenStream : RunError
{
    using RunError::RunError;
};

/// The other end speaks the stream in another version.
struct OtherStreamVersion : BrokenStream
{
    explicit OtherStreamVersion(std::uint32_t theirs);
    std::uint32_t version;
};

/// The first bytes of a stream.
QByteArray streamOpening(std::uint32_t version = engineStreamVersion);
/// A message as bytes of the stream.
QByteArray messageBytes(MessageKind kind, const QByteArray &content = {});

/// The most bytes that a message of this kind may have.
std::uint64_t largestContent(MessageKind kind);

/// Takes a stream apart, whatever the sizes of the pieces in which it arrives. Nothing is allocated for a length that
/// was announced, only for bytes that have arrived.
class MessageReader
{
public:
    /// No message may have more than `memoryLimit` bytes; 0: what this machine can give (defaultMemoryLimit()).
    explicit MessageReader(std::uint64_t memoryLimit = 0);

    void feed(const char *bytes, std::size_t size) { m_in.append(bytes, static_cast<qsizetype>(size)); }
    /// The next message; empty until it is complete.
    /// @throws BrokenStream as soon as the bytes cannot be a stream; RunError for a message beyond the memory limit.
    std::optional<EngineMessage> next();
    /// Bytes that are not part of a message yet.
    const QByteArray &rest() const { return m_in; }

private:
    bool takeOpening();

    QByteArray m_in;
    std::uint64_t m_memoryLimit;
    bool m_isOpen = false;
};

} // namespace streamscope
