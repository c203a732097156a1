// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <QHash>
#include <QRawFont>
#include <QRectF>
#include <QStaticText>
#include <QString>

class QPainter;

namespace streamscope {

/// Draws many short labels into pictures of pixels: plain letters as glyphs from a table, signs and other scripts
/// shaped once and kept. For vector formats it draws text as text.
class FastText
{
public:
    explicit FastText(const QFont &font);

    /// One line, in the middle of the height of `rect`, at its left edge (or centred), in the painter's pen.
    void draw(QPainter &painter, const QRectF &rect, const QString &text, bool centred);

    /// The one for `font`, kept from frame to frame; of this thread.
    static FastText &of(const QFont &font);

private:
    QFont m_font;
    QRawFont m_raw;
    QList<quint32> m_glyphs; ///< of Latin-1; 0 where the font has none
    QHash<QString, QStaticText> m_kept;
};

} // namespace streamscope
