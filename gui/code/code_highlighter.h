// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <QSyntaxHighlighter>
#include <QTextCharFormat>

#include <array>

namespace streamscope {

/// Colours of the code that the lab writes: CUDA C++ or Python.
class CodeHighlighter : public QSyntaxHighlighter
{
    Q_OBJECT

public:
    explicit CodeHighlighter(QTextDocument *document);

    /// `language`: CodeLanguage::id. Call rehighlight() afterwards, as for setDark().
    void setLanguage(const QString &language);
    void setDark(bool dark);

    enum Part { Plain, Comment, Text, Number, Keyword, Type, Runtime, Preprocessor, partCount };
    /// On a light or a dark ground.
    static QColor colourOf(Part part, bool dark);

protected:
    void highlightBlock(const QString &text) override;

private:
    int paintString(const QString &text, int at);
    Part partOf(QStringView word) const;
    void paint(int at, int length, Part part);

    bool m_isPython = false;
    std::array<QTextCharFormat, partCount> m_formats;
};

} // namespace streamscope
