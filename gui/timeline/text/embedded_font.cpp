// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/text/embedded_font.h"

#include <QFontDatabase>
#include <QFontMetricsF>
#include <QStringList>

namespace streamscope {

QFont embeddedFont(int pixelSize)
{
    static const int id = [] {
        QFontDatabase::addApplicationFont(QStringLiteral(":/fonts/DejaVuSans-Bold.ttf"));
        return QFontDatabase::addApplicationFont(QStringLiteral(":/fonts/DejaVuSans.ttf"));
    }();
    const QStringList families = id < 0 ? QStringList() : QFontDatabase::applicationFontFamilies(id);
    QFont font(families.isEmpty() ? QStringLiteral("DejaVu Sans") : families.first());
    font.setPixelSize(pixelSize);
    font.setHintingPreference(QFont::PreferNoHinting); // the same advances on every device and at every scale
    return font;
}

bool defaultFontIsUnusable()
{
    const QFontMetricsF metrics{QFont()};
    return metrics.horizontalAdvance(QStringLiteral("iii")) == metrics.horizontalAdvance(QStringLiteral("WWW"));
}

} // namespace streamscope
