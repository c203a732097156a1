// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/code/code_view.h"

#include "gui/code/code_highlighter.h"
#include "gui/timeline/text/embedded_font.h"
#include "gui/widgets/application_theme.h"

#include <QPainter>
#include <QScrollBar>
#include <QTextBlock>

#include <algorithm>

namespace streamscope {

/// The column with numbers and signs.
class CodeView::Gutter : public QWidget
{
public:
    explicit Gutter(CodeView *view) : QWidget(view), m_view(view) {}
    QSize sizeHint() const override { return {m_view->gutterWidth(), 0}; }

protected:
    void paintEvent(QPaintEvent *event) override { m_view->paintGutter(event); }

private:
    CodeView *m_view;
};

CodeView::CodeView(QWidget *parent)
    : QPlainTextEdit(parent), m_gutter(new Gutter(this)), m_highlighter(new CodeHighlighter(document()))
{
    setObjectName(QStringLiteral("codeView"));
    setAccessibleName(tr("Code"));
    setReadOnly(true);
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    setLineWrapMode(QPlainTextEdit::NoWrap);
    setFrameShape(QFrame::NoFrame);
    setFont(embeddedCodeFont(font()));
    setTabStopDistance(fontMetrics().horizontalAdvance(QLatin1Char(' ')) * 4);
    connect(this, &QPlainTextEdit::updateRequest, this, [this](const QRect &area, int scrolled) {
        if (scrolled != 0)
            m_gutter->scroll(0, scrolled);
        else
            m_gutter->update(0, area.y(), m_gutter->width(), area.height());
    });
    m_highlighter->setDark(isDark(*this));
}

void CodeView::setLanguage(const QString &language)
{
    m_highlighter->setLanguage(language);
}

void CodeView::setCode(const std::string &before, const std::string &after, const std::vector<LineChange> &lines,
                       bool showRemoved)
{
    const std::vector<std::string_view> former = linesOf(before), now = linesOf(after);
    const int top = verticalScrollBar()->value(), left = horizontalScrollBar()->value();
    QStringList text;
    m_lines.clear();
    bool isRemovedAbove = false;
    for (const LineChange &line : lines) {
        if (line.kind == LineChange::Removed && !showRemoved) {
            isRemovedAbove = true;
            continue;
        }
        const bool removed = line.kind == LineChange::Removed;
        const std::string_view words =
            removed ? former[static_cast<std::size_t>(line.before)] : now[static_cast<std::size_t>(line.after)];
        text.append(QString::fromUtf8(words.data(), static_cast<qsizetype>(words.size())));
        m_lines.push_back({removed                          ? Mark::Removed
                           : line.kind == LineChange::Added ? Mark::Added
                           : isRemovedAbove                 ? Mark::RemovedAbove
                                                            : Mark::None,
                           line.after + 1});
        isRemovedAbove = false;
    }
    setPlainText(text.join(QLatin1Char('\n')));
    markLines();
    placeGutter();
    verticalScrollBar()->setValue(top);
    horizontalScrollBar()->setValue(left);
}

QColor CodeView::groundOf(Mark mark, bool dark)
{
    switch (mark) {
    case Mark::Added:
        return dark ? QColor(0x1d, 0x3a, 0x29) : QColor(0xdf, 0xf3, 0xe4);
    case Mark::Removed:
        return dark ? QColor(0x4a, 0x24, 0x24) : QColor(0xfb, 0xe5, 0xe1);
    case Mark::None:
    case Mark::RemovedAbove:
        break;
    }
    return {};
}

void CodeView::markLines()
{
    const bool dark = isDark(*this);
    QList<QTextEdit::ExtraSelection> grounds;
    for (std::size_t i = 0; i < m_lines.size(); ++i) {
        const QColor ground = groundOf(m_lines[i].mark, dark);
        if (!ground.isValid())
            continue;
        QTextEdit::ExtraSelection line;
        line.format.setBackground(ground);
        line.format.setProperty(QTextFormat::FullWidthSelection, true);
        line.cursor = QTextCursor(document()->findBlockByNumber(static_cast<int>(i)));
        grounds.append(line);
    }
    setExtraSelections(grounds);
}

bool CodeView::beginsChange(std::size_t line) const
{
    const auto isChanged = [this](std::size_t i) {
        return m_lines[i].mark == Mark::Added || m_lines[i].mark == Mark::Removed;
    };
    return m_lines[line].mark == Mark::RemovedAbove || (isChanged(line) && (line == 0 || !isChanged(line - 1)));
}

int CodeView::changes() const
{
    int changes = 0;
    for (std::size_t i = 0; i < m_lines.size(); ++i)
        changes += beginsChange(i) ? 1 : 0;
    return changes;
}

void CodeView::goToChange(int direction)
{
    const auto count = static_cast<int>(m_lines.size());
    int line = textCursor().blockNumber();
    for (int i = 0; i < count; ++i) {
        line = (line + direction + count) % count;
        if (!beginsChange(static_cast<std::size_t>(line)))
            continue;
        setTextCursor(QTextCursor(document()->findBlockByNumber(line)));
        centerCursor();
        return;
    }
}

bool CodeView::seesChange() const
{
    if (changes() == 0)
        return true;
    for (QTextBlock block = firstVisibleBlock(); block.isValid(); block = block.next()) {
        if (blockBoundingGeometry(block).translated(contentOffset()).top() > viewport()->height())
            break;
        if (m_lines[static_cast<std::size_t>(block.blockNumber())].mark != Mark::None)
            return true;
    }
    return false;
}

int CodeView::gutterWidth() const
{
    const auto digits = static_cast<int>(QString::number(std::max(blockCount(), 100)).size());
    return fontMetrics().horizontalAdvance(QLatin1Char('9')) * (digits + 3);
}

void CodeView::placeGutter()
{
    setViewportMargins(gutterWidth(), 0, 0, 0);
    const QRect inside = contentsRect();
    m_gutter->setGeometry(inside.left(), inside.top(), gutterWidth(), inside.height());
    m_gutter->update();
}

void CodeView::resizeEvent(QResizeEvent *event)
{
    QPlainTextEdit::resizeEvent(event);
    placeGutter();
}

void CodeView::changeEvent(QEvent *event)
{
    QPlainTextEdit::changeEvent(event);
    if (event->type() != QEvent::PaletteChange || !m_highlighter)
        return;
    m_highlighter->setDark(isDark(*this));
    m_highlighter->rehighlight();
    markLines();
}

void CodeView::paintGutter(QPaintEvent *event)
{
    QPainter painter(m_gutter);
    painter.fillRect(event->rect(), palette().color(QPalette::AlternateBase));
    painter.setFont(font());
    const int letter = fontMetrics().horizontalAdvance(QLatin1Char('9'));
    const int width = m_gutter->width();
    QTextBlock block = firstVisibleBlock();
    auto top = qRound(blockBoundingGeometry(block).translated(contentOffset()).top());
    for (; block.isValid() && top <= event->rect().bottom(); block = block.next()) {
        const int height = qRound(blockBoundingRect(block).height());
        const auto number = static_cast<std::size_t>(block.blockNumber());
        if (block.isVisible() && number < m_lines.size()) {
            const Line &line = m_lines[number];
            if (const QColor ground = groundOf(line.mark, isDark(*this)); ground.isValid())
                painter.fillRect(0, top, width, height, ground);
            painter.setPen(palette().color(QPalette::PlaceholderText));
            if (line.number > 0)
                painter.drawText(0, top, width - 2 * letter, height, Qt::AlignRight | Qt::AlignVCenter,
                                 QString::number(line.number));
            painter.setPen(palette().color(QPalette::Text));
            const QString sign = line.mark == Mark::Added     ? QStringLiteral("+")
                                 : line.mark == Mark::Removed ? QStringLiteral("−")
                                                              : QString();
            painter.drawText(width - 2 * letter, top, 2 * letter, height, Qt::AlignCenter, sign);
            if (line.mark == Mark::RemovedAbove) // lines stood above this one
                painter.drawText(width - 2 * letter, top - height / 2, 2 * letter, height, Qt::AlignCenter,
                                 QStringLiteral("▸"));
        }
        top += height;
    }
}

} // namespace streamscope
