// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/parameters/experiment_tree.h"

#include "engine/formats/files/published_example.h"
#include "gui/language/translated.h"

#include <QHeaderView>
#include <QSignalBlocker>
#include <QTreeWidgetItemIterator>

#include <algorithm>

namespace streamscope {

namespace {
constexpr int presetRole = Qt::UserRole;      ///< index into the presets
constexpr int nameRole = Qt::UserRole + 1;    ///< preset name
constexpr int wordsRole = Qt::UserRole + 2;   ///< what the filter looks through
constexpr int numberRole = Qt::UserRole + 3;  ///< place among the presets to start with; 0: not one of them
constexpr int exampleRole = Qt::UserRole + 4; ///< name of the published example; empty elsewhere
constexpr int lessonGroup = 0, startGroup = 1, publishedGroup = 2, firstExperiment = 3;

/// Copies and kernels overlap; why they may not; how the order, the memory and the size decide; what a step waits for.
constexpr const char *startPresets[] = {"balanced-pipeline", "two-stream-exercise", "pinned-vs-pageable",
                                        "transfer-size",     "default-stream",      "concurrent-kernels",
                                        "stream-priorities", "event-pipeline",      "prefetch"};
} // namespace

ExperimentTree::ExperimentTree(const ExperimentList &experiments, std::vector<Preset> presets, QWidget *parent)
    : QTreeWidget(parent), m_presets(std::move(presets))
{
    setObjectName(QStringLiteral("experimentTree"));
    setAccessibleName(tr("Experiments and presets"));
    setHeaderHidden(true);
    setFrameShape(QFrame::NoFrame);
    const std::size_t builtIn = m_presets.size();
    addLessons();
    addStart();
    addPublished();
    for (const Experiment *experiment : experiments)
        addExperiment(experiment, builtIn);
    connect(this, &QTreeWidget::itemClicked, this, [this](QTreeWidgetItem *item) {
        if (isGroup(*item))
            item->setExpanded(!item->isExpanded());
        else
            choose(item);
    });
    setExpandsOnDoubleClick(false); // its first click has done that to a group
    connect(this, &QTreeWidget::itemDoubleClicked, this, [](QTreeWidgetItem *item) {
        if (!isGroup(*item))
            item->setExpanded(!item->isExpanded());
    });
    connect(this, &QTreeWidget::itemActivated, this, [this](QTreeWidgetItem *item) { choose(item); });
}

void ExperimentTree::addExperiment(const Experiment *experiment, std::size_t builtIn)
{
    auto *parentItem = new QTreeWidgetItem(this, {translated(experiment->title())});
    QFont bold = font();
    bold.setBold(true);
    parentItem->setFont(0, bold);
    parentItem->setToolTip(0, translated(experiment->summary()) + tr("\nChoose it for its defaults."));
    parentItem->setData(0, presetRole, static_cast<int>(m_presets.size()));
    const QStringList words{QString::fromStdString(experiment->id() + ' ' + experiment->title() + ' '
                                                   + experiment->summary() + ' ' + experiment->explanation()),
                            parentItem->text(0), parentItem->toolTip(0)};
    parentItem->setData(0, wordsRole, words.join(QLatin1Char(' ')));
    Preset plain;
    plain.experiment = experiment;
    plain.parameters = experiment->defaults();
    m_presets.push_back(std::move(plain));
    for (std::size_t i = 0; i < builtIn; ++i)
        if (m_presets[i].experiment == experiment)
            addPreset(parentItem, i);
    parentItem->setExpanded(true);
}

void ExperimentTree::addLessons()
{
    m_lessons = new LessonGroup(this);
    m_lessons->setData(0, presetRole, -1);
    for (int i = 0; i < m_lessons->childCount(); ++i) {
        QTreeWidgetItem *item = m_lessons->child(i);
        item->setData(0, presetRole, -1);
        item->setData(0, wordsRole, m_lessons->wordsOf(*item));
    }
}

/// A group of presets that also stand among their experiments.
QTreeWidgetItem *ExperimentTree::addGroup(const QString &title)
{
    auto *group = new QTreeWidgetItem(this, {title});
    QFont bold = font();
    bold.setBold(true);
    group->setFont(0, bold);
    group->setData(0, presetRole, -1);
    group->setExpanded(true);
    return group;
}

/// Each opens the first of its presets.
void ExperimentTree::addPublished()
{
    QTreeWidgetItem *group = addGroup(tr("Published examples"));
    for (const PublishedExample &example : publishedExamples())
        for (std::size_t i = 0; i < m_presets.size(); ++i)
            if (m_presets[i].name == example.presets.front()) {
                QTreeWidgetItem *item = addPreset(group, i);
                item->setData(0, exampleRole, QString::fromStdString(example.name));
                item->setText(0, titleOf(*item));
                item->setToolTip(0, QStringLiteral("%1: %2\n%3")
                                        .arg(translated(example.source), translated(example.published),
                                             translated(example.teaches)));
            }
    group->setExpanded(false);
}

void ExperimentTree::addStart()
{
    QTreeWidgetItem *start = addGroup(tr("Start here"));
    int number = 1;
    for (const char *name : startPresets)
        for (std::size_t i = 0; i < m_presets.size(); ++i)
            if (m_presets[i].name == name) {
                QTreeWidgetItem *item = addPreset(start, i);
                item->setData(0, numberRole, number++);
                item->setText(0, titleOf(*item));
            }
}

QTreeWidgetItem *ExperimentTree::addPreset(QTreeWidgetItem *parent, std::size_t index)
{
    const Preset &preset = m_presets[index];
    auto *item = new QTreeWidgetItem(parent, {translated(preset.title)});
    item->setToolTip(0,
                     QStringLiteral("%1\n%2").arg(QString::fromStdString(preset.name), translated(preset.description)));
    item->setData(0, presetRole, static_cast<int>(index));
    item->setData(0, nameRole, QString::fromStdString(preset.name));
    item->setData(
        0, wordsRole,
        QStringList{QString::fromStdString(wordsOf(preset)), item->text(0), item->toolTip(0)}.join(QLatin1Char(' ')));
    return item;
}

/// "2. Two streams" among those to start with, else "Two streams".
QString ExperimentTree::titleOf(const QTreeWidgetItem &item) const
{
    if (const QString example = item.data(0, exampleRole).toString(); !example.isEmpty())
        return example;
    const Preset &preset = m_presets[static_cast<std::size_t>(item.data(0, presetRole).toInt())];
    const QString title = translated(preset.name.empty() ? preset.experiment->title() : preset.title);
    const int number = item.data(0, numberRole).toInt();
    return number > 0 ? tr("%1. %2").arg(number).arg(title) : title;
}

void ExperimentTree::setFilter(const QString &text)
{
    const std::string words = text.toStdString();
    const auto fits = [&words](const QTreeWidgetItem *item) {
        return hasEachWord(item->data(0, wordsRole).toString().toStdString(), words);
    };
    const bool all = text.trimmed().isEmpty();
    for (int i = 0; i < topLevelItemCount(); ++i) {
        QTreeWidgetItem *group = topLevelItem(i);
        const bool allFit = all || (i >= firstExperiment && fits(group));
        bool some = false;
        for (int j = 0; j < group->childCount(); ++j) {
            QTreeWidgetItem *item = group->child(j);
            const bool shown = allFit || (i != startGroup && fits(item));
            item->setHidden(!shown);
            some = some || shown;
        }
        group->setHidden(!some && !allFit);
    }
    for (const int i : {lessonGroup, publishedGroup}) {
        bool &wasExpanded = m_wasExpanded[topLevelItem(i)];
        if (!m_isFiltered)
            wasExpanded = topLevelItem(i)->isExpanded();
        topLevelItem(i)->setExpanded(!all || wasExpanded);
    }
    m_isFiltered = !all;
}

const Preset *ExperimentTree::preset(const std::string &name) const
{
    const auto found =
        std::find_if(m_presets.begin(), m_presets.end(), [&](const Preset &preset) { return preset.name == name; });
    return name.empty() || found == m_presets.end() ? nullptr : &*found;
}

QTreeWidgetItem *ExperimentTree::itemOf(const std::string &presetName) const
{
    for (int i = firstExperiment; i < topLevelItemCount(); ++i) {
        for (int j = 0; j < topLevelItem(i)->childCount(); ++j) {
            QTreeWidgetItem *item = topLevelItem(i)->child(j);
            if (item->data(0, nameRole).toString().toStdString() == presetName)
                return item;
        }
    }
    return nullptr;
}

void ExperimentTree::showCurrent(const Preset &preset)
{
    const auto isOf = [&preset](const QTreeWidgetItem *item) {
        return !preset.name.empty() && item->data(0, nameRole).toString().toStdString() == preset.name;
    };
    if (currentItem() && isOf(currentItem()))
        return; // maybe in another group
    QTreeWidgetItem *item = nullptr;
    const QTreeWidgetItem *start = topLevelItem(startGroup);
    for (int i = 0; !item && !currentItem() && i < start->childCount(); ++i)
        item = isOf(start->child(i)) ? start->child(i) : nullptr;
    if (!item)
        item = itemOf(preset.name);
    if (!item && currentItem() && currentItem()->parent() == m_lessons)
        return; // a run of this lesson
    for (int i = firstExperiment; !item && i < topLevelItemCount(); ++i) {
        const auto index = static_cast<std::size_t>(topLevelItem(i)->data(0, presetRole).toInt());
        if (m_presets[index].experiment == preset.experiment)
            item = topLevelItem(i);
    }
    setCurrentItem(item);
}

void ExperimentTree::showCurrentLesson(const std::string &name)
{
    for (int i = 0; i < m_lessons->childCount(); ++i)
        if (currentItem() && currentItem()->parent() == m_lessons && m_lessons->nameOf(*m_lessons->child(i)) == name)
            setCurrentItem(m_lessons->child(i));
}

void ExperimentTree::markChanged(const std::function<bool(const Preset &)> &isChanged)
{
    for (QTreeWidgetItemIterator item(this); *item; ++item) {
        const int index = (*item)->data(0, presetRole).toInt();
        if (index >= 0)
            (*item)->setText(
                0, titleOf(**item)
                       + (isChanged(m_presets[static_cast<std::size_t>(index)]) ? QStringLiteral(" *") : QString()));
    }
}

/// It has entries and opens nothing itself.
bool ExperimentTree::isGroup(const QTreeWidgetItem &item)
{
    return !item.parent() && item.data(0, presetRole).toInt() < 0;
}

void ExperimentTree::choose(QTreeWidgetItem *item)
{
    if (const int index = item->data(0, presetRole).toInt(); index >= 0)
        Q_EMIT chosen(m_presets[static_cast<std::size_t>(index)]);
    else if (const std::string lesson = m_lessons->nameOf(*item); !lesson.empty())
        Q_EMIT lessonChosen(lesson);
}

} // namespace streamscope
