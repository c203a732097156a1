// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/executors/executor.h"
#include "engine/remote/ssh_host.h"

#include <cstdint>
#include <optional>
#include <string>

namespace streamscope {

/// A folder that has all that StreamScope needs and works wherever it lies: an unpacked bundle.
struct BundleTree
{
    std::string folder;
    std::uint64_t bytes = 0; ///< of all its files
};

/// The bundle in `folder`; empty where it is none, but a build tree or a package of the system.
std::optional<BundleTree> bundleIn(const std::string &folder);
/// The folder that this program would be the bundle of: above that of the program.
std::string ownBundleFolder();

/// The folder in the home of the login there into which copyBundle() copies: "streamscope-1.2.3".
std::string bundleFolderThere();

/// Copies `bundle` through ssh, packed, and puts it in the place of a former copy once it is whole.
/// @returns the path of the program there
/// @throws RunError in one line, Cancelled
std::string copyBundle(const BundleTree &bundle, const SshMachine &machine, const RunControl &control);

} // namespace streamscope
