# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
# The relocatable bundle; filled by scripts/package.sh.
