// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/window/about_text.h"

#include "gui/timeline/text/translation.h"

namespace streamscope {

namespace {} // namespace

QString aboutText(const QString &cudaStatus)
{
    return tr("<h3>StreamScope %1</h3><p>A desktop lab for CUDA streams: run an experiment, see what each copy and "
              "kernel did and what it waited for.</p><p>Qt %2<br>CUDA: %3</p><p>Licence: GPL-3.0-or-later, with an "
              "additional permission under section 7 to combine it with NVIDIA's CUDA runtime libraries (cudart, "
              "CUPTI, NVML, NCCL). There is no warranty. Charts are drawn by Qt Charts (GPL-3.0). The font DejaVu Sans "
              "is part of the program.</p>")
        .arg(QStringLiteral(STREAMSCOPE_VERSION), QString::fromLatin1(qVersion()),
             cudaStatus.isEmpty() ? tr("not looked for yet") : cudaStatus.toHtmlEscaped());
}

} // namespace streamscope
