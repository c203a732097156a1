// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/background/background_task.h"
#include "gui/workspace/shown.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace streamscope {

class Workspace;

/// Loads a baseline on another thread, compares the shown run with it, and shows the comparison in a tab: the change
/// from the baseline to this run. What arrives after another document came to the front is dropped.
class ComparisonController : public QObject
{
    Q_OBJECT

public:
    /// Loads a baseline on another thread.
    using Loader = std::function<NamedRun(const RunControl &)>;

    explicit ComparisonController(Workspace &workspace, QObject *parent = nullptr);

    bool isShown() const { return compared() != nullptr; }
    bool isBusy() const { return m_task.isBusy(); }
    /// What the user waits for while it is busy: "Comparing".
    const QString &doing() const { return m_doing; }
    /// Null without a comparison.
    std::shared_ptr<const ComparedRuns> compared() const;
    ComparisonScale scale() const { return m_scale; }

    /// Keeps the shown run as the baseline of the next finished run.
    void keepAsBaseline();
    /// The same for the next run of this document only; a run that fails or is stopped ends that.
    void compareNextRun();
    /// Compares the shown run with a baseline when that is loaded; shown() answers.
    void compareWith(Loader baseline);
    void compareWith(const NamedRun &baseline);
    void compareWithFile(const QString &path);
    /// Compares two files in a tab of their own: the older one is the baseline, of files of the same age the first.
    void compareFiles(const QString &first, const QString &second);
    /// The baseline becomes this run, and this run the baseline.
    void swap();

    /// The runs of a comparison, made on another thread.
    struct Sides
    {
        Shown shown; ///< as it is to be shown alone; it has a run
        NamedRun other;
        Side ofShown = Side::A; ///< by default the shown run is the baseline of what became of it
    };
    /// Shows what `load` brings. `doing` is what the user waits for. Afterwards `then` is
    /// called, if there is one, and shown() is sent.
    void compare(std::function<Sides(const RunControl &)> load, const QString &doing, std::function<void()> then = {});
    /// The same with a run on `device`, which nothing else should use meanwhile.
    void compareWithRun(std::function<Sides(const RunControl &)> run, const std::string &device,
                        std::function<void()> then);
    /// A device is at work for compareWithRun().
    bool isRunning() const { return m_isRunning && isBusy(); }
    /// With the prediction of the experiment's values.
    void compareWithPrediction();
    void setScale(ComparisonScale scale);
    /// Cancels loading.
    void cancel() { m_task.cancel(); }
    void close();

Q_SIGNALS:
    void busyChanged(bool busy);
    void shown();
    /// Of what the user waits for, where its work reports it.
    void progress(int done, int total, const QString &what);

private:
    void takeRun();
    /// A comparison, and its run of side `alone` as it is shown alone.
    struct Made
    {
        Shown shown;
        std::shared_ptr<const ComparedRuns> compared;
        Side alone;
    };
    static Made madeOf(const Sides &sides, ComparisonScale scale);
    using Show = std::function<void(const std::shared_ptr<const PreparedComparison> &, const Shown &alone)>;
    /// In the tab of the document in front, unless another one came there.
    void load(std::function<Made(const RunControl &)> make, const QString &doing, std::function<void()> then = {});
    void load(std::function<Made(const RunControl &)> make, const QString &doing, Show show);

    Workspace &m_workspace;
    BackgroundTask m_task;
    std::optional<NamedRun> m_kept, m_keptForNext; ///< baselines
    ComparisonScale m_scale = ComparisonScale::Absolute;
    QString m_doing;
    bool m_isRunning = false;
};

} // namespace streamscope
