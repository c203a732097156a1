// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/help/manual_window.h"

#include "gui/language/language.h"

#include <QAction>
#include <QApplication>
#include <QDesktopServices>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTextTable>
#include <QToolBar>
#include <QUrl>
#include <QVBoxLayout>

namespace streamscope {

namespace {

constexpr const char *firstPage = "index.md";
constexpr const char *pageProperty = "manualPage";
constexpr int margin = 20;               ///< around a page
constexpr int margins = 2 * margin + 24; ///< with room for the scroll bar

/// Pictures are made for screens of twice the pixels; here they are as wide as the page at most.
class Pages : public QTextBrowser
{
public:
    using QTextBrowser::QTextBrowser;

    QVariant loadResource(int type, const QUrl &name) override
    {
        const QVariant loaded = QTextBrowser::loadResource(type, name);
        if (type != QTextDocument::ImageResource)
            return loaded;
        QImage picture = loaded.canConvert<QImage>() ? loaded.value<QImage>() : QImage();
        if (picture.isNull() && !picture.loadFromData(loaded.toByteArray()))
            return loaded;
        const int room = std::max(320, viewport()->width() - margins);
        return picture.width() <= room ? picture : picture.scaledToWidth(room, Qt::SmoothTransformation);
    }
};

/// As web pages name the places of their headings: "Without Slurm" is without-slurm.
QString placeOf(const QString &heading)
{
    QString place;
    for (const QChar c : heading.toLower())
        if (c.isLetterOrNumber() || c == QLatin1Char('-'))
            place += c;
        else if (c == QLatin1Char(' '))
            place += QLatin1Char('-');
    return place;
}

/// Which heading of a page has this place, from 0; −1: none.
int headingAt(const QString &file, const QString &place)
{
    QFile page(file);
    if (!page.open(QIODevice::ReadOnly))
        return -1;
    QTextDocument document;
    document.setMarkdown(QString::fromUtf8(page.readAll()));
    int number = -1;
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next())
        if (block.blockFormat().headingLevel() > 0) {
            ++number;
            if (placeOf(block.text()) == place)
                return number;
        }
    return -1;
}

/// "window.md" → "de/window.md" where the window speaks German and there is such a page.
QString spokenPage(const QString &folder, const QString &page)
{
    const QString twin = twinLanguage() + QLatin1Char('/') + page;
    return !twinLanguage().isEmpty() && QFile::exists(QDir(folder).filePath(twin)) ? twin : page;
}

/// Room around headings and in tables, which Qt's Markdown has none of.
void makeRoom(QTextDocument *page)
{
    for (QTextFrame *frame : page->rootFrame()->childFrames())
        if (auto *table = qobject_cast<QTextTable *>(frame)) {
            QTextTableFormat format = table->format();
            format.setCellPadding(4);
            format.setCellSpacing(0);
            format.setBorderCollapse(true);
            format.setBorderBrush(QApplication::palette().mid());
            format.setTopMargin(6);
            format.setBottomMargin(10);
            table->setFormat(format);
        }
    for (QTextBlock block = page->begin(); block.isValid(); block = block.next())
        if (const int level = block.blockFormat().headingLevel(); level > 0) {
            QTextBlockFormat format = block.blockFormat();
            format.setTopMargin(level == 1 ? 8 : 18);
            format.setBottomMargin(6);
            QTextCursor(block).setBlockFormat(format);
        }
}

} // namespace

ManualWindow::ManualWindow(const QString &folder, QWidget *parent)
    : QWidget(parent, Qt::Window), m_folder(folder), m_text(new Pages(this)), m_otherLanguage(new QLabel),
      m_search(new QLineEdit(this))
{
    setObjectName(QStringLiteral("manual"));
    setWindowTitle(tr("StreamScope: manual"));
    m_text->setObjectName(QStringLiteral("manualText"));
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->setOpenLinks(false);
    m_text->setSearchPaths({folder});
    m_text->document()->setDocumentMargin(margin);
    auto *bar = new QToolBar(this);
    QAction *start = bar->addAction(tr("&Contents"));
    QAction *back = bar->addAction(tr("&Back"));
    QAction *forward = bar->addAction(tr("&Forward"));
    back->setShortcuts(QKeySequence::Back);
    forward->setShortcuts(QKeySequence::Forward);
    back->setEnabled(false);
    forward->setEnabled(false);
    m_search->setObjectName(QStringLiteral("manualSearch"));
    m_search->setPlaceholderText(tr("Find in this page"));
    m_search->setClearButtonEnabled(true);
    m_search->setMaximumWidth(280);
    bar->addWidget(m_search);
    connect(start, &QAction::triggered, this, [this] { open(QLatin1String(firstPage)); });
    connect(back, &QAction::triggered, m_text, &QTextBrowser::backward);
    connect(forward, &QAction::triggered, m_text, &QTextBrowser::forward);
    connect(m_text, &QTextBrowser::backwardAvailable, back, &QAction::setEnabled);
    connect(m_text, &QTextBrowser::forwardAvailable, forward, &QAction::setEnabled);
    connect(m_text, &QTextBrowser::sourceChanged, m_text, [this] { makeRoom(m_text->document()); });
    m_otherLanguage->setObjectName(QStringLiteral("manualOtherLanguage"));
    m_otherLanguage->setText(tr("This page is there in English only."));
    m_otherLanguage->setContentsMargins(margin, 4, margin, 4);
    m_otherLanguage->hide();
    connect(m_text, &QTextBrowser::sourceChanged, this, &ManualWindow::sayLanguage);
    connect(m_text, &QTextBrowser::anchorClicked, this, &ManualWindow::follow);
    connect(m_search, &QLineEdit::returnPressed, this, &ManualWindow::findNext);
    auto *find = new QAction(this);
    find->setShortcuts(QKeySequence::Find);
    connect(find, &QAction::triggered, m_search, qOverload<>(&QWidget::setFocus));
    addAction(find);
    auto *close = new QAction(this);
    close->setShortcut(QKeySequence(Qt::Key_Escape));
    connect(close, &QAction::triggered, this, &QWidget::close);
    addAction(close);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(bar);
    layout->addWidget(m_otherLanguage);
    layout->addWidget(m_text, 1);
    resize(900, 760);
}

void ManualWindow::open(const QString &page)
{
    const QString name = page.section(QLatin1Char('#'), 0, 0), place = page.section(QLatin1Char('#'), 1);
    const QString wanted = name.isEmpty() ? this->page() : name;
    const QString file = QDir(m_folder).filePath(spokenPage(m_folder, wanted));
    m_text->setSource(QUrl::fromLocalFile(file), QTextDocument::MarkdownResource);
    if (!place.isEmpty())
        goTo(wanted, place);
}

/// To a heading by its own place, or by that of the English page: the same heading there.
void ManualWindow::goTo(const QString &page, const QString &place)
{
    const int inEnglish = headingAt(QDir(m_folder).filePath(page), place);
    int number = -1;
    QTextBlock found;
    for (QTextBlock block = m_text->document()->begin(); block.isValid(); block = block.next()) {
        if (block.blockFormat().headingLevel() == 0)
            continue;
        ++number;
        if (placeOf(block.text()) == place || (!found.isValid() && number == inEnglish))
            found = block;
    }
    if (!found.isValid())
        return;
    QTextCursor end(m_text->document()); // from the end upwards the heading comes to the top
    end.movePosition(QTextCursor::End);
    m_text->setTextCursor(end);
    m_text->setTextCursor(QTextCursor(found));
}

QString ManualWindow::page() const
{
    return pageAt(m_text->source());
}

/// Without the folder and the language.
QString ManualWindow::pageAt(const QUrl &file) const
{
    const QString name = QDir(m_folder).relativeFilePath(file.toLocalFile());
    const QString language = twinLanguage() + QLatin1Char('/');
    return language.size() > 1 && name.startsWith(language) ? name.mid(language.size()) : name;
}

/// `file` is about to be shown: source() is the one before it.
void ManualWindow::sayLanguage(const QUrl &file)
{
    const QString name = QDir(m_folder).relativeFilePath(file.toLocalFile());
    m_otherLanguage->setVisible(!twinLanguage().isEmpty() && name == pageAt(file));
}

void ManualWindow::follow(const QUrl &link)
{
    if (!link.isRelative() && !link.isLocalFile()) {
        QDesktopServices::openUrl(link);
        return;
    }
    const QUrl target = m_text->source().resolved(link);
    const QString name = pageAt(target);
    if (name.endsWith(QLatin1String(".md")))
        open(name + (target.hasFragment() ? QLatin1Char('#') + target.fragment() : QString()));
    else
        QDesktopServices::openUrl(target);
}

/// Goes round at the end of the page.
void ManualWindow::findNext()
{
    if (m_text->find(m_search->text()))
        return;
    m_text->moveCursor(QTextCursor::Start);
    m_text->find(m_search->text());
}

QString manualPageOf(const QWidget *widget)
{
    for (; widget; widget = widget->parentWidget())
        if (const QVariant page = widget->property(pageProperty); page.isValid())
            return page.toString();
    return QLatin1String(firstPage);
}

void setManualPage(QWidget *widget, const char *page)
{
    widget->setProperty(pageProperty, QLatin1String(page));
}

} // namespace streamscope
