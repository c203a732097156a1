// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "cli/commands/command.h"
#include "cli/common/console.h"
#include "cli/common/model_check_text.h"

#include "engine/formats/files/device_profile_file.h"
#include "engine/formats/files/device_profile_writer.h"
#include "engine/formats/io/document.h"
#include "engine/formats/io/files.h"
#include "engine/formats/io/output_path.h"
#include "engine/program/errors.h"
#include "engine/run/devices.h"
#include "engine/run/model_check/check_json.h"
#include "engine/run/model_check/configuration_measuring.h"
#include "engine/run/model_check/fresh_passes.h"
#include "engine/run/model_check/measured_csv.h"
#include "engine/run/model_check/model_check.h"
#include "engine/run/model_check/residual_fit.h"
#include "engine/run/prediction.h"
#include "experiments/registry.h"

#include <QDate>

#include <algorithm>

namespace streamscope {

namespace {

constexpr std::string_view simulatedPrefix = "sim:";

void append(std::vector<ModelCheckSkip> &to, const std::vector<ModelCheckSkip> &from)
{
    to.insert(to.end(), from.begin(), from.end());
}

class CheckModelCommand final : public Command
{
public:
    explicit CheckModelCommand(CLI::App &parent)
    {
        app = parent.add_subcommand(
            "check-model", "How well a model predicts a device: runs configurations of every experiment and prints "
                           "the errors of their predictions");
        app->add_option("--device", m_device, "The device to measure: cuda:N, sim:NAME or sim:PATH.json");
        app->add_option("--profile", m_profile,
                        "The model: F.json or sim:NAME; without it the profile that predicts this device elsewhere: "
                        "calibrated, or built-in by its name, or sim:h200");
        app->add_option("--experiment", m_experiments, "Only this one; may be given several times")
            ->allow_extra_args(false);
        app->add_option("--configurations", m_configurations, "How many of each experiment")
            ->check(CLI::Range(1, 10'000));
        app->add_option("--seed", m_seed, "Another seed draws other configurations");
        app->add_option("--save", m_save, "Write what was measured as CSV; Ctrl+C keeps the rows so far");
        app->add_option("--measured", m_measured, "Predict the rows of --save F.csv again, without a device");
        app->add_option("--residuals", m_residuals,
                        "Write the model as a profile with its residuals, from which every prediction has its range, "
                        "fitted to these configurations")
            ->type_name("PROFILE.json");
        app->add_flag("--json", m_json, "Print JSON with every configuration");
    }

    int run(const std::stop_token &stop) override
    {
        requireOneSource();
        return m_measured.empty() ? measureAndPredict(stop) : predictMeasured(stop);
    }

private:
    void requireOneSource() const
    {
        if (!m_measured.empty() && !(m_device.empty() && m_save.empty()))
            throw InputError("--measured needs no device and measures nothing: leave --device and --save out");
        if (!m_residuals.empty() && !m_residuals.ends_with(".json"))
            throw InputError("--residuals " + m_residuals + ": a profile's name ends in .json");
        std::vector<std::string> outputs;
        for (const std::string &path : {m_save, m_residuals})
            if (!path.empty())
                outputs.push_back(path);
        requireWritable(outputs);
    }

    std::vector<const Experiment *> chosenExperiments() const
    {
        if (m_experiments.empty())
            return experiments();
        std::vector<const Experiment *> chosen;
        for (const std::string &id : m_experiments) {
            const Experiment *experiment = findExperiment(id);
            if (!experiment)
                throw InputError("there is no experiment '" + id + "'; see streamscope experiments");
            chosen.push_back(experiment);
        }
        return chosen;
    }

    /// Its name for people goes to `m_model`, its file to `m_modelJson`.
    DeviceProfile openModel(const DeviceInfo &device)
    {
        const ProfileChoice choice = m_profile.empty() ? chooseProfile(device)
                                                       : ProfileChoice{m_profile.starts_with(simulatedPrefix)
                                                                           ? m_profile.substr(simulatedPrefix.size())
                                                                           : m_profile,
                                                                       "--profile"};
        m_model = choice.profile + " (" + choice.reason + ")";
        m_modelJson = deviceProfileText(choice.profile);
        return readDeviceProfile(m_modelJson, choice.profile, std::string(simulatedPrefix) + choice.profile);
    }

    static RunControl controlOf(ProgressLine &line, const std::stop_token &stop)
    {
        RunControl control;
        control.stop = stop;
        control.progress = [&line](int done, int total, const std::string &what) { line.show(done, total, what); };
        return control;
    }

    int measureAndPredict(const std::stop_token &stop)
    {
        ModelCheckGrid grid;
        grid.experiments = chosenExperiments();
        grid.configurations = m_configurations;
        grid.seed = m_seed;
        const auto executor = openDevice(m_device);
        const DeviceProfile model = openModel(executor->device());
        grid.devices = executor->machineDevices();
        grid.realGpu = executor->device().kind == DeviceKind::Cuda;
        ModelCheckPlan plan;
        ModelCheckMeasurement measurement;
        ModelCheck check;
        {
            ProgressLine line;
            const RunControl control = controlOf(line, stop);
            plan = planModelCheck(grid, model, control);
            measurement = measure(plan, *executor, control);
            if (!measurement.stopped)
                check = predictConfigurations(measurement.rows, model, control);
        }
        append(check.skipped, plan.skipped);
        append(check.skipped, measurement.refused);
        if (measurement.stopped)
            return tellStopped(measurement.rows.size(), plan.configurations.size());
        print(check, executor->device().name + " (" + executor->device().id + ")");
        writeResiduals(check, executor->device().name);
        return tellFailures(measurement);
    }

    /// Writes the file after each row: a stop may come while a run takes its time, and then nothing is written any
    /// more.
    ModelCheckMeasurement measure(const ModelCheckPlan &plan, Executor &executor, const RunControl &control) const
    {
        const bool each = !m_save.empty() && outputPathOf(m_save).replaced;
        const auto keep = [&](const std::vector<MeasuredConfiguration> &rows) {
            if (each)
                writeFileWhole(m_save, measuredCsv(rows));
        };
        FreshPasses passes(executor.device().id, mostPasses, control);
        ModelCheckMeasurement measurement =
            measureConfigurations(plan.configurations, executor, control, keep, passes.passes());
        if (!m_save.empty() && !each)
            writeFileWhole(m_save, measuredCsv(measurement.rows));
        return measurement;
    }

    int predictMeasured(const std::stop_token &stop)
    {
        const QByteArray text = readDocument(openInput(m_measured));
        std::vector<MeasuredConfiguration> rows =
            readMeasuredCsv({text.constData(), static_cast<std::size_t>(text.size())}, m_measured, findExperiment);
        const std::vector<const Experiment *> chosen = chosenExperiments();
        std::erase_if(rows, [&chosen](const MeasuredConfiguration &row) {
            return std::find(chosen.begin(), chosen.end(), row.experiment) == chosen.end();
        });
        if (rows.empty())
            throw InputError(m_measured + ": there are no rows of the experiments to check");
        DeviceInfo device;
        device.name = rows.front().device;
        device.kind = DeviceKind::Cuda; // only its name is known
        const DeviceProfile model = openModel(device);
        ModelCheck check;
        {
            ProgressLine line;
            check = predictConfigurations(rows, model, controlOf(line, stop));
        }
        print(check, device.name + " (" + m_measured + ")");
        writeResiduals(check, device.name);
        return 0;
    }

    void print(const ModelCheck &check, const std::string &device) const
    {
        if (m_json) {
            printJson(modelCheckJson(check, device, m_model));
            return;
        }
        printLine(device + " against the model " + m_model + ": errors are predicted / measured - 1");
        for (const std::string &line : modelCheckLines(check))
            printLine(line);
        if (!m_save.empty())
            printLine("wrote " + m_save);
    }

    void writeResiduals(const ModelCheck &check, const std::string &device) const
    {
        if (m_residuals.empty())
            return;
        const Residuals residuals = fitResiduals(check);
        if (residuals.rows.empty())
            throw InputError("--residuals: " + std::to_string(check.rows.size())
                             + " configurations are too few: a class of operations needs "
                             + std::to_string(fewestResiduals));
        writeFileWhole(m_residuals,
                       withResiduals(m_modelJson, residuals,
                                     "streamscope check-model: 10th and 90th percentile of measured / "
                                     "predicted, "
                                         + std::to_string(check.rows.size()) + " configurations on " + device + ", "
                                         + QDate::currentDate().toString(Qt::ISODate).toStdString()));
        if (!m_json)
            printLine("wrote " + m_residuals + "; simulate it with --device sim:" + m_residuals);
    }

    int tellStopped(std::size_t done, std::size_t planned) const
    {
        printMessage("stopped: " + std::to_string(done) + " of " + std::to_string(planned)
                     + " configurations are measured"
                     + (m_save.empty() ? "" : "; they are in " + m_save + ": check them with --measured " + m_save));
        return 1;
    }

    static int tellFailures(const ModelCheckMeasurement &measurement)
    {
        if (measurement.failed.empty())
            return 0;
        const ModelCheckSkip &first = measurement.failed.front();
        printMessage(std::to_string(measurement.failed.size())
                     + " configurations failed on the device; the first of them: " + first.experiment + ", "
                     + first.reason);
        return 1;
    }

    static constexpr int mostPasses = 3;

    std::string m_device, m_profile, m_save, m_measured, m_residuals, m_model;
    QByteArray m_modelJson;
    std::vector<std::string> m_experiments;
    int m_configurations = ModelCheckGrid().configurations;
    std::uint64_t m_seed = ModelCheckGrid().seed;
    bool m_json = false;
};

} // namespace

std::unique_ptr<Command> makeCheckModelCommand(CLI::App &parent)
{
    return std::make_unique<CheckModelCommand>(parent);
}

} // namespace streamscope
