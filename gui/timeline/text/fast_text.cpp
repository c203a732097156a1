// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/text/fast_text.h"

#include "gui/timeline/text/per_font.h"
#include "gui/timeline/text/text_widths.h"

#include <QGlyphRun>
#include <QPaintEngine>
#include <QPainter>

#include <cmath>

namespace streamscope {

namespace {

constexpr int latin1 = 256;
constexpr qsizetype maxEntries = 2000;

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

/// 0 where the font has none, or where a letter's shape depends on its neighbours.
quint32 FastText::glyphOf(QChar letter)
{
    if (letter.unicode() < latin1)
        return m_glyphs[letter.unicode()];
    if (!TextWidths::standsAlone(letter))
        return 0;
    const auto [known, isNew] = m_signs.try_emplace(letter.unicode(), 0);
    if (isNew) {
        const QList<quint32> glyphs = m_raw.glyphIndexesForString(letter);
        known->second = glyphs.isEmpty() ? 0 : glyphs.first();
    }
    return known->second;
}

const QStaticText &FastText::shaped(const QString &text)
{
    if (m_kept.size() > maxEntries)
        m_kept.clear();
    auto kept = m_kept.find(text);
    if (kept == m_kept.end()) {
        QStaticText shaped(text);
        shaped.setTextFormat(Qt::PlainText);
        shaped.prepare({}, m_font);
        kept = m_kept.insert(text, shaped);
    }
    return *kept;
}

void FastText::add(QPainter &painter, const QRectF &rect, const QString &text, bool centred, const QColor &colour)
{
    if (painter.paintEngine()->type() != QPaintEngine::Raster) {
        painter.setPen(colour);
        painter.drawText(rect,
                         static_cast<int>((centred ? Qt::AlignHCenter : Qt::AlignLeft) | Qt::AlignVCenter)
                             | Qt::TextSingleLine,
                         text);
        return;
    }
    const TextWidths &widths = textWidths(m_font);
    const QFontMetricsF &metrics = widths.metrics();
    Pending &pending = m_pending[colour.rgba()];
    double x = centred ? rect.center().x() - widths.of(text) / 2 : rect.left();
    const double top = std::round(rect.center().y() - metrics.height() / 2);
    const double baseline = top + metrics.ascent();
    for (qsizetype i = 0; i < text.size();) {
        if (const quint32 glyph = glyphOf(text[i])) {
            pending.glyphs.push_back(glyph);
            pending.positions.emplace_back(x, baseline);
            x += widths.of(text[i]);
            ++i;
            continue;
        }
        qsizetype past = i;
        while (past < text.size() && glyphOf(text[past]) == 0)
            ++past;
        const QString part = text.mid(i, past - i);
        pending.shaped.push_back({{x, top}, shaped(part)});
        x += widths.of(part);
        i = past;
    }
}

void FastText::flush(QPainter &painter)
{
    for (auto &[colour, pending] : m_pending) {
        if (pending.glyphs.empty() && pending.shaped.empty())
            continue;
        painter.setPen(QColor::fromRgba(colour));
        QGlyphRun run;
        run.setRawFont(m_raw);
        run.setRawData(pending.glyphs.data(), pending.positions.data(), static_cast<int>(pending.glyphs.size()));
        if (!pending.glyphs.empty())
            painter.drawGlyphRun({}, run);
        for (const Pending::Shaped &part : pending.shaped)
            painter.drawStaticText(part.topLeft, part.text);
        pending.glyphs.clear();
        pending.positions.clear();
        pending.shaped.clear();
    }
}

FastText &FastText::of(const QFont &font)
{
    thread_local PerFont<FastText> all;
    return all.of(font);
}

} // namespace streamscope
