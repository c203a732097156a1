// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/parameters/experiment_tree.h"

#include <QHeaderView>
#include <QSignalBlocker>
#include <QTreeWidgetItemIterator>

#include <algorithm>

namespace streamscope {

namespace {
constexpr int presetRole = Qt::UserRole;     ///< index into the presets
constexpr int nameRole = Qt::UserRole + 1;   ///< preset name
constexpr int wordsRole = Qt::UserRole + 2;  ///< what the filter looks through
constexpr int numberRole = Qt::UserRole + 3; ///< place among the presets to start with; 0: not one of them

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
    addStart();
    for (const Experiment *experiment : experiments) {
        auto *parentItem = new QTreeWidgetItem(this, {QString::fromStdString(experiment->title())});
        QFont bold = font();
        bold.setBold(true);
        parentItem->setFont(0, bold);
        parentItem->setToolTip(0, QString::fromStdString(experiment->summary()) + tr("\nChoose it for its defaults."));
        parentItem->setData(0, presetRole, static_cast<int>(m_presets.size()));
        parentItem->setData(0, wordsRole,
                            QString::fromStdString(experiment->id() + ' ' + experiment->title() + ' '
                                                   + experiment->summary() + ' ' + experiment->explanation()));
        Preset plain;
        plain.experiment = experiment;
        plain.parameters = experiment->defaults();
        m_presets.push_back(std::move(plain));
        for (std::size_t i = 0; i < builtIn; ++i)
            if (m_presets[i].experiment == experiment)
                addPreset(parentItem, i);
        parentItem->setExpanded(true);
    }
    connect(this, &QTreeWidget::itemClicked, this, [this](QTreeWidgetItem *item) { choose(item); });
    connect(this, &QTreeWidget::itemActivated, this, [this](QTreeWidgetItem *item) { choose(item); });
}

void ExperimentTree::addStart()
{
    auto *start = new QTreeWidgetItem(this, {tr("Start here")});
    QFont bold = font();
    bold.setBold(true);
    start->setFont(0, bold);
    start->setData(0, presetRole, -1);
    int number = 1;
    for (const char *name : startPresets)
        for (std::size_t i = 0; i < m_presets.size(); ++i)
            if (m_presets[i].name == name) {
                QTreeWidgetItem *item = addPreset(start, i);
                item->setData(0, numberRole, number++);
                item->setText(0, titleOf(*item));
            }
    start->setExpanded(true);
}

QTreeWidgetItem *ExperimentTree::addPreset(QTreeWidgetItem *parent, std::size_t index)
{
    const Preset &preset = m_presets[index];
    auto *item = new QTreeWidgetItem(parent, {QString::fromStdString(preset.title)});
    item->setToolTip(0, QStringLiteral("%1\n%2").arg(QString::fromStdString(preset.name),
                                                     QString::fromStdString(preset.description)));
    item->setData(0, presetRole, static_cast<int>(index));
    item->setData(0, nameRole, QString::fromStdString(preset.name));
    item->setData(0, wordsRole, QString::fromStdString(preset.name + ' ' + preset.title + ' ' + preset.description));
    return item;
}

/// "2. Two streams" among those to start with, else "Two streams".
QString ExperimentTree::titleOf(const QTreeWidgetItem &item) const
{
    const Preset &preset = m_presets[static_cast<std::size_t>(item.data(0, presetRole).toInt())];
    const QString title = QString::fromStdString(preset.name.empty() ? preset.experiment->title() : preset.title);
    const int number = item.data(0, numberRole).toInt();
    return number > 0 ? tr("%1. %2").arg(number).arg(title) : title;
}

void ExperimentTree::setFilter(const QString &text)
{
    const QStringList words = text.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    const auto fits = [&words](const QTreeWidgetItem *item) {
        const QString all = item->data(0, wordsRole).toString();
        return std::all_of(words.begin(), words.end(),
                           [&all](const QString &word) { return all.contains(word, Qt::CaseInsensitive); });
    };
    for (int i = 0; i < topLevelItemCount(); ++i) {
        QTreeWidgetItem *group = topLevelItem(i);
        const bool isStart = group->data(0, presetRole).toInt() < 0;
        const bool allFit = isStart ? words.isEmpty() : fits(group);
        bool some = false;
        for (int j = 0; j < group->childCount(); ++j) {
            const bool shown = allFit || (!isStart && fits(group->child(j)));
            group->child(j)->setHidden(!shown);
            some = some || shown;
        }
        group->setHidden(!some && !allFit);
    }
}

const Preset *ExperimentTree::preset(const std::string &name) const
{
    const auto found =
        std::find_if(m_presets.begin(), m_presets.end(), [&](const Preset &preset) { return preset.name == name; });
    return name.empty() || found == m_presets.end() ? nullptr : &*found;
}

QTreeWidgetItem *ExperimentTree::itemOf(const std::string &presetName) const
{
    for (int i = 1; i < topLevelItemCount(); ++i) { // after the presets to start with
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
        return; // maybe among the presets to start with
    QTreeWidgetItem *item = nullptr;
    const QTreeWidgetItem *start = topLevelItem(0);
    for (int i = 0; !item && !currentItem() && i < start->childCount(); ++i)
        item = isOf(start->child(i)) ? start->child(i) : nullptr;
    if (!item)
        item = itemOf(preset.name);
    for (int i = 1; !item && i < topLevelItemCount(); ++i) {
        const auto index = static_cast<std::size_t>(topLevelItem(i)->data(0, presetRole).toInt());
        if (m_presets[index].experiment == preset.experiment)
            item = topLevelItem(i);
    }
    setCurrentItem(item);
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

void ExperimentTree::choose(QTreeWidgetItem *item)
{
    if (const int index = item->data(0, presetRole).toInt(); index >= 0)
        Q_EMIT chosen(m_presets[static_cast<std::size_t>(index)]);
}

} // namespace streamscope
