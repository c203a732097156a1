// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/parameter.h"

#include <QAbstractSpinBox>

namespace streamscope {

/// The editor of a number, a size (`64MiB`), a list of integers (`0,-5`) or a text. It keeps any typed text; the field
/// shows the error. Steps double and halve sizes and logarithmic knobs; other integers go by one, other numbers by a
/// tenth; lists and texts do not step.
class ParameterSpin : public QAbstractSpinBox
{
    Q_OBJECT

public:
    explicit ParameterSpin(ParameterSpec spec, QWidget *parent = nullptr);

    void setText(const QString &text);
    void stepBy(int steps) override;
    QValidator::State validate(QString &text, int &position) const override;
    QSize sizeHint() const override;

Q_SIGNALS:
    void textEdited(const QString &text);
    /// By an arrow, a key or the wheel.
    void stepped();

protected:
    /// Leaves the keys of undo and redo to the window: a field has no steps of its own.
    bool event(QEvent *event) override;
    StepEnabled stepEnabled() const override;
    void wheelEvent(QWheelEvent *event) override;

private:
    bool hasSteps() const { return m_spec.type != ParameterType::IntegerList && m_spec.type != ParameterType::Text; }
    /// The text after so many steps.
    std::string integerAfter(int steps) const;
    std::string numberAfter(int steps) const;
    bool doubles() const { return m_spec.type == ParameterType::Size || m_spec.logarithmic; }

    ParameterSpec m_spec;
};

} // namespace streamscope
