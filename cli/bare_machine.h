// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

namespace streamscope {

/// Gives the libraries what a server or a container may lack, so that they do not complain on stderr: a fontconfig file
/// (the bundle carries one; the program has its own font) and a folder for the session. What is set already stays.
/// Before a QGuiApplication is made.
void prepareBareMachine();

} // namespace streamscope
