// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/device/device_profile.h"
#include "engine/program/program.h"

namespace streamscope {

/// A trace does not tell what its kernels would take on another device. Makes the stand-ins of a replay take as long on
/// `there` as on `here`: one whose blocks fit at once on either keeps them, another one has as many waves, or as large
/// a part of one, as here. A block that asks for more than an SM has there takes all of it.
void fitStandIns(const DeviceProfile &here, const DeviceProfile &there, Program &program);

} // namespace streamscope
