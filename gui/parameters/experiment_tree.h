// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/files/preset.h"
#include "gui/parameters/lesson_group.h"

#include <QTreeWidget>

#include <functional>
#include <map>
#include <vector>

namespace streamscope {

/// Experiments with their presets beneath them; before them the lessons, the presets to start with, in the order in
/// which they build on each other, and the published examples by their names. A click or Enter chooses.
class ExperimentTree : public QTreeWidget
{
    Q_OBJECT

public:
    ExperimentTree(const ExperimentList &experiments, std::vector<Preset> presets, QWidget *parent = nullptr);

    const std::vector<Preset> &presets() const { return m_presets; }
    /// The built-in preset of this name; null when there is none.
    const Preset *preset(const std::string &name) const;
    /// Highlights the shown preset without emitting a choice.
    void showCurrent(const Preset &preset);
    /// The same for a lesson, while the highlight is among the lessons.
    void showCurrentLesson(const std::string &name);
    /// Marks changed presets with a star.
    void markChanged(const std::function<bool(const Preset &)> &isChanged);
    /// Shows only entries that contain each word of `text` in their name, title, description or explanation.
    void setFilter(const QString &text);
    /// The entry of a preset among its experiment's, for tests and tours.
    QTreeWidgetItem *itemOf(const std::string &presetName) const;

    /// The entries of the lessons say their progress.
    LessonGroup *lessons() const { return m_lessons; }

Q_SIGNALS:
    void chosen(const streamscope::Preset &preset);
    void lessonChosen(const std::string &name);

private:
    QTreeWidgetItem *addGroup(const QString &title);
    void addLessons();
    void addStart();
    void addPublished();
    void addExperiment(const Experiment *experiment, std::size_t builtIn);
    QString titleOf(const QTreeWidgetItem &item) const;
    QTreeWidgetItem *addPreset(QTreeWidgetItem *parent, std::size_t index);
    static bool isGroup(const QTreeWidgetItem &item);
    void choose(QTreeWidgetItem *item);

    LessonGroup *m_lessons = nullptr;
    bool m_isFiltered = false;
    std::map<const QTreeWidgetItem *, bool> m_wasExpanded; ///< groups that open for a search
    std::vector<Preset> m_presets;                         ///< built-in ones, then one per experiment with its defaults
};

} // namespace streamscope
