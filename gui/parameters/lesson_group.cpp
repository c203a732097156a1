// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/parameters/lesson_group.h"

#include "engine/formats/files/published_example.h"
#include "gui/language/language.h"

#include <QTreeWidget>

#include <algorithm>

namespace streamscope {

LessonGroup::LessonGroup(QTreeWidget *tree)
    : QTreeWidgetItem(tree), m_headings(builtInLessonHeadings(twinLanguage().toStdString())),
      m_english(builtInLessonHeadings())
{
    QFont bold = tree->font();
    bold.setBold(true);
    setFont(0, bold);
    for (std::size_t i = 0; i < m_headings.size(); ++i)
        new QTreeWidgetItem(this);
    show([](const std::string &) { return LessonProgress::New; });
}

const LessonHeading *LessonGroup::headingOf(const QTreeWidgetItem &item) const
{
    return item.parent() == this ? &m_headings[static_cast<std::size_t>(
               indexOfChild(const_cast<QTreeWidgetItem *>(&item)))] // NOLINT: Qt only compares the pointer
                                 : nullptr;
}

std::string LessonGroup::nameOf(const QTreeWidgetItem &item) const
{
    const LessonHeading *heading = headingOf(item);
    return heading ? heading->name : std::string();
}

QString LessonGroup::wordsOf(const QTreeWidgetItem &item) const
{
    const LessonHeading *heading = headingOf(item);
    const auto english = std::ranges::find(m_english, heading->name, &LessonHeading::name);
    std::string words = heading->title + ' ' + heading->summary + ' ' + english->title + ' ' + english->summary;
    for (const std::string &preset : heading->presets) {
        words += ' ' + preset;
        for (const PublishedExample &example : publishedExamples())
            if (std::ranges::find(example.presets, preset) != example.presets.end())
                words += ' ' + example.name;
    }
    return QString::fromStdString(words);
}

void LessonGroup::show(const std::function<LessonProgress(const std::string &name)> &progressOf)
{
    int done = 0;
    for (int i = 0; i < childCount(); ++i) {
        const LessonHeading &heading = m_headings[static_cast<std::size_t>(i)];
        const LessonProgress progress = progressOf(heading.name);
        done += progress == LessonProgress::Done ? 1 : 0;
        const QString title = tr("%1. %2").arg(heading.order).arg(QString::fromStdString(heading.title));
        const QString state = progress == LessonProgress::Done    ? tr("Done")
                              : progress == LessonProgress::Begun ? tr("Begun")
                                                                  : tr("Not begun");
        const QString sign = progress == LessonProgress::Done    ? QStringLiteral("✓")
                             : progress == LessonProgress::Begun ? QStringLiteral("◐")
                                                                 : QStringLiteral("○");
        child(i)->setText(0, QStringLiteral("%1 %2").arg(sign, title));
        child(i)->setToolTip(0,
                             QStringLiteral("%1\n%2\n%3").arg(title, QString::fromStdString(heading.summary), state));
        child(i)->setData(0, Qt::AccessibleTextRole, QStringLiteral("%1, %2").arg(title, state));
    }
    setText(0, done == 0 ? tr("Lessons") : tr("Lessons (%1 of %2 done)").arg(done).arg(childCount()));
}

} // namespace streamscope
