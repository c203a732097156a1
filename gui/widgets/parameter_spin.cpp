// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/widgets/parameter_spin.h"

#include "engine/program/errors.h"
#include "gui/timeline/model/time_axis.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <utility>

namespace streamscope {

ParameterSpin::ParameterSpin(ParameterSpec spec, QWidget *parent) : QAbstractSpinBox(parent), m_spec(std::move(spec))
{
    setFocusPolicy(Qt::StrongFocus); // the wheel over a form scrolls the form
    if (!hasSteps())
        setButtonSymbols(QAbstractSpinBox::NoButtons);
    connect(lineEdit(), &QLineEdit::textEdited, this, &ParameterSpin::textEdited);
}

void ParameterSpin::setText(const QString &text)
{
    if (lineEdit()->text() != text)
        lineEdit()->setText(text);
}

QValidator::State ParameterSpin::validate(QString &, int &) const
{
    return QValidator::Acceptable;
}

QSize ParameterSpin::sizeHint() const
{
    const QSize base = QAbstractSpinBox::sizeHint();
    return {std::max(base.width(), fontMetrics().horizontalAdvance(QStringLiteral("000000MiB")) + 24), base.height()};
}

void ParameterSpin::stepBy(int steps)
{
    if (!hasSteps())
        return;
    setText(QString::fromStdString(m_spec.type == ParameterType::Number ? numberAfter(steps) : integerAfter(steps)));
    lineEdit()->selectAll();
    Q_EMIT stepped();
}

std::string ParameterSpin::numberAfter(int steps) const
{
    double value = std::get<double>(m_spec.defaultValue);
    try {
        value = std::get<double>(parseValue(m_spec, text().toStdString()));
    } catch (const InputError &) {
        steps = 0; // a step from nonsense goes to the default
    }
    constexpr double perStep = 10;
    value = m_spec.logarithmic ? value * std::exp2(steps) : std::round(value * perStep + steps) / perStep;
    return valueText(m_spec, std::clamp(value, m_spec.lowest, m_spec.highest));
}

std::string ParameterSpin::integerAfter(int steps) const
{
    std::int64_t value = m_spec.minimum;
    try {
        value = std::get<std::int64_t>(parseValue(m_spec, text().toStdString()));
    } catch (const InputError &) {
        value = std::get<std::int64_t>(m_spec.defaultValue);
        steps = 0; // a step from nonsense goes to the default
    }
    for (; doubles() && steps > 0 && value <= m_spec.maximum / 2; --steps)
        value = value == 0 ? 1 : value * 2;
    for (; doubles() && steps < 0 && value > 0 && value / 2 >= m_spec.minimum; ++steps)
        value /= 2;
    if (!doubles())
        value = detail::saturatedAdd(value, steps);
    return valueText(m_spec, std::clamp(value, m_spec.minimum, m_spec.maximum));
}

bool ParameterSpin::event(QEvent *event)
{
    if (event->type() == QEvent::ShortcutOverride) {
        const auto *key = static_cast<QKeyEvent *>(event);
        if (key->matches(QKeySequence::Undo) || key->matches(QKeySequence::Redo)) {
            event->ignore();
            return false;
        }
    }
    return QAbstractSpinBox::event(event);
}

QAbstractSpinBox::StepEnabled ParameterSpin::stepEnabled() const
{
    return hasSteps() ? StepUpEnabled | StepDownEnabled : StepEnabled(StepNone);
}

void ParameterSpin::wheelEvent(QWheelEvent *event)
{
    if (hasFocus())
        QAbstractSpinBox::wheelEvent(event);
    else
        event->ignore();
}

} // namespace streamscope
