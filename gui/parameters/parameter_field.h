// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/parameter.h"

#include <QObject>
#include <QString>

#include <functional>

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

/// What the chosen device says of a value.
struct DeviceAnswer
{
    QString problem; ///< it cannot run; empty: it can
    QString note;    ///< it runs, but not as asked; empty: as asked
};
using DeviceCheck = std::function<DeviceAnswer(const std::string &name, const ParameterValue &value)>;

/// One knob in the form: label, editor, unit, reset, and an error below them. Made from the knob's declaration.
class ParameterField : public QObject
{
    Q_OBJECT

public:
    static constexpr int rows = 3;

    /// Puts its widgets into `rows` rows of `grid`, from `row` on; they belong to `owner`. `command` and `device`: see
    /// ParameterForm; `device` must outlive the field and may be empty.
    ParameterField(const ParameterSpec &spec, const QString &command, const DeviceCheck &device, QWidget *owner,
                   QGridLayout *grid, int row);

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
    /// problem() was something, and is empty now.
    void problemSolved();

private:
    QString typedText() const;
    /// The typed text means this value.
    bool isTyped(const ParameterValue &value) const;
    void commitTyping();
    /// Whether the text is a value of the knob; while it is typed.
    void checkText();
    /// The same, and whether the device can run it.
    void check();
    void showMessage();
    void setProblem(const QString &problem);
    void updateReset();
    QString helpText() const;

    ParameterSpec m_spec;
    QString m_command;
    const DeviceCheck &m_device;
    ParameterValue m_value, m_resetValue;
    QString m_problem, m_note;
    ParameterSpin *m_spin = nullptr; ///< all but choices
    QComboBox *m_choice = nullptr;   ///< choices
    QTimer *m_typing = nullptr;      ///< from the last key until the text counts
    QToolButton *m_reset = nullptr;
    QLabel *m_message = nullptr;
    LandscapeCurve *m_curve = nullptr; ///< numbers and choices
};

} // namespace streamscope
