// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/workspace/text/command_line_text.h"

#include <QRegularExpression>

namespace streamscope {

QString shellQuoted(const QString &text)
{
    static const QRegularExpression plain(QStringLiteral("^[A-Za-z0-9_@%+=:,./-]+$"));
    if (plain.match(text).hasMatch())
        return text;
    QString quoted = text;
    quoted.replace(QLatin1Char('\''), QStringLiteral("'\\''"));
    return QLatin1Char('\'') + quoted + QLatin1Char('\'');
}

QString commandLineText(const Preset &preset, const Preset *builtIn)
{
    return QStringLiteral("streamscope run ") + targetText(preset, builtIn);
}

QString targetText(const Preset &preset, const Preset *builtIn)
{
    // A preset that names a device cannot be told to take the default one: name the experiment then.
    const bool fromPreset =
        builtIn && builtIn->experiment == preset.experiment && (builtIn->device.empty() || !preset.device.empty());
    const Parameters base = fromPreset ? builtIn->parameters : preset.experiment->defaults();
    // A Program has no name but its file's.
    const std::string start = preset.experiment.program() ? preset.name
                              : fromPreset                ? builtIn->name
                                                          : preset.experiment->id();
    QString command = shellQuoted(QString::fromStdString(start));
    for (const ParameterSpec &spec : preset.parameters.specs()) {
        const ParameterValue &value = preset.parameters.value(spec.name);
        if (value != base.value(spec.name)) {
            const QString setting =
                QString::fromStdString(spec.name) + QLatin1Char('=') + QString::fromStdString(valueText(spec, value));
            command += QStringLiteral(" --set ") + shellQuoted(setting);
        }
    }
    if (preset.device != (fromPreset ? builtIn->device : std::string()) && !preset.device.empty())
        command += QStringLiteral(" --device ") + shellQuoted(QString::fromStdString(preset.device));
    return command;
}

} // namespace streamscope
