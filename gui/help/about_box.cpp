// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/help/about_box.h"

#include "gui/timeline/text/translation.h"

#include <QIcon>
#include <QMessageBox>

namespace streamscope {

namespace {

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

} // namespace

void showAboutBox(QWidget *parent, const QString &cudaStatus)
{
    auto *box = new QMessageBox(QMessageBox::NoIcon, tr("About StreamScope"), aboutText(cudaStatus), QMessageBox::Close,
                                parent);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setTextFormat(Qt::RichText);
    box->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    box->setIconPixmap(parent->windowIcon().pixmap(64, 64));
    box->setModal(false);
    box->show();
}

} // namespace streamscope
