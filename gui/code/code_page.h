// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/code/code_job.h"

#include <QWidget>

#include <optional>

class QCheckBox;
class QComboBox;
class QLabel;
class QPushButton;
class QStackedWidget;
class QToolButton;

namespace streamscope {

class CodeView;
class ElidedLabel;

/// The Program as code: its language, its text with the changed lines marked, copy and save.
class CodePage : public QWidget
{
    Q_OBJECT

public:
    explicit CodePage(QWidget *parent = nullptr);

    /// The language that the user chose; never null.
    const CodeLanguage &language() const;
    void setLanguage(const QString &id);
    /// `changes`: what was changed, in words: "Streams 4 → 8".
    void setCode(WrittenCode code, const QStringList &changes);
    /// What advice means in the code of somebody's program, in `language`. Removed lines are shown.
    void setAdvice(WrittenCode code, const QString &language);
    /// The line that begins with this comment comes into sight.
    void goTo(const QString &text);
    /// There is no code, and why.
    void setProblem(const QString &problem);
    const std::optional<WrittenCode> &code() const { return m_code; }

Q_SIGNALS:
    void languageChanged();
    /// Whether somebody looks.
    void watchedChanged(bool watched);
    void copyWanted();
    void saveWanted();

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    QWidget *makeTools();
    void leaveAdvice();
    /// Without telling.
    void showLanguage(const QString &id);
    void fill();

    QComboBox *m_language;
    QCheckBox *m_removed;
    QToolButton *m_former, *m_next;
    ElidedLabel *m_summary;
    QPushButton *m_copy, *m_save;
    QStackedWidget *m_stack;
    CodeView *m_view;
    QLabel *m_problem;
    std::optional<WrittenCode> m_code;
    QString m_adviceLanguage; ///< empty: the code is that of an experiment
    QString m_chosenLanguage; ///< by the user, while the advice has its own
    QStringList m_changes;
};

} // namespace streamscope
