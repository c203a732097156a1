// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// Reads back what an SVG or a PDF of ours draws: filled rectangles and lines of text, in device-independent pixels.
#pragma once

#include <QByteArray>
#include <QHash>
#include <QList>
#include <QRectF>
#include <QRegularExpression>
#include <QSizeF>
#include <QString>
#include <QStringList>
#include <QTransform>
#include <QXmlStreamReader>

#include <vector>

namespace streamscope {

struct VectorPicture
{
    QString problem; ///< empty where the file could be read
    QSizeF size;
    std::vector<QRectF> rects;
    QStringList texts;
    QList<QByteArray> fonts; ///< TrueType files inside
};

inline QTransform transformOf(const QString &text)
{
    static const QRegularExpression matrix(QStringLiteral("matrix\\(([^)]*)\\)"));
    const QStringList parts = matrix.match(text).captured(1).split(QLatin1Char(','));
    if (parts.size() != 6)
        return {};
    double m[6];
    for (int i = 0; i < 6; ++i)
        m[i] = parts[i].toDouble();
    return {m[0], m[1], m[2], m[3], m[4], m[5]};
}

inline VectorPicture readSvg(const QByteArray &svg)
{
    VectorPicture picture;
    QXmlStreamReader xml(svg);
    std::vector<QTransform> stack{QTransform()};
    QString *text = nullptr;
    while (!xml.atEnd()) {
        const auto token = xml.readNext();
        if (token == QXmlStreamReader::StartElement) {
            const auto number = [&](const char *name) {
                return xml.attributes().value(QLatin1String(name)).toDouble();
            };
            stack.push_back(transformOf(xml.attributes().value(QLatin1String("transform")).toString()) * stack.back());
            if (xml.name() == QLatin1String("rect"))
                picture.rects.push_back(
                    stack.back().mapRect(QRectF(number("x"), number("y"), number("width"), number("height"))));
            if (xml.name() == QLatin1String("svg")) {
                const QStringList box =
                    xml.attributes().value(QLatin1String("viewBox")).toString().split(QLatin1Char(' '));
                if (box.size() == 4)
                    picture.size = {box[2].toDouble(), box[3].toDouble()};
            }
            text = nullptr;
            if (xml.name() == QLatin1String("text") || xml.name() == QLatin1String("style")) {
                picture.texts << QString();
                text = &picture.texts.back();
            }
        } else if (token == QXmlStreamReader::EndElement) {
            stack.pop_back();
            if (xml.name() == QLatin1String("style")) {
                static const QRegularExpression data(QStringLiteral("url\\(data:font/ttf;base64,([^)]*)\\)"));
                const QString style = picture.texts.takeLast();
                picture.fonts << QByteArray::fromBase64(data.match(style).captured(1).toLatin1());
            }
            text = nullptr;
        } else if (token == QXmlStreamReader::Characters && text) {
            *text += xml.text().toString();
        }
    }
    if (xml.hasError())
        picture.problem = xml.errorString();
    return picture;
}

/// Reads PDF files as Qt writes them.
class PdfReader
{
public:
    explicit PdfReader(const QByteArray &pdf) : m_pdf(pdf) {}

    VectorPicture read()
    {
        findObjects();
        QByteArray page;
        for (const QByteArray &object : std::as_const(m_objects))
            if (object.contains("/Type /Page\n"))
                page = object;
        const QStringList box = captured(page, "MediaBox \\[([^\\]]*)\\]").split(QLatin1Char(' '));
        if (box.size() != 4) {
            m_picture.problem = QStringLiteral("no page");
            return m_picture;
        }
        m_pageHeight = box[3].toDouble();
        m_picture.size = {box[2].toDouble() / pointsPerPixel, m_pageHeight / pointsPerPixel};
        const QByteArray resources = objectAt(page, "Resources");
        static const QRegularExpression fontName(QStringLiteral("/(F\\d+) (\\d+) 0 R"));
        for (auto fonts = fontName.globalMatch(QString::fromLatin1(resources)); fonts.hasNext();) {
            const auto font = fonts.next();
            readFont(font.captured(1), m_objects.value(font.captured(2).toInt()));
        }
        draw(unpacked(objectAt(page, "Contents")));
        return m_picture;
    }

private:
    static constexpr double pointsPerPixel = 0.75;

    static QString captured(const QByteArray &object, const char *pattern)
    {
        return QRegularExpression(QLatin1String(pattern)).match(QString::fromLatin1(object)).captured(1);
    }

    QByteArray objectAt(const QByteArray &object, const char *key) const
    {
        return m_objects.value(captured(object, QByteArray(QByteArray(key) + " (\\d+) 0 R").constData()).toInt());
    }

    void findObjects()
    {
        static const QRegularExpression head(QStringLiteral("(?:^|\\n)(\\d+) 0 obj\\n"));
        for (auto objects = head.globalMatch(QString::fromLatin1(m_pdf)); objects.hasNext();) {
            const auto object = objects.next();
            const qsizetype from = object.capturedEnd(), to = m_pdf.indexOf("endobj", from);
            m_objects[object.captured(1).toInt()] = m_pdf.mid(from, to - from);
        }
    }

    static QByteArray unpacked(const QByteArray &object)
    {
        const qsizetype from = object.indexOf("stream\n") + 7, to = object.lastIndexOf("endstream");
        const QByteArray data = object.mid(from, to - from);
        return object.contains("FlateDecode") ? qUncompress(QByteArray(4, '\0') + data) : data;
    }

    /// Keeps the font's file and what its glyphs stand for.
    void readFont(const QString &name, const QByteArray &font)
    {
        static const QRegularExpression range(QStringLiteral("<([0-9A-F]+)> <([0-9A-F]+)> \\[([^\\]]*)\\]"));
        const QString map = QString::fromLatin1(unpacked(objectAt(font, "ToUnicode")));
        for (auto ranges = range.globalMatch(map); ranges.hasNext();) {
            const auto found = ranges.next();
            int glyph = found.captured(1).toInt(nullptr, 16);
            for (const QString &code : found.captured(3).split(QLatin1Char(' '), Qt::SkipEmptyParts))
                m_characters[name][glyph++] = QChar(static_cast<char16_t>(code.mid(1, 4).toInt(nullptr, 16)));
        }
        const QByteArray descendant = m_objects.value(captured(font, "DescendantFonts \\[(\\d+) 0 R").toInt());
        m_picture.fonts << unpacked(objectAt(objectAt(descendant, "FontDescriptor"), "FontFile2"));
    }

    void draw(const QByteArray &content)
    {
        QTransform now;
        std::vector<QTransform> saved;
        QString font, text;
        QList<double> numbers;
        QString glyph;
        for (const QByteArray &word : content.simplified().split(' ')) {
            bool isNumber = false;
            const double number = word.toDouble(&isNumber);
            if (isNumber) {
                numbers << number;
                continue;
            }
            const qsizetype n = numbers.size();
            if (word == "q")
                saved.push_back(now);
            else if (word == "Q" && !saved.empty()) {
                now = saved.back();
                saved.pop_back();
            } else if (word == "cm" && n >= 6)
                now = QTransform(numbers[n - 6], numbers[n - 5], numbers[n - 4], numbers[n - 3], numbers[n - 2],
                                 numbers[n - 1])
                      * now;
            else if (word == "re" && n >= 4)
                m_picture.rects.push_back(
                    onPage(now.mapRect(QRectF(numbers[n - 4], numbers[n - 3], numbers[n - 2], numbers[n - 1]))));
            else if (word.startsWith("/F"))
                font = QString::fromLatin1(word.mid(1));
            else if (word.startsWith('<'))
                glyph = QString::fromLatin1(word.mid(1, word.size() - 2));
            else if (word == "Tj")
                text += m_characters.value(font).value(glyph.toInt(nullptr, 16), QChar(QChar::ReplacementCharacter));
            else if (word == "BT")
                text.clear();
            else if (word == "ET")
                m_picture.texts << text.replace(QLatin1Char('\t'), QLatin1Char(' ')); // one glyph for both
            if (!word.startsWith('<') && !word.startsWith('/'))
                numbers.clear();
        }
    }

    /// Points from below to pixels from above.
    QRectF onPage(const QRectF &points) const
    {
        return {points.left() / pointsPerPixel, (m_pageHeight - points.bottom()) / pointsPerPixel,
                points.width() / pointsPerPixel, points.height() / pointsPerPixel};
    }

    QByteArray m_pdf;
    VectorPicture m_picture;
    double m_pageHeight = 0;
    QHash<int, QByteArray> m_objects;
    QHash<QString, QHash<int, QChar>> m_characters;
};

inline VectorPicture readVector(const QByteArray &bytes)
{
    return bytes.startsWith("%PDF-") ? PdfReader(bytes).read() : readSvg(bytes);
}

} // namespace streamscope
