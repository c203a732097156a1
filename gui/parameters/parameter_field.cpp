// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/parameters/parameter_field.h"

#include "engine/program/errors.h"
#include "gui/language/translated.h"
#include "gui/parameters/landscape_curve.h"
#include "gui/widgets/parameter_spin.h"

#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QTimer>
#include <QToolButton>

#include <utility>

namespace streamscope {

namespace {
constexpr int afterLastKeyMs = 200;
}

ParameterField::ParameterField(const ParameterSpec &spec, const QString &command, const DeviceCheck &device,
                               QWidget *owner, QGridLayout *grid, int row)
    : QObject(owner), m_spec(spec), m_command(command), m_device(device), m_value(spec.defaultValue),
      m_resetValue(spec.defaultValue), m_typing(new QTimer(this))
{
    const QString name = QString::fromStdString(spec.name);
    const QString title = translated(spec.label);
    // The text of a size carries its own unit.
    const QString unit = spec.type == ParameterType::Size ? QString() : translated(spec.unit);
    auto *label = new QLabel(unit.isEmpty() ? title : title + QLatin1Char('\n') + unit, owner);
    m_reset = new QToolButton(owner);
    m_reset->setText(QStringLiteral("↺"));
    m_reset->setAutoRaise(true);
    m_reset->setObjectName(QStringLiteral("reset_") + name);
    m_reset->setAccessibleName(tr("Reset %1").arg(title));
    m_message = new QLabel(owner);
    m_message->setObjectName(QStringLiteral("problem_") + name);
    m_message->setWordWrap(true);
    m_message->hide();

    if (spec.type == ParameterType::Choice) {
        m_choice = new QComboBox(owner);
        for (const std::string &choice : spec.choices)
            m_choice->addItem(QString::fromStdString(choice));
        m_choice->setFocusPolicy(Qt::StrongFocus);
        connect(m_choice, &QComboBox::activated, this, &ParameterField::commit);
    } else {
        m_spin = new ParameterSpin(spec, owner);
        m_typing->setSingleShot(true);
        m_typing->setInterval(afterLastKeyMs);
        connect(m_typing, &QTimer::timeout, this, &ParameterField::commitTyping);
        connect(m_spin, &ParameterSpin::textEdited, this, [this] {
            checkText();
            m_typing->start();
        });
        connect(m_spin, &ParameterSpin::stepped, this, &ParameterField::commit);
        connect(m_spin, &QAbstractSpinBox::editingFinished, this, &ParameterField::commit);
    }
    connect(m_reset, &QToolButton::clicked, this, [this] {
        const ParameterValue value = m_resetValue;
        setValue(value);
        Q_EMIT edited(m_spec.name, value);
    });

    editor()->setObjectName(QStringLiteral("parameter_") + name);
    editor()->setAccessibleName(title);
    editor()->setAccessibleDescription(translated(spec.help));
    editor()->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    editor()->setMinimumWidth(m_choice ? m_choice->minimumSizeHint().width() : 84);
    label->setBuddy(editor());
    for (QWidget *widget : {static_cast<QWidget *>(label), editor()})
        widget->setToolTip(helpText());
    grid->addWidget(label, row, 0);
    grid->addWidget(editor(), row, 1);
    grid->addWidget(m_reset, row, 2);
    grid->addWidget(m_message, row + 1, 0, 1, 3);
    m_curve = new LandscapeCurve(m_spec, owner);
    m_curve->hide();
    grid->addWidget(m_curve, row + 2, 1);
    setResetValue(spec.defaultValue);
    setValue(spec.defaultValue);
}

void ParameterField::setLandscape(const KnobLandscape *landscape)
{
    m_curve->setLandscape(landscape ? std::optional(*landscape) : std::nullopt);
    m_curve->setVisible(landscape);
}

QWidget *ParameterField::editor() const
{
    return m_spin ? static_cast<QWidget *>(m_spin) : static_cast<QWidget *>(m_choice);
}

QString ParameterField::helpText() const
{
    const QString help = translated(m_spec.help).toHtmlEscaped();
    return QStringLiteral("<p>%1</p><p>%2</p>")
        .arg(help, tr("Allowed: %1. On the command line: <code>%2</code>")
                       .arg(translated(allowedText(m_spec)).toHtmlEscaped(),
                            m_command.arg(QString::fromStdString(m_spec.name))));
}

QString ParameterField::typedText() const
{
    return m_spin ? m_spin->text() : m_choice->currentText();
}

void ParameterField::setResetValue(const ParameterValue &value)
{
    m_resetValue = value;
    m_reset->setToolTip(tr("Back to %1").arg(QString::fromStdString(valueText(m_spec, value))));
    updateReset();
}

bool ParameterField::isTyped(const ParameterValue &value) const
{
    try {
        return parseValue(m_spec, typedText().toStdString()) == value;
    } catch (const InputError &) {
        return false;
    }
}

/// The text stays as it is typed; it gets its usual form when the field is left.
void ParameterField::commitTyping()
{
    check();
    if (!m_problem.isEmpty() || isTyped(m_value))
        return;
    const ParameterValue value = parseValue(m_spec, typedText().toStdString());
    m_value = value;
    updateReset();
    Q_EMIT edited(m_spec.name, value);
}

void ParameterField::setValue(const ParameterValue &value)
{
    if (m_value == value && editor()->hasFocus() && m_problem.isEmpty() && isTyped(value))
        return; // somebody is typing it
    m_typing->stop();
    if (m_value != value)
        m_note.clear();
    m_value = value;
    const QString text = QString::fromStdString(valueText(m_spec, value));
    if (m_spin)
        m_spin->setText(text);
    else
        m_choice->setCurrentIndex(m_choice->findText(text));
    setProblem({});
    updateReset();
}

void ParameterField::checkText()
{
    m_note.clear();
    try {
        checkValue(m_spec, parseValue(m_spec, typedText().toStdString()));
        setProblem({});
    } catch (const InputError &error) {
        setProblem(translated(error.what()));
    }
}

void ParameterField::check()
{
    const QString note = m_note;
    checkText();
    if (!m_problem.isEmpty() || !m_device)
        return;
    if (isTyped(m_value)) { // it is at work already
        m_note = note;
        showMessage();
        return;
    }
    const DeviceAnswer answer = m_device(m_spec.name, parseValue(m_spec, typedText().toStdString()));
    m_note = answer.note;
    setProblem(answer.problem);
}

bool ParameterField::commit()
{
    m_typing->stop();
    check();
    if (!m_problem.isEmpty())
        return false;
    const ParameterValue value = parseValue(m_spec, typedText().toStdString());
    const bool isOther = std::exchange(m_value, value) != value;
    if (m_spin)
        m_spin->setText(QString::fromStdString(valueText(m_spec, value)));
    updateReset();
    if (isOther)
        Q_EMIT edited(m_spec.name, value);
    return true;
}

void ParameterField::setProblem(const QString &problem)
{
    const bool solved = problem.isEmpty() && !m_problem.isEmpty();
    m_problem = problem;
    showMessage();
    // The ground says it, the sign and the words say it again.
    QPalette colours;
    if (!problem.isEmpty()) {
        colours.setColor(QPalette::Base, QColor(0xff, 0xd9, 0xc7));
        colours.setColor(QPalette::Text, Qt::black);
    }
    editor()->setPalette(colours);
    if (solved)
        Q_EMIT problemSolved();
}

void ParameterField::showMessage()
{
    m_message->setText(!m_problem.isEmpty() ? QStringLiteral("⚠ ") + m_problem : QStringLiteral("ℹ ") + m_note);
    m_message->setVisible(!m_problem.isEmpty() || !m_note.isEmpty());
}

void ParameterField::updateReset()
{
    m_reset->setEnabled(m_value != m_resetValue);
}

} // namespace streamscope
