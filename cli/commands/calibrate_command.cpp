// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "cli/commands/command.h"
#include "cli/common/console.h"
#include "cli/common/model_check_text.h"
#include "cli/common/outputs.h"
#include "cli/common/summaries.h"
#include "cli/common/terminal_text.h"

#include "engine/device/number_text.h"
#include "engine/formats/files/device_profile_file.h"
#include "engine/formats/files/device_profile_writer.h"
#include "engine/formats/io/document.h"
#include "engine/formats/io/files.h"
#include "engine/program/errors.h"
#include "engine/run/calibration/calibration.h"
#include "engine/run/devices.h"
#include "engine/run/model_check/fresh_passes.h"
#include "engine/run/model_check/measured_csv.h"
#include "engine/run/prediction.h"
#include "experiments/registry.h"

#include <QDate>
#include <QElapsedTimer>

#include <algorithm>
#include <chrono>
#include <cmath>

namespace streamscope {

namespace {

class CalibrateCommand final : public Command
{
public:
    explicit CalibrateCommand(CLI::App &parent)
    {
        app = parent.add_subcommand(
            "calibrate", "Measure a device and write the profile with which it is simulated: --device sim:F.json");
        app->add_option("--device", m_device, "cuda:N, sim:NAME or sim:PATH.json");
        app->add_option("--profile", m_profile, "The profile file to write")->required();
        app->add_flag("--quick", m_quick, "Measure less: at most 15 s instead of 40 s");
        app->add_option("--base", m_base,
                        "The profile to start from: F.json or sim:NAME; without it the built-in one of the device's "
                        "kind, else sim:h200");
        app->add_option("--measured", m_measured,
                        "Fit the rows that check-model --save wrote, without a device; once for each machine")
            ->allow_extra_args(false)
            ->type_name("F.csv");
        app->add_option("--hold", m_held, "With --measured: a figure that stays as it is; may be given several times")
            ->allow_extra_args(false)
            ->type_name("FIGURE");
    }

    int run(const std::stop_token &stop) override
    {
        if (!m_profile.ends_with(".json"))
            throw InputError("--profile " + m_profile + ": a profile's name ends in .json");
        if (!m_measured.empty() && (!m_device.empty() || m_quick))
            throw InputError("--measured needs no device and measures nothing: leave --device and --quick out");
        if (m_measured.empty() && !m_held.empty())
            throw InputError("--hold is for --measured: a device is measured whole");
        Outputs outputs({m_profile});
        QElapsedTimer timer;
        timer.start();
        const CalibrationResult result = m_measured.empty() ? measureDevice(stop) : fitRows(stop);
        ProfileOrigin origin{m_origin, QDate::currentDate().toString(Qt::ISODate).toStdString(), {}};
        for (const CalibrationFit &fit : result.fits)
            origin.sources.emplace_back(fit.field, fit.how);
        outputs.write(m_profile, [&] { return deviceProfileJson(result.profile, origin); });
        outputs.commit(stop);
        print(result);
        printLine("wrote " + m_profile + " after " + decimalText(static_cast<double>(timer.elapsed()) / 1000, 1)
                  + " s; simulate it with --device sim:" + m_profile);
        return 0;
    }

private:
    DeviceProfile baseFor(const DeviceInfo &device) const
    {
        constexpr std::string_view prefix = "sim:";
        return loadDeviceProfile(m_base.empty()               ? builtInProfile(device).profile
                                 : m_base.starts_with(prefix) ? m_base.substr(prefix.size())
                                                              : m_base);
    }

    /// Other configurations than those of a check with its default seed, so that a check is a test.
    CalibrationPlan planFor(const Executor &executor, const DeviceProfile &base) const
    {
        ModelCheckGrid grid;
        grid.experiments = experiments();
        grid.leastRange = m_quick ? 0 : leastRange;
        grid.mostWithProcess = mostWithProcess;
        grid.seed = seed;
        grid.devices = executor.machineDevices();
        grid.configurations = m_quick ? quickConfigurations : grid.devices > 1 ? linkedConfigurations : configurations;
        grid.realGpu = executor.device().kind == DeviceKind::Cuda;
        grid.longestNs = longestNs;
        return {planModelCheck(grid, base, {}).configurations, m_quick, {}};
    }

    CalibrationResult measureDevice(const std::stop_token &stop)
    {
        const auto executor = openDevice(m_device);
        m_origin = "measured by streamscope calibrate on " + executor->device().id;
        const DeviceProfile base = baseFor(executor->device());
        printLine(deviceLine(executor->device()));
        ProgressLine line;
        const RunControl control = line.runControl(stop);
        CalibrationPlan plan = planFor(*executor, base);
        FreshPasses passes(executor->device().id, m_quick ? 1 : mostPasses, control);
        plan.passes = passes.passes();
        plan.passes.until = std::chrono::steady_clock::now() + measuresAgainFor;
        return calibrate(*executor, base, plan, control);
    }

    CalibrationResult fitRows(const std::stop_token &stop)
    {
        std::vector<std::vector<MeasuredConfiguration>> machines;
        for (const std::string &path : m_measured) {
            const QByteArray text = readDocument(openInput(path));
            machines.push_back(
                readMeasuredCsv({text.constData(), static_cast<std::size_t>(text.size())}, path, findExperiment));
            if (machines.back().empty())
                throw InputError(path + ": there are no rows to fit");
        }
        DeviceInfo device;
        device.name = machines.front().front().device;
        m_origin = "fitted by streamscope calibrate to configurations measured on " + device.name;
        ProgressLine line;
        return calibrate(machines, baseFor(device), m_held, line.runControl(stop));
    }

    static void print(const CalibrationResult &result)
    {
        for (const CalibrationFit &fit : result.fits)
            printFit(fit);
        printLine("the configurations as the profile predicts them: errors are predicted / measured - 1");
        printTable(result.seen);
        printLine("the same by fits that have not seen them, from which the ranges come");
        printTable(result.unseen);
    }

    /// A long list of figures stands in a line of its own.
    static void printFit(const CalibrationFit &fit)
    {
        constexpr std::size_t nameWidth = 52;
        const bool isLong = fit.field.size() >= nameWidth;
        const auto figures = std::count(fit.field.begin(), fit.field.end(), ',') + 1;
        printLine("  " + column(isLong ? std::to_string(figures) + " figures" : fit.field, nameWidth)
                  + column(fit.value, 18) + fit.how
                  + (fit.error > 0 ? "; fits within " + decimalText(fit.error * 100, 2) + " %" : std::string()));
        if (isLong)
            printLine("    " + fit.field);
    }

    static void printTable(const ModelCheck &check)
    {
        for (const std::string &line : modelCheckLines(check))
            printLine("  " + line);
    }

    /// With several GPUs two experiments more take part, and each process takes longer to start.
    static constexpr int configurations = 11, linkedConfigurations = 8, quickConfigurations = 2, mostPasses = 2,
                         mostWithProcess = 2;
    static constexpr std::chrono::seconds measuresAgainFor{23}; ///< from the start; fitting takes up to 16 s more of 40
    static constexpr double leastRange = 0.09; ///< others taught it nothing (docs/measurements/model.md)
    static constexpr std::uint64_t seed = 0x5eed;
    static constexpr std::int64_t longestNs = 20'000'000; ///< of one run

    std::string m_device, m_profile, m_base, m_origin;
    std::vector<std::string> m_measured, m_held;
    bool m_quick = false;
};

} // namespace

std::unique_ptr<Command> makeCalibrateCommand(CLI::App &parent)
{
    return std::make_unique<CalibrateCommand>(parent);
}

} // namespace streamscope
