// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/parameters/parameter_field.h"

#include <QScrollArea>

#include <utility>
#include <vector>

namespace streamscope {

struct KnobLandscape;

/// A form generated from the declarations of the knobs.
class ParameterForm : public QScrollArea
{
    Q_OBJECT

public:
    /// `command`: how a value is set on the command line; %1 is the name of the knob.
    explicit ParameterForm(QWidget *parent = nullptr, const QString &command = QStringLiteral("--set %1=…"));
    ~ParameterForm() override;

    /// Shows these values; makes new fields when the declarations differ. Typed text that is not (yet) allowed stays,
    /// unless `forgetTyping`.
    void setParameters(const Parameters &parameters, bool forgetTyping = false);

    /// The values to which ↺ goes back. Those without a field do not matter.
    void setResetValues(const Parameters &values);

    /// Asked for each value that somebody enters, before it counts. A value with a problem does not count.
    void setDeviceCheck(DeviceCheck check) { m_device = std::move(check); }

    /// The curves under the knobs; a knob without one has none.
    void setLandscapes(const std::vector<KnobLandscape> &landscapes);

    /// Applies the text that is still being typed. False when a value is not allowed; the first such field gets the
    /// focus.
    bool commit();
    /// The first error, with the field's label; empty without one.
    QString firstProblem() const;
    ParameterField *field(const std::string &name) const;

Q_SIGNALS:
    void edited(const std::string &name, const streamscope::ParameterValue &value);
    /// The text of a field was wrong, and is right now.
    void problemSolved();

private:
    void rebuild(const std::vector<ParameterSpec> &specs);
    bool shows(const std::vector<ParameterSpec> &specs) const;

    QString m_command;
    DeviceCheck m_device;
    std::vector<ParameterField *> m_fields;
};

} // namespace streamscope
