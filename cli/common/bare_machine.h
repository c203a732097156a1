// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

namespace streamscope {

/// Sets environment variables that a server or a container may lack, so that libraries do not complain on stderr: a
/// fontconfig file (the bundle has one; the program has its own font) and a runtime folder. Existing values stay. Call
/// it before creating a QGuiApplication.
void prepareBareMachine();

} // namespace streamscope
