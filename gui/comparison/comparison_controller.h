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

/// Loads run B on another thread, compares the shown run A with it, and shows the comparison in a tab. What arrives
/// after another document came to the front is dropped.
class ComparisonController : public QObject
{
    Q_OBJECT

public:
    /// Loads B on another thread.
    using Loader = std::function<NamedRun(const RunControl &)>;

    explicit ComparisonController(Workspace &workspace, QObject *parent = nullptr);

    bool isShown() const { return compared() != nullptr; }
    bool isBusy() const { return m_task.isBusy(); }
    /// What the user waits for while it is busy: "Comparing".
    const QString &doing() const { return m_doing; }
    /// Null without a comparison.
    std::shared_ptr<const ComparedRuns> compared() const;
    ComparisonScale scale() const { return m_scale; }

    /// Keeps the shown run as B; the next finished run becomes A.
    void keepAsB();
    /// Keeps the shown run as A; the next finished run of this document becomes B. A run that fails or is stopped ends
    /// that.
    void keepAsA();
    /// Shows both when B is loaded; shown() answers.
    void compareWith(Loader b);
    void compareWith(const NamedRun &b);
    void compareWithFile(const QString &path);
    /// Compares two files in a tab of their own.
    void compareFiles(const QString &a, const QString &b);

    /// A comparison that is made on another thread, with its run A.
    struct Sides
    {
        Shown a; ///< as it is to be shown alone; it has a run
        NamedRun b;
    };
    /// Shows what `load` brings. `doing` is what the user waits for. Afterwards `then` is
    /// called, if there is one, and shown() is sent.
    void compare(std::function<Sides(const RunControl &)> load, const QString &doing, std::function<void()> then = {});
    /// The same with a side B that runs on `device`, which nothing else should use meanwhile.
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
    /// A comparison and its run A, as it is shown alone.
    using Made = std::pair<Shown, std::shared_ptr<const ComparedRuns>>;
    using Show = std::function<void(const std::shared_ptr<const PreparedComparison> &, const Shown &a)>;
    /// In the tab of the document in front, unless another one came there.
    void load(std::function<Made(const RunControl &)> make, const QString &doing, std::function<void()> then = {});
    void load(std::function<Made(const RunControl &)> make, const QString &doing, Show show);

    Workspace &m_workspace;
    BackgroundTask m_task;
    std::optional<NamedRun> m_kept;
    std::optional<Shown> m_keptAsA;
    ComparisonScale m_scale = ComparisonScale::Absolute;
    QString m_doing;
    bool m_isRunning = false;
};

} // namespace streamscope
