// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "cli/command.h"
#include "cli/console.h"
#include "cli/interrupt.h"

#include "engine/formats/device_profile_file.h"
#include "engine/formats/device_profile_writer.h"
#include "engine/formats/files.h"
#include "engine/program/errors.h"
#include "engine/run/calibration.h"
#include "engine/run/devices.h"

#include <QDate>
#include <QElapsedTimer>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace streamscope {

namespace {

constexpr const char *baseProfile = "h200"; ///< for what cannot be measured

std::string formatted(const char *format, double value)
{
    char text[48];
    std::snprintf(text, sizeof text, format, value);
    return text;
}

std::string padded(std::string text, std::size_t width)
{
    text.resize(std::max(text.size() + 1, width), ' ');
    return text;
}

class CalibrateCommand final : public Command
{
public:
    explicit CalibrateCommand(CLI::App &parent)
    {
        app = parent.add_subcommand(
            "calibrate", "Measure a device and write the profile with which it is simulated: --device sim:F.json");
        app->add_option("--device", m_device, "cuda:N, sim:NAME or sim:PATH.json");
        app->add_option("--profile", m_profile, "The profile file to write")->required();
    }

    int run() override
    {
        if (!m_profile.ends_with(".json"))
            throw InputError("--profile " + m_profile + ": a profile's name ends in .json");
        requireWritable(m_profile);
        const InterruptWatcher interrupt;
        QElapsedTimer timer;
        timer.start();
        const auto executor = openDevice(m_device);
        const CalibrationResult result = measure(*executor, interrupt.token());
        ProfileOrigin origin{"measured by streamscope calibrate on " + executor->device().id,
                             QDate::currentDate().toString(Qt::ISODate).toStdString(),
                             {}};
        for (const CalibrationFit &fit : result.fits)
            origin.sources.emplace_back(fit.field, fit.how);
        writeFileWhole(m_profile, deviceProfileJson(result.profile, origin));
        print(executor->device(), result);
        printLine("wrote " + m_profile + " after " + formatted("%.1f s", static_cast<double>(timer.elapsed()) / 1000)
                  + "; simulate it with --device sim:" + m_profile);
        return 0;
    }

private:
    static CalibrationResult measure(Executor &executor, const std::stop_token &stop)
    {
        ProgressLine line;
        RunControl control;
        control.stop = stop;
        control.progress = [&line](int done, int total, const std::string &what) { line.show(done, total, what); };
        return calibrate(executor, loadDeviceProfile(baseProfile), control);
    }

    static void print(const DeviceInfo &device, const CalibrationResult &result)
    {
        printLine(device.name + (device.kind == DeviceKind::Simulated ? ", simulated (" : " (") + device.id + ")");
        for (const CalibrationFit &fit : result.fits)
            printLine("  " + padded(fit.field, 52) + padded(fit.value, 18) + fit.how
                      + (fit.error > 0 ? formatted("; fits within %.2f %%", fit.error * 100) : std::string()));
        printChecks("pipelines that the fit was made with", result.training);
        printChecks("pipelines that it has not seen", result.validation);
    }

    static void printChecks(const char *what, const std::vector<CalibrationCheck> &checks)
    {
        std::vector<double> errors;
        printLine(std::string(what) + ": measured, predicted, error");
        for (const CalibrationCheck &check : checks) {
            errors.push_back(std::abs(check.error()));
            printLine("  " + padded(check.name, 64)
                      + formatted("%10.3f ms", static_cast<double>(check.measuredNs) / 1e6)
                      + formatted("%10.3f ms", static_cast<double>(check.predictedNs) / 1e6)
                      + formatted("%+8.2f %%", check.error() * 100));
        }
        std::sort(errors.begin(), errors.end());
        if (!errors.empty())
            printLine("  median error " + formatted("%.2f %%", errors[errors.size() / 2] * 100) + ", worst "
                      + formatted("%.2f %%", errors.back() * 100));
    }

    std::string m_device, m_profile;
};

} // namespace

std::unique_ptr<Command> makeCalibrateCommand(CLI::App &parent)
{
    return std::make_unique<CalibrateCommand>(parent);
}

} // namespace streamscope
