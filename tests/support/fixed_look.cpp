// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// Linked into every window test: the font and the style do not depend on the machine. Heights of lanes and widths of
// columns follow the system's font, so a machine with other fonts would lay out other pictures.
#include <cstdlib>

namespace {

struct FixedLook
{
    FixedLook()
    {
        ::setenv("FONTCONFIG_FILE", STREAMSCOPE_TEST_FONTS, 1); // only the font that the program brings
        ::setenv("QT_STYLE_OVERRIDE", "Fusion", 1);
        ::setenv("QT_QPA_PLATFORM", "offscreen", 0);
    }
};

const FixedLook fixedLook; // before main(), so before QApplication reads them

} // namespace
