// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/remote/engine_host.h"

#include <optional>
#include <string>

namespace streamscope {

/// A device of another machine: `ssh://[USER@]HOST[:PORT]/DEVICE`.
struct SshDevice
{
    std::string user; ///< empty: as ssh decides
    std::string host; ///< a name or an address, or a name of ssh's configuration
    int port = 0;     ///< 0: as ssh decides
    std::string device;
};

/// Empty for an id of another kind. @throws InputError naming the id and what is allowed.
std::optional<SshDevice> parseSshDevice(const std::string &id);

/// The machine of `device`. ssh asks nothing there (BatchMode), its words are arguments that no shell of this machine
/// reads, and it runs `streamscope engine`.
EngineHost sshEngineHost(const SshDevice &device);

} // namespace streamscope
