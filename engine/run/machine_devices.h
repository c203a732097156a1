// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/device/device_catalog.h"
#include "engine/executors/executor.h"
#include "engine/remote/machine_list.h"

#include <QByteArray>

#include <string>

namespace streamscope {

/// Asks another machine for its GPUs, or for its default device where it has none. Their ids are those that
/// openDevice() takes here. Their profiles are fetched, so that chooseProfile() predicts them as that machine would.
/// @throws RunError, in one line that says what helps, when the machine cannot be asked; Cancelled.
DeviceCatalog askMachine(const RemoteMachine &machine, const RunControl &control);

/// The file of the profile that chooseProfile() takes for device `id` of this machine: the answer to askMachine().
/// @throws InputError for a device that is not there.
QByteArray profileFileOf(const std::string &id);

} // namespace streamscope
