// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <QHash>
#include <QPointF>
#include <QRawFont>
#include <QRectF>
#include <QStaticText>
#include <QString>

#include <unordered_map>
#include <vector>

class QColor;
class QPainter;

namespace streamscope {

/// Draws many short labels into pictures of pixels: letters and signs as glyphs from a table, those of one colour at
/// once; other scripts are shaped once and kept. For vector formats it draws text as text.
class FastText
{
public:
    explicit FastText(const QFont &font);

    /// One line, in the middle of the height of `rect`, at its left edge (or centred). Drawn at the latest by flush().
    void add(QPainter &painter, const QRectF &rect, const QString &text, bool centred, const QColor &colour);
    /// Draws what was added; nothing else may have been painted where texts are. Leaves the pen changed.
    void flush(QPainter &painter);

    /// The one for `font`, kept from frame to frame; of this thread.
    static FastText &of(const QFont &font);

private:
    /// What is waiting to be drawn in one colour.
    struct Pending
    {
        struct Shaped
        {
            QPointF topLeft;
            QStaticText text;
        };
        std::vector<quint32> glyphs;
        std::vector<QPointF> positions;
        std::vector<Shaped> shaped;
    };
    quint32 glyphOf(QChar letter);
    const QStaticText &shaped(const QString &text);

    QFont m_font;
    QRawFont m_raw;
    QList<quint32> m_glyphs;                       ///< of Latin-1; 0 where the font has none
    std::unordered_map<char16_t, quint32> m_signs; ///< the same for others that stand alone
    QHash<QString, QStaticText> m_kept;
    std::unordered_map<unsigned, Pending> m_pending; ///< by colour
};

} // namespace streamscope
