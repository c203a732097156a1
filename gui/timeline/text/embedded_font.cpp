// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/text/embedded_font.h"

#include <QFontDatabase>
#include <QFontMetricsF>
#include <QStringList>

namespace streamscope {

namespace {

QString familyOf(int id, const QString &otherwise)
{
    const QStringList families = id < 0 ? QStringList() : QFontDatabase::applicationFontFamilies(id);
    return families.isEmpty() ? otherwise : families.first();
}

} // namespace

QFont embeddedFont(int pixelSize)
{
    static const int id = [] {
        QFontDatabase::addApplicationFont(QStringLiteral(":/fonts/DejaVuSans-Bold.ttf"));
        return QFontDatabase::addApplicationFont(QStringLiteral(":/fonts/DejaVuSans.ttf"));
    }();
    QFont font(familyOf(id, QStringLiteral("DejaVu Sans")));
    font.setPixelSize(pixelSize);
    font.setHintingPreference(QFont::PreferNoHinting); // the same advances on every device and at every scale
    return font;
}

QFont embeddedCodeFont(const QFont &like)
{
    static const int id = QFontDatabase::addApplicationFont(QStringLiteral(":/fonts/DejaVuSansMono.ttf"));
    QFont font = like;
    font.setFamily(familyOf(id, QStringLiteral("DejaVu Sans Mono")));
    font.setFixedPitch(true);
    return font;
}

bool defaultFontIsUnusable()
{
    const QFontMetricsF metrics{QFont()};
    return metrics.horizontalAdvance(QStringLiteral("iii")) == metrics.horizontalAdvance(QStringLiteral("WWW"));
}

} // namespace streamscope
