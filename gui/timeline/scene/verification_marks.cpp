// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/scene/verification_marks.h"

#include "gui/timeline/text/translation.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace streamscope {

namespace {

constexpr double dash = 6, gap = 3, thickness = 3; ///< of the line, pixels
constexpr double narrowestStripes = 10, stripeStep = 14;

QColor inkOf(VerificationState verification, const TimelineTheme &theme)
{
    return verification == VerificationState::Failed ? theme.warning : theme.text;
}

/// Dashes are fixed to the plane: those of neighbours continue each other.
void paintBrokenLine(QPainter &painter, const QRectF &rect, const QColor &ink, const QColor &ground)
{
    const double height = std::min(thickness, rect.height());
    painter.fillRect(QRectF(rect.left(), rect.top(), rect.width(), height), ground);
    const double period = dash + gap;
    for (double x = std::floor(rect.left() / period) * period; x < rect.right(); x += period) {
        const double left = std::max(x, rect.left()), right = std::min(x + dash, rect.right());
        if (right > left)
            painter.fillRect(QRectF(left, rect.top(), right - left, height), ink);
    }
}

/// From upper left to lower right; the stripes of waiting have the other direction.
void paintStripes(QPainter &painter, const QRectF &rect, const QColor &ink, const QColor &ground)
{
    // In two colours, so that the stripes are visible on bars of every kind.
    for (const QPen &pen : {QPen(ground, 4, Qt::SolidLine, Qt::FlatCap), QPen(ink, 2, Qt::SolidLine, Qt::FlatCap)}) {
        painter.setPen(pen);
        for (double x = rect.left() - rect.height(); x < rect.right(); x += stripeStep) {
            const double left = std::max(x, rect.left()), right = std::min(x + rect.height(), rect.right());
            if (right > left)
                painter.drawLine(QPointF(left, rect.top() + left - x), QPointF(right, rect.top() + right - x));
        }
    }
}

} // namespace

void paintVerification(QPainter &painter, const TimelineScene &scene, const TimelineTheme &theme)
{
    painter.save();
    for (const SceneBars::Row &row : scene.bars.rows()) {
        const VerificationState verification = scene.lanes[row.lane].content->verification;
        if (verification == VerificationState::None)
            continue;
        const QColor ink = inkOf(verification, theme);
        for (const SceneBars::Packed &bar : scene.bars.barsOf(row)) {
            if (bar.waiting)
                continue;
            const QRectF rect = scene.bars.rectOf(row, bar);
            if (verification == VerificationState::Failed && rect.width() >= narrowestStripes)
                paintStripes(painter, rect, ink, theme.background);
            paintBrokenLine(painter, rect, ink, theme.background);
        }
    }
    painter.restore();
}

void paintVerificationSample(QPainter &painter, const QRectF &rect, VerificationState verification,
                             const TimelineTheme &theme)
{
    painter.save();
    if (verification == VerificationState::Failed)
        paintStripes(painter, rect, inkOf(verification, theme), theme.background);
    paintBrokenLine(painter, rect, inkOf(verification, theme), theme.background);
    painter.restore();
}

QString verificationSign(VerificationState verification)
{
    switch (verification) {
    case VerificationState::Failed:
        return QStringLiteral("✗ ");
    case VerificationState::Unverified:
        return QStringLiteral("? ");
    case VerificationState::None:
        break;
    }
    return {};
}

QString verificationTitle(VerificationState verification)
{
    switch (verification) {
    case VerificationState::Failed:
        return tr("✗ crossed: wrong data came back");
    case VerificationState::Unverified:
        return tr("? broken line: no data came back that could be checked");
    case VerificationState::None:
        break;
    }
    return {};
}

} // namespace streamscope
