// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/fast_text.h"

#include "gui/timeline/text_widths.h"

#include <QGlyphRun>
#include <QPaintEngine>
#include <QPainter>

#include <optional>

namespace streamscope {

namespace {

constexpr int latin1 = 256;
constexpr qsizetype mostKept = 2000;

} // namespace

FastText::FastText(const QFont &font) : m_font(font), m_raw(QRawFont::fromFont(font)), m_glyphs(latin1, 0)
{
    for (int i = 0; i < latin1; ++i) {
        const QChar letter(static_cast<char16_t>(i));
        if (!TextWidths::isPlain(letter))
            continue;
        const QList<quint32> glyphs = m_raw.glyphIndexesForString(letter);
        m_glyphs[i] = glyphs.isEmpty() ? 0 : glyphs.first();
    }
}

void FastText::draw(QPainter &painter, const QRectF &rect, const QString &text, bool centred)
{
    const TextWidths &widths = textWidths(m_font);
    const QFontMetricsF &metrics = widths.metrics();
    if (painter.paintEngine()->type() != QPaintEngine::Raster) {
        painter.drawText(rect,
                         static_cast<int>((centred ? Qt::AlignHCenter : Qt::AlignLeft) | Qt::AlignVCenter)
                             | Qt::TextSingleLine,
                         text);
        return;
    }
    double x = centred ? rect.center().x() - widths.of(text) / 2 : rect.left();
    const double top = std::round(rect.center().y() - metrics.height() / 2);
    const double baseline = top + metrics.ascent();
    const auto isOurs = [this](QChar letter) { return TextWidths::isPlain(letter) && m_glyphs[letter.unicode()] != 0; };
    QList<quint32> glyphs;
    QList<QPointF> positions;
    for (qsizetype i = 0; i < text.size();) {
        qsizetype past = i;
        glyphs.clear();
        positions.clear();
        for (; past < text.size() && isOurs(text[past]); ++past) {
            glyphs << m_glyphs[text[past].unicode()];
            positions << QPointF(x, 0);
            x += widths.of(text[past]);
        }
        if (past > i) {
            QGlyphRun run;
            run.setRawFont(m_raw);
            run.setGlyphIndexes(glyphs);
            run.setPositions(positions);
            painter.drawGlyphRun(QPointF(0, baseline), run);
            i = past;
            continue;
        }
        while (past < text.size() && !isOurs(text[past]))
            ++past;
        const QString part = text.mid(i, past - i);
        if (m_kept.size() > mostKept)
            m_kept.clear();
        auto kept = m_kept.find(part);
        if (kept == m_kept.end()) {
            QStaticText shaped(part);
            shaped.setTextFormat(Qt::PlainText);
            shaped.prepare({}, m_font);
            kept = m_kept.insert(part, shaped);
        }
        painter.drawStaticText(QPointF(x, top), *kept);
        x += widths.of(part);
        i = past;
    }
}

FastText &FastText::of(const QFont &font)
{
    thread_local std::optional<FastText> last;
    if (!last || last->m_font != font)
        last.emplace(font);
    return *last;
}

} // namespace streamscope
