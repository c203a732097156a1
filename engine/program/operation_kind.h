// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/text/translatable.h"

#include <array>
#include <cstdint>
#include <string_view>

namespace streamscope {

/// What an operation does.
enum class OperationKind : std::uint8_t {
    H2D,
    D2H,
    D2D,
    Peer,
    Kernel,
    Memset,
    EventRecord,
    EventWait,
    HostFunction,
    HostWork,
    Alloc,
    Free,
    Sync,
    Collective,
};

/// The unit that executed an operation. CSV spelling: copy_h2d copy_d2h copy_d2d copy_peer compute host none.
enum class Engine : std::uint8_t { CopyH2D, CopyD2H, CopyD2D, CopyPeer, Compute, Host, None };

/// The fields of an Operation that its kind uses, as bits.
namespace field {
constexpr unsigned stream = 1;
constexpr unsigned maybeStream = 2; ///< with or without one
constexpr unsigned event = 4;
constexpr unsigned bytes = 8;
constexpr unsigned duration = 16;
constexpr unsigned reads = 32; ///< buffers
constexpr unsigned writes = 64;
constexpr unsigned copy = stream | bytes | reads | writes;
} // namespace field

/// All that is the same for every operation of a kind.
struct KindInfo
{
    OperationKind kind;
    const char *name;     ///< in every file and on the command line
    const char *title;    ///< for people
    const char *sign;     ///< one character that stands for it
    std::uint32_t colour; ///< of its bars, 0xRRGGBB; the operations of GPUs have Okabe and Ito's colours
    Engine engine;        ///< that executes it
    unsigned fields;      ///< of `field`
};

/// A new kind is a value of OperationKind, its row here, and what the two executors do with it.
inline constexpr std::array operationKinds{
    KindInfo{OperationKind::H2D, "h2d", QT_TRANSLATE_NOOP("engine", "Copy host → device"), "▸", 0x0072b2,
             Engine::CopyH2D, field::copy}, // blue
    KindInfo{OperationKind::D2H, "d2h", QT_TRANSLATE_NOOP("engine", "Copy device → host"), "◂", 0xe69f00,
             Engine::CopyD2H, field::copy}, // orange
    KindInfo{OperationKind::D2D, "d2d", QT_TRANSLATE_NOOP("engine", "Copy on the device"), "▪", 0x56b4e9,
             Engine::CopyD2D, field::copy}, // sky blue
    KindInfo{OperationKind::Peer, "peer", QT_TRANSLATE_NOOP("engine", "Copy between devices"), "⇄", 0xcc79a7,
             Engine::CopyPeer, field::copy}, // reddish purple
    KindInfo{OperationKind::Kernel, "kernel", QT_TRANSLATE_NOOP("engine", "Kernel"), "■", 0x009e73, Engine::Compute,
             field::stream | field::reads | field::writes}, // bluish green
    KindInfo{OperationKind::Memset, "memset", QT_TRANSLATE_NOOP("engine", "Memset"), "▭", 0xf0e442, Engine::Compute,
             field::stream | field::bytes | field::writes}, // yellow
    KindInfo{OperationKind::EventRecord, "event_record", QT_TRANSLATE_NOOP("engine", "Event record"), "●", 0x8a8a8a,
             Engine::None, field::stream | field::event},
    KindInfo{OperationKind::EventWait, "event_wait", QT_TRANSLATE_NOOP("engine", "Event wait"), "○", 0xb5b5b5,
             Engine::None, field::stream | field::event},
    KindInfo{OperationKind::HostFunction, "host_function", QT_TRANSLATE_NOOP("engine", "Host function"), "ƒ", 0xa08060,
             Engine::Host, field::stream | field::duration | field::reads | field::writes},
    KindInfo{OperationKind::HostWork, "host_work", QT_TRANSLATE_NOOP("engine", "Host: in a call, or at work"), "⌂",
             0x9a8f80, Engine::Host, field::duration | field::reads | field::writes},
    KindInfo{OperationKind::Alloc, "alloc", QT_TRANSLATE_NOOP("engine", "Allocation"), "+", 0xc8c0b0, Engine::Host,
             field::maybeStream | field::bytes},
    KindInfo{OperationKind::Free, "free", QT_TRANSLATE_NOOP("engine", "Free"), "−", 0xd8d4cc, Engine::Host,
             field::maybeStream | field::bytes},
    KindInfo{OperationKind::Sync, "sync", QT_TRANSLATE_NOOP("engine", "Host waits in a synchronisation"), "‖", 0x5f5f5f,
             Engine::Host, 0},
    KindInfo{OperationKind::Collective, "collective", QT_TRANSLATE_NOOP("engine", "Collective"), "∑", 0xd55e00,
             Engine::Compute, field::copy}, // vermillion
};
inline constexpr int operationKindCount = static_cast<int>(operationKinds.size());

constexpr const KindInfo &infoOf(OperationKind kind)
{
    return operationKinds[static_cast<std::size_t>(kind)];
}
constexpr std::string_view kindName(OperationKind kind)
{
    return infoOf(kind).name;
}
/// The engine that executes operations of this kind.
constexpr Engine engineOf(OperationKind kind)
{
    return infoOf(kind).engine;
}
/// True where the kind uses any of these fields.
constexpr bool uses(OperationKind kind, unsigned fields)
{
    return (infoOf(kind).fields & fields) != 0;
}
/// True for h2d, d2h, d2d and peer.
constexpr bool isCopy(OperationKind kind)
{
    return kind <= OperationKind::Peer;
}
/// True for the kinds that a GPU executes; they count as busy time.
constexpr bool runsOnGpu(OperationKind kind)
{
    return engineOf(kind) < Engine::Host;
}
/// True for copies between host and device: h2d and d2h.
constexpr bool isHostCopy(OperationKind kind)
{
    return kind <= OperationKind::D2H;
}
/// True for alloc and free.
constexpr bool isAllocation(OperationKind kind)
{
    return kind == OperationKind::Alloc || kind == OperationKind::Free;
}
/// True for work of the host. A synchronisation is waiting, not work.
constexpr bool isHostWork(OperationKind kind)
{
    return kind == OperationKind::HostWork || kind == OperationKind::HostFunction;
}

std::string_view engineName(Engine engine);
/// The engine that serves the work of `engine`: with one copy engine, the one for H2D serves both directions.
constexpr Engine servingEngine(Engine engine, bool oneCopyEngine)
{
    return oneCopyEngine && engine == Engine::CopyD2H ? Engine::CopyH2D : engine;
}

/// The inverse of kindName() and engineName(). Return false and do not change `out` when `name` is unknown.
bool parseKind(std::string_view name, OperationKind &out);
bool parseEngine(std::string_view name, Engine &out);

} // namespace streamscope
