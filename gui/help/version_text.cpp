// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/help/version_text.h"

#include "generated/gui/commit.h" // cmake/commit.cmake

#include <QLibraryInfo>

namespace streamscope {

std::string versionText()
{
    const std::string commit = STREAMSCOPE_COMMIT, toolkit = STREAMSCOPE_CUDA_TOOLKIT;
    const std::string qt = QLibraryInfo::version().toString().toStdString();
    return "streamscope " STREAMSCOPE_VERSION "\n"
           "commit: "
           + (commit.empty() ? "not known" : commit) + "\nQt: " + qt
           + (qt == QT_VERSION_STR ? "" : ", built with " QT_VERSION_STR) + "\nCUDA: "
           + (toolkit.empty() ? "built without a toolkit, so with the simulated devices only"
                              : "the module was built with toolkit " + toolkit)
           + "\nlicence: GPL-3.0-or-later with a permission to combine it with NVIDIA's CUDA runtime libraries";
}

} // namespace streamscope
