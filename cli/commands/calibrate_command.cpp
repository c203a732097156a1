// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "cli/commands/command.h"
#include "cli/common/console.h"
#include "cli/common/outputs.h"
#include "cli/common/summaries.h"
#include "cli/common/terminal_text.h"

#include "engine/device/number_text.h"
#include "engine/formats/files/device_profile_file.h"
#include "engine/formats/files/device_profile_writer.h"
#include "engine/program/errors.h"
#include "engine/run/calibration/calibration.h"
#include "engine/run/devices.h"

#include <QDate>
#include <QElapsedTimer>

#include <algorithm>
#include <cmath>

namespace streamscope {

namespace {

constexpr const char *baseProfile = "h200"; ///< for values that cannot be measured

/// In a column of ten.
std::string columnMilliseconds(std::int64_t ns)
{
    return rightAligned(decimalText(static_cast<double>(ns) / 1e6, 3), 10) + " ms";
}

CalibrationResult measured(Executor &executor, const std::stop_token &stop)
{
    ProgressLine line;
    return calibrate(executor, loadDeviceProfile(baseProfile), line.runControl(stop));
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

    int run(const std::stop_token &stop) override
    {
        if (!m_profile.ends_with(".json"))
            throw InputError("--profile " + m_profile + ": a profile's name ends in .json");
        Outputs outputs({m_profile});
        QElapsedTimer timer;
        timer.start();
        const auto executor = openDevice(m_device);
        const CalibrationResult result = measured(*executor, stop);
        ProfileOrigin origin{"measured by streamscope calibrate on " + executor->device().id,
                             QDate::currentDate().toString(Qt::ISODate).toStdString(),
                             {}};
        for (const CalibrationFit &fit : result.fits)
            origin.sources.emplace_back(fit.field, fit.how);
        outputs.write(m_profile, [&] { return deviceProfileJson(result.profile, origin); });
        outputs.commit(stop);
        print(executor->device(), result);
        printLine("wrote " + m_profile + " after " + decimalText(static_cast<double>(timer.elapsed()) / 1000, 1)
                  + " s; simulate it with --device sim:" + m_profile);
        return 0;
    }

private:
    static void print(const DeviceInfo &device, const CalibrationResult &result)
    {
        printLine(deviceLine(device));
        for (const CalibrationFit &fit : result.fits)
            printLine("  " + column(fit.field, 52) + column(fit.value, 18) + fit.how
                      + (fit.error > 0 ? "; fits within " + decimalText(fit.error * 100, 2) + " %" : std::string()));
        printChecks("pipelines that the fit was made with", result.training);
        printChecks("pipelines that it has not seen", result.validation);
    }

    static void printChecks(const char *what, const std::vector<CalibrationCheck> &checks)
    {
        std::vector<double> errors;
        printLine(std::string(what) + ": measured, predicted, error");
        for (const CalibrationCheck &check : checks) {
            errors.push_back(std::abs(check.error()));
            printLine("  " + column(check.name, 64) + columnMilliseconds(check.measuredNs)
                      + columnMilliseconds(check.predictedNs)
                      + rightAligned(signedDecimalText(check.error() * 100, 2), 8) + " %");
        }
        std::sort(errors.begin(), errors.end());
        if (!errors.empty())
            printLine("  median error " + decimalText(errors[errors.size() / 2] * 100, 2) + " %, worst "
                      + decimalText(errors.back() * 100, 2) + " %");
    }

    std::string m_device, m_profile;
};

} // namespace

std::unique_ptr<Command> makeCalibrateCommand(CLI::App &parent)
{
    return std::make_unique<CalibrateCommand>(parent);
}

} // namespace streamscope
