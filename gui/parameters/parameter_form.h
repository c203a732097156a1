// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/parameter.h"

#include <QScrollArea>

#include <vector>

namespace streamscope {

class ParameterField;
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

private:
    void rebuild(const std::vector<ParameterSpec> &specs);
    bool shows(const std::vector<ParameterSpec> &specs) const;

    QString m_command;
    std::vector<ParameterField *> m_fields;
};

} // namespace streamscope
