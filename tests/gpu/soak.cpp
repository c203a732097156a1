// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// Many runs in one process, over every built-in preset in turn, as a window that stays open for weeks has them:
//
//     soak [RUNS] [DEVICE] [engine] [clock=CLOCK] [PRESET…]
//
// 10,000 runs of all presets on sim:h200 without arguments. `engine`: in an engine process, which is measured, too;
// CLOCK as that of `streamscope run --clock`.
// After a warm-up of a fifth of the runs the memory of the host, the memory of the GPU, the open files and the threads
// must stay as they are: lines are laid through the lowest and through the highest samples of each (least squares), and
// where both rise over the measured runs, there is a limit. Prints the samples as CSV on standard output and what came
// out on standard error. Exit code 1 where something grows or a run fails, 77 where the device is not there.
#include "engine/executors/executor.h"
#include "engine/formats/files/preset.h"
#include "engine/program/order/hazards.h"
#include "engine/run/devices.h"
#include "engine/run/run_job.h"
#include "experiments/registry.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <dlfcn.h>
#include <malloc.h>
#include <unistd.h>

using namespace streamscope;

namespace {

constexpr double mebibyte = 1 << 20;

/// The memory of a GPU that is in use, by everybody. NVML is what nvidia-smi asks.
class GpuMemory
{
public:
    explicit GpuMemory(const std::optional<std::string> &pciBusId)
    {
        void *const library = pciBusId ? dlopen("libnvidia-ml.so.1", RTLD_NOW) : nullptr;
        if (!library)
            return;
        const auto start = reinterpret_cast<int (*)()>(dlsym(library, "nvmlInit_v2"));
        const auto find =
            reinterpret_cast<int (*)(const char *, void **)>(dlsym(library, "nvmlDeviceGetHandleByPciBusId_v2"));
        m_ask = reinterpret_cast<int (*)(void *, Memory *)>(dlsym(library, "nvmlDeviceGetMemoryInfo"));
        if (!start || !find || start() != 0 || find(pciBusId->c_str(), &m_device) != 0)
            m_ask = nullptr;
    }
    bool isKnown() const { return m_ask; }
    /// Bytes.
    double used() const
    {
        Memory memory{};
        return m_ask && m_ask(m_device, &memory) == 0 ? static_cast<double>(memory.used) : 0;
    }

private:
    struct Memory
    {
        unsigned long long total, free, used;
    };
    void *m_device = nullptr;
    int (*m_ask)(void *, Memory *) = nullptr;
};

double entriesOf(const std::string &folder)
{
    return static_cast<double>(std::distance(std::filesystem::directory_iterator(folder), {}));
}

/// Bytes of a process in the machine's memory. `process` is its folder in /proc.
double residentBytes(const std::string &process)
{
    std::ifstream file(process + "/statm");
    double pages = 0, resident = 0;
    file >> pages >> resident;
    return resident * static_cast<double>(sysconf(_SC_PAGESIZE));
}

/// The folder in /proc of the process that this one started; empty without one.
std::string childProcess()
{
    for (const auto &entry : std::filesystem::directory_iterator("/proc")) {
        std::ifstream file(entry.path() / "status");
        for (std::string line; std::getline(file, line);)
            if (line == "PPid:\t" + std::to_string(getpid()))
                return entry.path();
    }
    return {};
}

/// One figure that must not grow.
struct Figure
{
    const char *name;
    double unit;  ///< of the output, in the figure's own
    double limit; ///< of the rise over the measured runs, in units
    std::function<double()> now;
    std::vector<double> samples = {};

    /// Over twelve parts, from the `first` sample on: of the line through their lowest samples or through their
    /// highest, whichever rises less, from its begin to its end, in units. What leaks lifts both. An engine process
    /// grows until it is replaced, and how soon after that a sample was taken moves the lowest; a picture moves the
    /// highest.
    double rise(std::size_t first) const
    {
        using Samples = std::vector<double>::const_iterator;
        return std::min(riseOf(first, [](Samples begin, Samples end) { return *std::min_element(begin, end); }),
                        riseOf(first, [](Samples begin, Samples end) { return *std::max_element(begin, end); }));
    }

private:
    /// Of the line through what `pick` takes of each part (least squares).
    template <typename Pick>
    double riseOf(std::size_t first, const Pick &pick) const
    {
        const std::size_t count = samples.size() - first;
        const std::size_t parts = std::min<std::size_t>(12, count);
        double x = 0, y = 0, xx = 0, xy = 0;
        for (std::size_t i = 0; i < parts; ++i) {
            const auto at = static_cast<double>(i);
            const auto part = samples.begin() + static_cast<std::ptrdiff_t>(first);
            const double picked = pick(part + static_cast<std::ptrdiff_t>(i * count / parts),
                                       part + static_cast<std::ptrdiff_t>((i + 1) * count / parts));
            x += at, y += picked, xx += at * at, xy += at * picked;
        }
        const auto n = static_cast<double>(parts);
        return (n * xy - x * y) / (n * xx - x * x) * (n - 1) / unit;
    }
};

/// What is run.
struct Task
{
    int runs = 10'000;
    std::string device = "sim:h200";
    bool inEngine = false;
    ClockChoice clock = ClockChoice::Auto;
    std::vector<std::string> presets; ///< names; empty: all
};

/// Everything that a run of the window does, but not as often: no time is read from it.
RunRequest requestOf(const Preset &preset, const Task &task)
{
    Parameters parameters = preset.parameters;
    parameters.set("repeat", 1);
    parameters.set("warmup", 0);
    return {preset.experiment, parameters, task.device, task.clock};
}

/// The presets that are wanted and that this device can run: the other ones are named, each with its reason.
std::vector<Preset> runnable(Executor &device, const Task &task)
{
    std::vector<Preset> presets;
    for (const Preset &preset : builtInPresets(experiments())) {
        if (!task.presets.empty()
            && std::find(task.presets.begin(), task.presets.end(), preset.name) == task.presets.end())
            continue;
        try {
            runOn(device, requestOf(preset, task), {});
            presets.push_back(preset);
        } catch (const std::exception &error) {
            std::fprintf(stderr, "soak: left out: %s: %s\n", preset.name.c_str(), error.what());
        }
    }
    return presets;
}

/// A preset that shows what a missing wait does: its data may be wrong.
bool hasRace(const Preset &preset)
{
    return !findRaces(preset.experiment->build(preset.parameters)).empty();
}

class Soak
{
public:
    Soak(Task task, Executor &device) : m_task(std::move(task)), m_device(device), m_gpu(device.device().pciBusId)
    {
        addProcess([] { return "/proc/self"; }, {"resident_mib", "files", "threads"});
        if (m_gpu.isKnown())
            m_figures.push_back({"gpu_mib", mebibyte, 4, [this] { return m_gpu.used(); }});
    }

    /// @returns the exit code
    int run()
    {
        const std::vector<Preset> presets = runnable(m_device, m_task);
        if (presets.empty())
            return 1;
        const int between = std::max(1, m_task.runs / samples);
        if (!childProcess().empty()) // another one each time: an engine is replaced after some runs
            addProcess(childProcess, {"engine_resident_mib", "engine_files", "engine_threads"});
        printHead();
        const auto begin = std::chrono::steady_clock::now();
        for (int i = 0; i < m_task.runs; ++i) {
            const Preset &preset = presets[static_cast<std::size_t>(i) % presets.size()];
            const RunResult result = runOn(m_device, requestOf(preset, m_task), {});
            if (result.recording.verification == Verification::Failed && !hasRace(preset))
                throw RunError(preset.name + ": wrong data came back");
            m_operations += result.recording.timeline.size();
            if ((i + 1) % between == 0)
                sample(i + 1);
        }
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
        std::fprintf(stderr, "soak: %d runs of %zu presets on %s, %llu operations, %.0f s\n", m_task.runs,
                     presets.size(), m_task.device.c_str(), static_cast<unsigned long long>(m_operations),
                     took.count());
        return judge();
    }

private:
    static constexpr int samples = 200;

    /// `process` names its folder in /proc.
    void addProcess(const std::function<std::string()> &process, const std::array<const char *, 3> &names)
    {
        m_figures.push_back({names[0], mebibyte, 4, [process] { return residentBytes(process()); }});
        m_figures.push_back({names[1], 1, 0.5, [process] { return entriesOf(process() + "/fd"); }});
        m_figures.push_back({names[2], 1, 0.5, [process] { return entriesOf(process() + "/task"); }});
    }

    void printHead() const
    {
        std::printf("runs");
        for (const Figure &figure : m_figures)
            std::printf(",%s", figure.name);
        std::printf("\n");
    }

    void sample(int runs)
    {
        malloc_trim(0); // what was freed is no leak
        std::printf("%d", runs);
        for (Figure &figure : m_figures) {
            figure.samples.push_back(figure.now());
            std::printf(",%g", figure.samples.back() / figure.unit);
        }
        std::printf("\n");
        std::fflush(stdout);
    }

    int judge() const
    {
        int code = 0;
        for (const Figure &figure : m_figures) {
            const std::size_t first = figure.samples.size() / 5;
            const double rise = figure.rise(first), last = figure.samples.back() / figure.unit;
            const bool grows = rise > figure.limit;
            code |= static_cast<int>(grows);
            std::fprintf(stderr, "soak: %s: %g at the end, rises by %.3f in the last %d runs (limit %g)%s\n",
                         figure.name, last, rise, m_task.runs - m_task.runs / 5, figure.limit, grows ? ": GROWS" : "");
        }
        return code;
    }

    const Task m_task;
    Executor &m_device;
    GpuMemory m_gpu;
    std::vector<Figure> m_figures;
    std::uint64_t m_operations = 0;
};

/// @throws InputError for a clock that is not known
Task taskOf(const std::vector<std::string> &words)
{
    constexpr std::string_view clock = "clock=";
    Task task;
    for (std::size_t i = 0; i < words.size(); ++i)
        if (i == 0)
            task.runs = std::atoi(words[i].c_str());
        else if (i == 1)
            task.device = words[i];
        else if (words[i] == "engine")
            task.inEngine = true;
        else if (words[i].starts_with(clock))
            task.clock = parseClockChoice(words[i].substr(clock.size()));
        else
            task.presets.push_back(words[i]);
    return task;
}

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    constexpr int fewest = 10;
    Task task;
    try {
        task = taskOf({argv + 1, argv + argc});
    } catch (const std::exception &error) {
        std::fprintf(stderr, "soak: %s\n", error.what());
        return 2;
    }
    if (task.runs < fewest) {
        std::fprintf(stderr, "usage: soak [RUNS] [DEVICE] [engine] [clock=CLOCK] [PRESET…], at least %d runs\n",
                     fewest);
        return 2;
    }
    // Also without an engine a Program may need a fresh process.
    const QString beside = QCoreApplication::applicationDirPath() + QStringLiteral("/streamscope");
    const QString program = qEnvironmentVariable("STREAMSCOPE_PROGRAM", beside);
    useEngineProcess(task.inEngine ? InEngine::Everything : InEngine::Nothing, program.toStdString());
    std::unique_ptr<Executor> device;
    try {
        device = openDevice(task.device);
    } catch (const std::exception &error) {
        std::fprintf(stderr, "soak: %s\n", error.what());
        return 77;
    }
    try {
        return Soak(task, *device).run();
    } catch (const std::exception &error) {
        std::fprintf(stderr, "soak: %s\n", error.what());
        return 1;
    }
}
