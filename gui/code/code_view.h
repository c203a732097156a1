// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/codegen/line_diff.h"

#include <QPlainTextEdit>

#include <string>
#include <vector>

namespace streamscope {

class CodeHighlighter;

/// Code with the numbers of its lines, its colours, and a sign and a ground for lines that were changed. It cannot be
/// edited.
class CodeView : public QPlainTextEdit
{
    Q_OBJECT

public:
    explicit CodeView(QWidget *parent = nullptr);

    void setLanguage(const QString &language);
    /// `lines`: as diffLines() of the two texts. With `showRemoved` the removed lines stand in their places, else a
    /// sign says where they stood. What is in sight stays in sight.
    void setCode(const std::string &before, const std::string &after, const std::vector<LineChange> &lines,
                 bool showRemoved);
    /// Goes to the first line of the next change, or of the one before; after the last comes the first.
    void goToChange(int direction);
    /// A changed line is in sight, or none was changed.
    bool seesChange() const;
    /// Changed places: lines one behind the other are one.
    int changes() const;

    enum class Mark : char { None, Added, Removed, RemovedAbove };
    struct Line
    {
        Mark mark = Mark::None;
        int number = 0; ///< in the code, from 1; 0: removed
    };
    const std::vector<Line> &lines() const { return m_lines; }
    static QColor groundOf(Mark mark, bool dark);

protected:
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    class Gutter;

    int gutterWidth() const;
    void placeGutter();
    void paintGutter(QPaintEvent *event);
    void markLines();
    bool beginsChange(std::size_t line) const;

    Gutter *m_gutter;
    CodeHighlighter *m_highlighter;
    std::vector<Line> m_lines; ///< by block of the document
};

} // namespace streamscope
