// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/actions/file_replacement.h"

#include "gui/timeline/text/translation.h"

#include <QFileInfo>
#include <QMessageBox>

namespace streamscope {

QString withSuffix(QWidget *window, const QString &chosen, const QString &suffix)
{
    if (chosen.isEmpty() || chosen.endsWith(QLatin1Char('.') + suffix, Qt::CaseInsensitive))
        return chosen;
    const QString path = chosen + QLatin1Char('.') + suffix;
    if (!QFileInfo::exists(path))
        return path;
    const auto answer = QMessageBox::warning(window, tr("Replace the file?"),
                                             tr("%1 is there already. Replace it?").arg(QFileInfo(path).fileName()),
                                             QMessageBox::Yes | QMessageBox::No, QMessageBox::No);
    return answer == QMessageBox::Yes ? path : QString();
}

} // namespace streamscope
