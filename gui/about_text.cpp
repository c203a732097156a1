// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/about_text.h"

#include <QCoreApplication>

#include <utility>

namespace streamscope {

namespace {
QString tr(const char *text)
{
    return QCoreApplication::translate("About", text);
}
} // namespace

QString aboutText(const QString &cudaStatus)
{
    return tr("<h3>StreamScope %1</h3>"
              "<p>A desktop lab for CUDA streams: run an experiment, see what each copy and kernel did and what it "
              "waited for.</p>"
              "<p>Qt %2<br>CUDA: %3</p>"
              "<p>Licence: GPL-3.0-or-later, with an additional permission under section 7 to combine it with NVIDIA's "
              "CUDA runtime "
              "libraries (cudart, CUPTI, NVML, NCCL). There is no warranty. Charts are drawn by Qt Charts (GPL-3.0). "
              "The font "
              "DejaVu Sans is part of the program.</p>")
        .arg(QStringLiteral(STREAMSCOPE_VERSION), QString::fromLatin1(qVersion()),
             cudaStatus.isEmpty() ? tr("not looked for yet") : cudaStatus.toHtmlEscaped());
}

QString timelineKeysText()
{
    const std::pair<QString, QString> keys[] = {
        {tr("Ctrl+wheel, W, S"), tr("zoom at the pointer")},
        {tr("Ctrl+Shift+wheel"), tr("make the lanes of the SMs higher or flatter")},
        {tr("wheel, ↑, ↓"), tr("scroll the lanes")},
        {tr("Shift+wheel, Shift+drag, middle drag, A, D, ←, →"), tr("move in time")},
        {tr("0, Home"), tr("show the whole run")},
        {tr("F"), tr("fit the selection; a double click fits an operation")},
        {tr("drag"), tr("measure a stretch of time")},
        {tr("click"), tr("select an operation")},
        {tr(". and ,"), tr("next and previous operation of the lane")},
        {tr("Esc"), tr("clear the selection; stop the run")},
    };
    QString html = tr("<h3>Keys of the timeline</h3>") + QStringLiteral("<table cellpadding='3'>");
    for (const auto &[key, meaning] : keys)
        html += QStringLiteral("<tr><td><b>%1</b></td><td>%2</td></tr>").arg(key.toHtmlEscaped(), meaning);
    return html + QStringLiteral("</table>");
}

} // namespace streamscope
