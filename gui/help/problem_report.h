// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <QDialog>

class QCheckBox;
class QPlainTextEdit;

namespace streamscope {

/// What a problem report can hold. Each part is a text of lines.
struct ProblemFacts
{
    QString version, devices; ///< always in the report: they name no person and no file
    QString settings, log;    ///< only when the user ticks them: they may name files
};

/// The settings of the window, a line each, without the geometry and without what is stored per document.
QString settingsText();

/// Shows what would be reported, and copies or saves it. Nothing is sent.
class ProblemReport : public QDialog
{
    Q_OBJECT

public:
    ProblemReport(const ProblemFacts &facts, QWidget *parent);

    /// The report as it is shown, with the user's own words.
    QString text() const;
    /// @throws RunError when the file cannot be written.
    void saveTo(const QString &path) const;

Q_SIGNALS:
    /// The user wants a file; the receiver asks for its name and calls saveTo().
    void saveWanted();

private:
    void showPreview();
    QCheckBox *addChoice(const QString &label, const char *name);

    ProblemFacts m_facts;
    QPlainTextEdit *m_words, *m_preview;
    QCheckBox *m_withSettings, *m_withLog;
};

} // namespace streamscope
