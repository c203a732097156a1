// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/parameter.h"

#include <QObject>
#include <QString>

class QComboBox;
class QGridLayout;
class QLabel;
class QTimer;
class QToolButton;
class QWidget;

namespace streamscope {

class LandscapeCurve;
class ParameterSpin;
struct KnobLandscape;

/// One knob in the form: label, editor, unit, reset, and an error below them. Made from the knob's declaration.
class ParameterField : public QObject
{
    Q_OBJECT

public:
    static constexpr int rows = 3;

    /// Puts its widgets into `rows` rows of `grid`, from `row` on; they belong to `owner`. `command`: see
    /// ParameterForm.
    ParameterField(const ParameterSpec &spec, const QString &command, QWidget *owner, QGridLayout *grid, int row);

    const ParameterSpec &spec() const { return m_spec; }
    /// Shows a value and discards typed text.
    void setValue(const ParameterValue &value);
    const ParameterValue &value() const { return m_value; }
    /// The value to which ↺ goes back: that of the preset or the file; at first the default.
    void setResetValue(const ParameterValue &value);
    /// Applies the typed text. False when the value is not allowed; the field then shows why.
    bool commit();
    /// The curve under the editor; null: not known.
    void setLandscape(const KnobLandscape *landscape);
    /// The error in the text; empty without one.
    const QString &problem() const { return m_problem; }
    QWidget *editor() const;

Q_SIGNALS:
    void edited(const std::string &name, const streamscope::ParameterValue &value);

private:
    QString typedText() const;
    /// The typed text means this value.
    bool isTyped(const ParameterValue &value) const;
    void commitTyping();
    void check();
    void setProblem(const QString &problem);
    void updateReset();
    QString helpText() const;

    ParameterSpec m_spec;
    QString m_command;
    ParameterValue m_value, m_resetValue;
    QString m_problem;
    ParameterSpin *m_spin = nullptr; ///< all but choices
    QComboBox *m_choice = nullptr;   ///< choices
    QTimer *m_typing = nullptr;      ///< from the last key until the text counts
    QToolButton *m_reset = nullptr;
    QLabel *m_message = nullptr;
    LandscapeCurve *m_curve = nullptr; ///< numbers and choices
};

} // namespace streamscope
