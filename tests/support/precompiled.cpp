// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// Nothing: the precompiled headers of the tests belong to a target, and a target needs a source.
