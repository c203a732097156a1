// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/parameters/experiment_tree.h"

#include <QHeaderView>
#include <QSignalBlocker>
#include <QTreeWidgetItemIterator>

#include <algorithm>

namespace streamscope {

namespace {
constexpr int presetRole = Qt::UserRole;   ///< index into the presets
constexpr int nameRole = Qt::UserRole + 1; ///< preset name
} // namespace

ExperimentTree::ExperimentTree(const ExperimentList &experiments, std::vector<Preset> presets, QWidget *parent)
    : QTreeWidget(parent), m_presets(std::move(presets))
{
    setObjectName(QStringLiteral("experimentTree"));
    setAccessibleName(tr("Experiments and presets"));
    setHeaderHidden(true);
    setFrameShape(QFrame::NoFrame);
    const std::size_t builtIn = m_presets.size();
    for (const Experiment *experiment : experiments) {
        auto *parentItem = new QTreeWidgetItem(this, {QString::fromStdString(experiment->title())});
        QFont bold = font();
        bold.setBold(true);
        parentItem->setFont(0, bold);
        parentItem->setToolTip(0, QString::fromStdString(experiment->summary()) + tr("\nChoose it for its defaults."));
        parentItem->setData(0, presetRole, static_cast<int>(m_presets.size()));
        Preset plain;
        plain.experiment = experiment;
        plain.parameters = experiment->defaults();
        m_presets.push_back(std::move(plain));
        for (std::size_t i = 0; i < builtIn; ++i) {
            const Preset &preset = m_presets[i];
            if (preset.experiment != experiment)
                continue;
            auto *item = new QTreeWidgetItem(parentItem, {QString::fromStdString(preset.title)});
            item->setToolTip(0, QStringLiteral("%1\n%2").arg(QString::fromStdString(preset.name),
                                                             QString::fromStdString(preset.description)));
            item->setData(0, presetRole, static_cast<int>(i));
            item->setData(0, nameRole, QString::fromStdString(preset.name));
        }
        parentItem->setExpanded(true);
    }
    connect(this, &QTreeWidget::itemClicked, this, [this](QTreeWidgetItem *item) { choose(item); });
    connect(this, &QTreeWidget::itemActivated, this, [this](QTreeWidgetItem *item) { choose(item); });
}

const Preset *ExperimentTree::preset(const std::string &name) const
{
    const auto found =
        std::find_if(m_presets.begin(), m_presets.end(), [&](const Preset &preset) { return preset.name == name; });
    return name.empty() || found == m_presets.end() ? nullptr : &*found;
}

QTreeWidgetItem *ExperimentTree::itemOf(const std::string &presetName) const
{
    for (int i = 0; i < topLevelItemCount(); ++i) {
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
    QTreeWidgetItem *item = itemOf(preset.name);
    for (int i = 0; !item && i < topLevelItemCount(); ++i) {
        const auto index = static_cast<std::size_t>(topLevelItem(i)->data(0, presetRole).toInt());
        if (m_presets[index].experiment == preset.experiment)
            item = topLevelItem(i);
    }
    setCurrentItem(item);
}

void ExperimentTree::markChanged(const std::function<bool(const Preset &)> &isChanged)
{
    for (QTreeWidgetItemIterator item(this); *item; ++item) {
        const Preset &preset = m_presets[static_cast<std::size_t>((*item)->data(0, presetRole).toInt())];
        const std::string title = preset.name.empty() ? preset.experiment->title() : preset.title;
        (*item)->setText(0, QString::fromStdString(title) + (isChanged(preset) ? QStringLiteral(" *") : QString()));
    }
}

void ExperimentTree::choose(QTreeWidgetItem *item)
{
    const auto index = static_cast<std::size_t>(item->data(0, presetRole).toInt());
    if (index < m_presets.size())
        Q_EMIT chosen(m_presets[index]);
}

} // namespace streamscope
