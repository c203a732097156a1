// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/pictures/picture_file.h"

#include "engine/program/errors.h"
#include "gui/pictures/font_subset.h"
#include "gui/timeline/text/embedded_font.h"

#include <QBuffer>
#include <QFile>
#include <QPainter>
#include <QPdfWriter>
#include <QSvgGenerator>
#include <QXmlStreamReader>

namespace streamscope {

namespace {

void begin(QPainter &painter, QPaintDevice *device, const char *what)
{
    if (!painter.begin(device))
        throw RunError(std::string("the ") + what + " could not be made");
}

QByteArray pngOf(const QImage &image)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    if (!image.save(&buffer, "PNG"))
        throw RunError("the PNG could not be made");
    return bytes;
}

QSet<char16_t> charactersOf(const QByteArray &svg)
{
    QXmlStreamReader xml(svg);
    QSet<char16_t> characters;
    while (!xml.atEnd())
        if (xml.readNext() == QXmlStreamReader::Characters)
            for (const QChar character : xml.text())
                if (character >= QLatin1Char(' '))
                    characters.insert(character.unicode());
    return characters;
}

/// The SVG with the letters that it uses: it looks alike where the font is not installed.
QByteArray withFont(QByteArray svg)
{
    QFile file(QStringLiteral(":/fonts/DejaVuSans.ttf"));
    if (!file.open(QIODevice::ReadOnly))
        throw RunError("the font of the program is missing");
    const QByteArray font = fontSubset(file.readAll(), charactersOf(svg));
    const QByteArray style = "<style type=\"text/css\">@font-face{font-family:'" + embeddedFont(12).family().toUtf8()
                             + "';src:url(data:font/ttf;base64," + font.toBase64() + ") format('truetype');}</style>\n";
    const qsizetype defs = svg.indexOf("<defs>");
    return defs < 0 ? svg : svg.insert(defs, style);
}

QByteArray svgOf(const PaintedPicture &picture)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setResolution(96); // Qt's 72 would make it a third larger than its pixels
    generator.setSize(picture.size.toSize());
    generator.setViewBox(QRectF(QPointF(), picture.size));
    generator.setTitle(picture.title.toHtmlEscaped());
    generator.setDescription(picture.description.toHtmlEscaped());
    QPainter painter;
    begin(painter, &generator, "SVG");
    picture.paint(painter);
    painter.end();
    return withFont(bytes);
}

QByteArray pdfOf(const PaintedPicture &picture)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    // One of our pixels is 1/96 inch, so a point is 4/3 pixels.
    writer.setPageSize(QPageSize(picture.size * 0.75, QPageSize::Point, QString(), QPageSize::ExactMatch));
    writer.setPageMargins(QMarginsF(0, 0, 0, 0));
    writer.setResolution(96);
    writer.setTitle(picture.title);
    writer.setCreator(QStringLiteral("StreamScope"));
    QPainter painter;
    begin(painter, &writer, "PDF");
    picture.paint(painter);
    painter.end();
    return bytes;
}

} // namespace

QImage pictureBitmap(const PaintedPicture &picture, double devicePixelRatio)
{
    QImage image((picture.size * devicePixelRatio).toSize(), QImage::Format_RGB32);
    if (image.isNull())
        throw RunError("the picture is too large");
    image.setDevicePixelRatio(devicePixelRatio);
    image.setText(QStringLiteral("Title"), picture.title);
    image.setText(QStringLiteral("Description"), picture.description);
    QPainter painter;
    begin(painter, &image, "picture");
    picture.paint(painter);
    painter.end();
    return image;
}

QByteArray pictureBytes(const PaintedPicture &picture, ImageFormat format, double devicePixelRatio)
{
    switch (format) {
    case ImageFormat::Png:
        return pngOf(pictureBitmap(picture, devicePixelRatio));
    case ImageFormat::Svg:
        return svgOf(picture);
    case ImageFormat::Pdf:
        return pdfOf(picture);
    }
    return {};
}

} // namespace streamscope
