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

/// Draws many short labels into raster images: letters and signs as glyphs from a table, all of one colour in one call;
/// other scripts are shaped once and cached. For vector formats it draws plain text.
class FastText
{
public:
    explicit FastText(const QFont &font);

    /// Adds one line, vertically centred in `rect`, at its left edge (or centred). Drawn by flush() at the latest.
    void add(QPainter &painter, const QRectF &rect, const QString &text, bool centred, const QColor &colour);
    /// Draws the added texts. Between add and flush nothing else may be painted at their places. Changes the pen.
    void flush(QPainter &painter);

    /// The object for `font`, kept from frame to frame, one per thread.
    static FastText &of(const QFont &font);

private:
    /// Texts of one colour that are not drawn yet.
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
