// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// Pictures of the real window for the docs: see scripts/pictures.sh.
// usage: window_pictures FOLDER light|dark|contrast NAME…; QT_SCALE_FACTOR sets the pixels for each unit.
#include "engine/timeline/span_query.h"
#include "gui/results/names_panel.h"
#include "gui/results/panels.h"
#include "gui/timeline/widget/timeline_widget.h"
#include "gui/what_if/what_if_controller.h"
#include "gui/what_if/what_if_panel.h"
#include "gui/widgets/message_bar.h"
#include "tests/gui/window_driver.h"
#include "tests/support/files.h"
#include "tests/support/kineto_file.h"

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDir>
#include <QPushButton>
#include <QTemporaryDir>

#include <cstdio>
#include <functional>
#include <map>

using namespace streamscope;
using namespace streamscope::test;

namespace {

constexpr int patienceMs = 120'000;
constexpr int idleMs = 1500; ///< curves under the knobs come a moment later
constexpr QSize windowSize(1440, 900);

void await(const char *what, const std::function<bool()> &done)
{
    if (!QTest::qWaitFor(done, patienceMs))
        qFatal("%s did not come", what);
}

void awaitQuiet(MainWindow &window)
{
    await("the result", [&] { return window.workspace().shown().content && !window.controller().isBusy(); });
    await("the advice", [&] { return !window.findChild<FindingsPanel *>()->isTrying(); });
    QTest::qWait(idleMs);
}

void press(const MainWindow &window, const char *action)
{
    window.findChild<QAction *>(QLatin1String(action))->trigger();
}

void click(const MainWindow &window, const char *button)
{
    window.findChild<QAbstractButton *>(QLatin1String(button))->click();
}

void choose(MainWindow &window, const char *preset)
{
    Preset chosen = *window.findChild<ExperimentTree *>()->preset(preset);
    chosen.device = "sim:h200"; // also where there is a GPU
    window.workspace().start(chosen);
    await("the device", [&] { return window.workspace().device() != nullptr; });
}

void runPreset(MainWindow &window, const char *preset)
{
    choose(window, preset);
    press(window, "run");
    awaitQuiet(window);
}

void openTrace(MainWindow &window, const char *name)
{
    window.openFile(sourcePath(QStringLiteral("tests/data/whatif/") + QLatin1String(name)));
    awaitQuiet(window);
}

/// docs/pytorch-trace.md: a trace of a training script as it opens.
void trainingOpened(MainWindow &window)
{
    window.openFile(sourcePath(QStringLiteral("tests/data/pairs/h200-third/train-pin.before.json.gz")));
    awaitQuiet(window);
}

/// One of its copies from pageable memory, and what issued it.
void trainingCopy(MainWindow &window)
{
    trainingOpened(window);
    const Timeline &timeline = window.timeline()->state()->content()->timeline();
    const std::vector<std::uint32_t> copies = SpanMatcher(parseQuery("h2d pageable"), timeline).all();
    const std::int64_t begin = timeline.starts()[copies.at(3)], end = timeline.ends()[copies[3]];
    window.timeline()->state()->fitRange(begin - (end - begin) / 4, end + (end - begin));
    window.timeline()->state()->selectSpan(static_cast<int>(copies[3]));
    openPage(window, window.findChild<SelectionPanel *>());
    QTest::qWait(idleMs);
}

/// Its operations by the lines that issued them.
void trainingLines(MainWindow &window)
{
    trainingOpened(window);
    openPage(window, window.findChild<NamesPanel *>());
    auto *grouping = window.findChild<QComboBox *>("namesGrouping");
    grouping->setCurrentIndex(grouping->findData(static_cast<int>(OriginPart::Stack)));
    QTest::qWait(idleMs);
}

/// The change that is advised, beside the trace.
void trainingChanged(MainWindow &window)
{
    trainingOpened(window);
    Q_EMIT window.findChild<FindingsPanel *>()->applyWanted(QStringLiteral("pin:h2d pageable"));
    await("the comparison", [&] { return window.workspace().shown().comparison != nullptr; });
    window.messages()->clear();
    QTest::qWait(idleMs);
}

/// Twelve ranks, one of which is slow.
void ranksOfAJob(MainWindow &window)
{
    constexpr int count = 12, slow = 7, steps = 6;
    const QTemporaryDir temporary;
    const QString folder = temporary.filePath(QStringLiteral("training"));
    QDir().mkpath(folder);
    for (int rank = 0; rank < count; ++rank) {
        Kineto file(rank, count);
        file.withCalls();
        for (std::int64_t step = 0; step < steps; ++step) {
            const std::int64_t begin = step * 6'000'000;
            std::int64_t now = begin;
            for (int layer = 0; layer < 12; ++layer) {
                const bool late = rank == slow && layer == 5 && step != 2;
                const std::int64_t length = 200'000 + (layer * 37 + rank * 11) % 40 * 1'000 + (late ? 1'500'000 : 0);
                file.kernel(layer % 2 == 0 ? "gemm" : "layer_norm", now, now + length);
                now += length + 5'000;
            }
            file.allReduce(now, begin + 5'200'000 + std::int64_t{1'000} * ((rank * 7) % 5));
            file.range(qPrintable(QStringLiteral("step %1").arg(step)), begin - 50'000, begin + 5'000'000);
        }
        store(folder + QStringLiteral("/job.rank%1.json").arg(rank), file.json());
    }
    window.openFile(folder);
    awaitQuiet(window);
}

void manyChunks(MainWindow &window)
{
    choose(window, "large-pipeline");
    window.workspace().experiment()->setParameter("chunks", std::int64_t{65536});
    press(window, "run");
    awaitQuiet(window);
}

void counters(MainWindow &window)
{
    press(window, "recordBlocks");
    runPreset(window, "large-pipeline");
    press(window, "recordBlocks");
    press(window, "counterLanes");
    press(window, "blockLanes"); // their sum is in a counter
    awaitQuiet(window);
}

void sweepOfTwoKnobs(MainWindow &window)
{
    runPreset(window, "large-pipeline");
    press(window, "sweep");
    const auto vary = [&](int number, const char *knob, const char *values) {
        auto *box = window.findChild<QComboBox *>(QStringLiteral("sweepKnob%1").arg(number));
        box->setCurrentIndex(box->findData(QLatin1String(knob)));
        window.findChild<QLineEdit *>(QStringLiteral("sweepValues%1").arg(number))->setText(QLatin1String(values));
    };
    vary(1, "streams", "1,2,3,4,6,8");
    vary(2, "chunks", "2,4,8,16,32,64,128");
    click(window, "sweepStart");
    await("the sweep", [&] { return window.findChild<QPushButton *>("sweepStart")->isEnabled(); });
}

void changesOfATrace(MainWindow &window)
{
    openTrace(window, "loader-pin.before.json.gz");
    press(window, "whatIf");
    auto *controller = window.findChild<WhatIfController *>();
    for (const char *change : {"pin", "unsync"}) {
        await("the trial", [&] { return controller->trial() || !controller->problem().isEmpty(); });
        auto *kinds = window.findChild<QComboBox *>("whatIfChanges");
        kinds->setCurrentIndex(kinds->findData(QLatin1String(change)));
        click(window, "whatIfAdd");
    }
    await("the trial", [&] { return controller->trial() || !controller->problem().isEmpty(); });
    QTest::qWait(idleMs);
}

void twoRuns(MainWindow &window)
{
    choose(window, "large-pipeline");
    window.workspace().experiment()->setParameter("chunks", std::int64_t{8});
    press(window, "run");
    awaitQuiet(window);
    press(window, "keepAsBaseline");
    window.workspace().experiment()->setParameter("chunks", std::int64_t{16});
    press(window, "run");
    await("the comparison", [&] { return window.workspace().shown().comparison != nullptr; });
    window.messages()->clear();
    await("the advice", [&] { return !window.findChild<FindingsPanel *>()->isTrying(); });
    QTest::qWait(idleMs);
}

const std::map<QString, std::function<void(MainWindow &)>> pictures{
    {"window", [](MainWindow &window) { runPreset(window, "large-pipeline"); }},
    {"trace", [](MainWindow &window) { openTrace(window, "sync-remove.before.json.gz"); }},
    {"two-gpus", [](MainWindow &window) { runPreset(window, "gradient-buckets"); }},
    {"many-chunks", manyChunks},
    {"counters", counters},
    {"sweep", sweepOfTwoKnobs},
    {"what-if", changesOfATrace},
    {"comparison", twoRuns},
    {"training-opened", trainingOpened},
    {"training-copy", trainingCopy},
    {"training-lines", trainingLines},
    {"training-changed", trainingChanged},
    {"ranks", ranksOfAJob},
};

void take(const QString &name, ApplicationTheme theme, const QString &folder)
{
    const auto window = firstWindow();
    applyTheme(theme);
    window->resize(windowSize);
    press(*window, "restoreLayout");
    pictures.at(name)(*window);
    if (!window->grab().save(folder + QLatin1Char('/') + name + QStringLiteral(".png")))
        qFatal("cannot write %s", qPrintable(folder));
}

} // namespace

int main(int argc, char **argv)
{
    const QTemporaryDir settings; // neither the user's nor those of tests
    qputenv("XDG_CONFIG_HOME", settings.path().toLocal8Bit());
    QApplication app(argc, argv);
    const QStringList arguments = QApplication::arguments();
    const std::map<QString, ApplicationTheme> themes{{"light", ApplicationTheme::Light},
                                                     {"dark", ApplicationTheme::Dark},
                                                     {"contrast", ApplicationTheme::ContrastDark}};
    bool known = arguments.size() > 3 && themes.contains(arguments[2]);
    for (const QString &name : arguments.mid(3))
        known = known && pictures.contains(name);
    if (!known) {
        std::fputs("usage: window_pictures FOLDER light|dark|contrast NAME...\n", stderr);
        return 2;
    }
    for (const QString &name : arguments.mid(3))
        take(name, themes.at(arguments[2]), arguments[1]);
    return 0;
}
