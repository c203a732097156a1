// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/actions/export_actions.h"

#include <functional>

namespace streamscope {

class RemoteTrace;

/// Exports of the trace in front, made on its machine: only the file travels.
ExportActions::Elsewhere remoteExports(const std::function<RemoteTrace *()> &front);

} // namespace streamscope
