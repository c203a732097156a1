// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/window/document_tabs.h"

#include "gui/workspace/workspace.h"

#include <QContextMenuEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QSignalBlocker>

#include <algorithm>

namespace streamscope {

namespace {
constexpr int widestTab = 34; ///< average letters: a file's name, and not more
}

DocumentTabs::DocumentTabs(Workspace &workspace, QWidget *parent) : QTabBar(parent), m_workspace(workspace)
{
    setObjectName(QStringLiteral("documentTabs"));
    setAccessibleName(tr("Documents"));
    setDocumentMode(true);
    setDrawBase(false);
    setExpanding(false);
    setMovable(true);
    setTabsClosable(true);
    setElideMode(Qt::ElideMiddle);
    setUsesScrollButtons(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(this, &QTabBar::tabCloseRequested, this, &DocumentTabs::wantClose);
    connect(this, &QTabBar::currentChanged, this, [this](int index) {
        if (index >= 0)
            m_workspace.bringToFront(m_workspace.documents()[static_cast<std::size_t>(index)].get());
    });
    connect(this, &QTabBar::tabMoved, &workspace, &Workspace::move);
    connect(&workspace, &Workspace::documentsChanged, this, &DocumentTabs::show);
    show();
}

void DocumentTabs::show()
{
    const QSignalBlocker quiet(this);
    const auto &documents = m_workspace.documents();
    const int wanted = static_cast<int>(documents.size());
    while (count() < wanted)
        addTab({});
    while (count() > wanted)
        removeTab(count() - 1);
    for (int i = 0; i < wanted; ++i) {
        const Document &document = *documents[static_cast<std::size_t>(i)];
        const QString title = document.displayName() + (document.isModified() ? QStringLiteral(" *") : QString());
        if (const QString text = QString(title).replace(QLatin1Char('&'), QStringLiteral("&&")); tabText(i) != text)
            setTabText(i, text);
        setTabToolTip(i, document.origin());
        if (&document == &m_workspace.front())
            setCurrentIndex(i);
    }
}

void DocumentTabs::step(int by)
{
    setCurrentIndex((currentIndex() + by + count()) % count());
}

QSize DocumentTabs::tabSizeHint(int index) const
{
    const QSize hint = QTabBar::tabSizeHint(index);
    return {std::min(hint.width(), widestTab * fontMetrics().averageCharWidth()), hint.height()};
}

QSize DocumentTabs::minimumTabSizeHint(int index) const
{
    return tabSizeHint(index); // many tabs scroll rather than lose their names
}

void DocumentTabs::wantClose(int index)
{
    if (index >= 0 && index < count())
        Q_EMIT closeWanted(m_workspace.documents()[static_cast<std::size_t>(index)].get());
}

void DocumentTabs::mouseReleaseEvent(QMouseEvent *event)
{
    QTabBar::mouseReleaseEvent(event);
    if (event->button() == Qt::MiddleButton)
        wantClose(tabAt(event->position().toPoint()));
}

void DocumentTabs::contextMenuEvent(QContextMenuEvent *event)
{
    const int index = tabAt(event->pos());
    if (index < 0)
        return;
    const Document *kept = m_workspace.documents()[static_cast<std::size_t>(index)].get();
    QMenu menu;
    menu.addAction(tr("Close"), this, [this, index] { wantClose(index); });
    menu.addAction(tr("Close all others"), this, [this, kept] {
        std::vector<Document *> others;
        for (const auto &document : m_workspace.documents())
            if (document.get() != kept)
                others.push_back(document.get());
        for (Document *other : others)
            Q_EMIT closeWanted(other);
    });
    menu.exec(event->globalPos());
}

} // namespace streamscope
