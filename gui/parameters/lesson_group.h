// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/lessons/lesson_reader.h"

#include <QCoreApplication>
#include <QTreeWidgetItem>

#include <functional>
#include <string>
#include <vector>

namespace streamscope {

enum class LessonProgress { New, Begun, Done };

/// The group of the built-in lessons in a list, in their order, each with its progress. Its tree owns it.
class LessonGroup final : public QTreeWidgetItem
{
    Q_DECLARE_TR_FUNCTIONS(LessonGroup)

public:
    explicit LessonGroup(QTreeWidget *tree);

    /// The lesson of an entry; empty for any other entry.
    std::string nameOf(const QTreeWidgetItem &item) const;
    /// What a search looks through: the title and the summary in English and in the user's language, the presets of its
    /// runs and the published examples that these stand for.
    QString wordsOf(const QTreeWidgetItem &item) const;
    void show(const std::function<LessonProgress(const std::string &name)> &progressOf);

private:
    const LessonHeading *headingOf(const QTreeWidgetItem &item) const;

    std::vector<LessonHeading> m_headings, m_english;
};

} // namespace streamscope
