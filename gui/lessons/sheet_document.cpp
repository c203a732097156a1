// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/lessons/sheet_document.h"

#include "engine/program/errors.h"
#include "gui/timeline/text/embedded_font.h"
#include "gui/timeline/text/translation.h"

#include <QAbstractTextDocumentLayout>
#include <QBuffer>
#include <QPainter>
#include <QPdfWriter>
#include <QTextCursor>
#include <QTextDocument>
#include <QTextDocumentFragment>
#include <QTextObjectInterface>

#include <algorithm>
#include <vector>

namespace streamscope {

namespace {

constexpr QSizeF pageSize(794, 1123); ///< A4 at 96 pixels per inch
constexpr double pageMargin = 56;
constexpr int textPixels = 14, footPixels = 10;
constexpr int pictureObject = QTextFormat::UserObject + 1;
constexpr int pictureNumber = QTextFormat::UserProperty + 1;

QString oneLine(QString text)
{
    return text.replace(QLatin1Char('\n'), QLatin1Char(' '));
}

} // namespace

/// Draws the pictures of a document in their places.
class SheetPictures final : public QObject, public QTextObjectInterface
{
    Q_OBJECT
    Q_INTERFACES(QTextObjectInterface)

public:
    int add(const PaintedPicture &picture)
    {
        m_pictures.push_back(picture);
        return static_cast<int>(m_pictures.size()) - 1;
    }

    QSizeF intrinsicSize(QTextDocument *, int, const QTextFormat &format) override
    {
        return pictureOf(format).size * scaleOf(format);
    }

    void drawObject(QPainter *painter, const QRectF &place, QTextDocument *, int, const QTextFormat &format) override
    {
        painter->save();
        painter->translate(place.topLeft());
        painter->scale(scaleOf(format), scaleOf(format));
        pictureOf(format).paint(*painter);
        painter->restore();
    }

private:
    const PaintedPicture &pictureOf(const QTextFormat &format) const
    {
        return m_pictures[static_cast<std::size_t>(format.intProperty(pictureNumber))];
    }
    double scaleOf(const QTextFormat &format) const
    {
        const QSizeF size = pictureOf(format).size;
        constexpr double lines = 40; // below and above a picture
        return std::min({1.0, (pageSize.width() - 2 * pageMargin) / size.width(),
                         (pageSize.height() - 2 * pageMargin - lines) / size.height()});
    }

    std::vector<PaintedPicture> m_pictures;
};

struct SheetDocument::Private
{
    QString title;
    QTextDocument document;
    SheetPictures pictures;
    bool isEmpty = true;
    bool breaksPage = false;

    /// A cursor at the end, in a new paragraph.
    QTextCursor paragraph()
    {
        QTextCursor cursor(&document);
        cursor.movePosition(QTextCursor::End);
        QTextBlockFormat format;
        format.setTopMargin(6);
        format.setBottomMargin(6);
        if (breaksPage && !isEmpty)
            format.setPageBreakPolicy(QTextFormat::PageBreak_AlwaysBefore);
        if (isEmpty)
            cursor.setBlockFormat(format);
        else
            cursor.insertBlock(format, QTextCharFormat());
        isEmpty = breaksPage = false;
        return cursor;
    }

    void paintFoot(QPainter &painter, int page, int pages) const
    {
        painter.setFont(embeddedFont(footPixels));
        painter.setPen(Qt::darkGray);
        const QRectF foot(pageMargin, pageSize.height() - pageMargin + 12, pageSize.width() - 2 * pageMargin, 20);
        painter.drawText(foot, static_cast<int>(Qt::AlignLeft | Qt::AlignTop) | Qt::TextSingleLine, title);
        painter.drawText(foot, static_cast<int>(Qt::AlignRight | Qt::AlignTop) | Qt::TextSingleLine,
                         streamscope::tr("%1 of %2").arg(page).arg(pages));
    }
};

SheetDocument::SheetDocument(const QString &title) : m_p(std::make_unique<Private>())
{
    m_p->title = oneLine(title);
    m_p->document.setDefaultFont(embeddedFont(textPixels));
    m_p->document.setDocumentMargin(pageMargin);
    m_p->document.setPageSize(pageSize);
    m_p->document.documentLayout()->registerHandler(pictureObject, &m_p->pictures);
}

SheetDocument::~SheetDocument() = default;

double SheetDocument::width() const
{
    return pageSize.width() - 2 * pageMargin;
}

void SheetDocument::beginPage()
{
    m_p->breaksPage = true;
}

void SheetDocument::addMarkdown(const QString &markdown)
{
    if (markdown.trimmed().isEmpty())
        return;
    QTextDocument part;
    part.setDefaultFont(embeddedFont(textPixels));
    part.setMarkdown(markdown, QTextDocument::MarkdownFeatures(QTextDocument::MarkdownDialectGitHub)
                                   | QTextDocument::MarkdownNoHTML);
    m_p->paragraph().insertFragment(QTextDocumentFragment(&part));
}

void SheetDocument::addPicture(const PaintedPicture &picture)
{
    QTextCharFormat format;
    format.setObjectType(pictureObject);
    format.setProperty(pictureNumber, m_p->pictures.add(picture));
    m_p->paragraph().insertText(QString(QChar::ObjectReplacementCharacter), format);
}

QByteArray SheetDocument::pdf() const
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setPageSize(QPageSize(pageSize * 0.75, QPageSize::Point, QString(), QPageSize::ExactMatch));
    writer.setPageMargins(QMarginsF(0, 0, 0, 0));
    writer.setResolution(96);
    writer.setTitle(m_p->title);
    writer.setCreator(QStringLiteral("StreamScope"));
    QPainter painter;
    if (!painter.begin(&writer))
        throw RunError("the PDF could not be made");
    const int pages = m_p->document.pageCount();
    for (int page = 0; page < pages; ++page) {
        if (page > 0)
            writer.newPage();
        painter.save();
        painter.translate(0, -page * pageSize.height());
        m_p->document.drawContents(&painter, QRectF(QPointF(0, page * pageSize.height()), pageSize));
        painter.restore();
        m_p->paintFoot(painter, page + 1, pages);
    }
    painter.end();
    return bytes;
}

} // namespace streamscope

#include "sheet_document.moc"
