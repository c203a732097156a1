// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/pictures/sweep_image.h"

#include "engine/program/errors.h"
#include "gui/pictures/picture_file.h"
#include "gui/timeline/paint/timeline_painter.h"
#include "gui/timeline/text/embedded_font.h"
#include "gui/timeline/text/translation.h"

#include <QFontMetricsF>
#include <QPainter>

#include <cmath>

namespace streamscope {

namespace {

constexpr double pageMargin = 16;
constexpr QSizeF pictureSize(1000, 620);
constexpr double pixelRatio = 2;

/// What was held still: the knobs that were not varied.
QString constantsText(const SweepTable &table)
{
    QString text;
    for (const ParameterSpec &spec : table.base.specs()) {
        const bool varied = std::any_of(table.axes.begin(), table.axes.end(),
                                        [&spec](const SweepAxis &axis) { return axis.name == spec.name; });
        if (!varied)
            text += (text.isEmpty() ? QString() : QStringLiteral("  ·  ")) + QString::fromStdString(spec.name)
                    + QLatin1Char(' ') + QString::fromStdString(valueText(spec, table.base.value(spec.name)));
    }
    return text;
}

void paintPicture(QPainter &painter, const SweepTable &table, SweepFigure figure)
{
    const TimelineTheme &theme = TimelineTheme::light();
    const QFont font = embeddedFont(12);
    QFont titleFont = embeddedFont(17);
    titleFont.setBold(true);
    painter.fillRect(QRectF(QPointF(), pictureSize), theme.background);
    const double titleHeight = std::ceil(QFontMetricsF(titleFont).height());
    const double width = pictureSize.width() - 2 * pageMargin;
    double x = pageMargin;
    if (table.simulated)
        x += paintBadge(&painter, {x, pageMargin}, titleHeight, tr("Simulated"), theme, font) + 10;
    painter.setPen(theme.text);
    painter.setFont(titleFont);
    painter.drawText(QRectF(x, pageMargin, pictureSize.width() - pageMargin - x, titleHeight),
                     Qt::AlignLeft | Qt::AlignVCenter, QString::fromStdString(table.title));
    painter.setFont(font);
    painter.setPen(theme.mutedText);
    const QString text = QString::fromStdString(table.device) + QStringLiteral("  ·  ") + constantsText(table);
    const QRectF wanted(pageMargin, pageMargin + titleHeight + 4, width, 200);
    const QRectF used = painter.boundingRect(wanted, Qt::TextWordWrap, text);
    painter.drawText(wanted, Qt::TextWordWrap, text);
    const double top = used.bottom() + 8;
    SweepPicture(table, {QRectF(pageMargin, top, width, pictureSize.height() - top - pageMargin), font, &theme, figure})
        .paint(painter);
}

} // namespace

void requireSweepImage(const std::string &path, const std::vector<SweepAxis> &axes)
{
    imageFormatOf(path);
    if (axes.empty() || axes.size() > 2)
        throw InputError(path + ": a picture shows one or two varied parameters, not " + std::to_string(axes.size())
                         + "; the CSV takes any number");
}

QByteArray sweepImage(const SweepTable &table, ImageFormat format, SweepFigure figure)
{
    const PaintedPicture picture{pictureSize, QString::fromStdString(table.title), constantsText(table),
                                 [&](QPainter &painter) { paintPicture(painter, table, figure); }};
    return pictureBytes(picture, format, pixelRatio);
}

} // namespace streamscope
