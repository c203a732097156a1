// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// What the chosen device cannot run is said where it is typed: at the field, and in the program's editor.
#include "gui/window/main_window.h"

#include "gui/parameters/parameter_field.h"
#include "gui/parameters/parameter_form.h"
#include "gui/program_editor/program_editor.h"
#include "tests/gui/window_driver.h"
#include "tests/support/files.h"

#include <QAction>
#include <QLabel>
#include <QStandardPaths>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

using namespace streamscope;
using namespace streamscope::test;

class DeviceLimitsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }
    void init();
    void cleanup() { m_window.reset(); }
    void sharedMemoryOfABlock();
    void anotherDeviceHasOtherLimits();
    void memoryOfTheDevice();
    void prioritiesAreClamped();
    void blocksOfAProgram_data();
    void blocksOfAProgram();

private:
    ParameterField *field(const char *name) const
    {
        return m_window->findChild<ParameterForm *>("parameterForm")->field(name);
    }
    void choose(const char *preset, const char *device) const;
    /// What a label under the knob says of its text.
    QString saidOf(const char *name) const;

    std::unique_ptr<MainWindow> m_window;
};

void DeviceLimitsTest::init()
{
    m_window = firstWindow();
    QTRY_VERIFY(m_window->workspace().device());
}

void DeviceLimitsTest::choose(const char *preset, const char *device) const
{
    m_window->workspace().choose(*m_window->findChild<ExperimentTree *>()->preset(preset));
    m_window->workspace().setDevice(device);
    QVERIFY(m_window->workspace().device());
}

QString DeviceLimitsTest::saidOf(const char *name) const
{
    for (const QLabel *label : m_window->findChild<ParameterForm *>("parameterForm")->findChildren<QLabel *>())
        if (!field(name)->problem().isEmpty() && label->isVisibleTo(m_window.get())
            && label->text().contains(field(name)->problem()))
            return label->text();
    return {};
}

void DeviceLimitsTest::sharedMemoryOfABlock()
{
    choose("resident-limit", "sim:h200");
    const ParameterValue before = field("shared_memory")->value();
    setKnob(*m_window, "shared_memory", QStringLiteral("512KiB"));
    const QString problem = field("shared_memory")->problem();
    QVERIFY2(problem.contains("524288 bytes of shared memory per block"), qPrintable(problem));
    QVERIFY2(problem.contains("NVIDIA H200 offers 232448"), qPrintable(problem));
    QVERIFY2(!saidOf("shared_memory").isEmpty(), "the words stand at the field");
    QCOMPARE(m_window->workspace().experiment()->preset().parameters.value("shared_memory"), before); // not taken
    setKnob(*m_window, "shared_memory", QStringLiteral("128KiB"));
    QVERIFY2(field("shared_memory")->problem().isEmpty(), qPrintable(field("shared_memory")->problem()));
    QCOMPARE(m_window->workspace().experiment()->preset().parameters.integer("shared_memory"), std::int64_t{131072});
}

void DeviceLimitsTest::anotherDeviceHasOtherLimits()
{
    choose("resident-limit", "sim:v100");
    setKnob(*m_window, "shared_memory", QStringLiteral("96KiB"));
    QVERIFY2(field("shared_memory")->problem().isEmpty(), qPrintable(field("shared_memory")->problem()));
    setKnob(*m_window, "shared_memory", QStringLiteral("128KiB"));
    QVERIFY2(field("shared_memory")->problem().contains("offers 98304"), qPrintable(field("shared_memory")->problem()));
}

void DeviceLimitsTest::memoryOfTheDevice()
{
    choose("large-pipeline", "sim:k20c");
    const std::int64_t before = m_window->workspace().experiment()->preset().parameters.integer("bytes");
    setKnob(*m_window, "bytes", QStringLiteral("64GiB"));
    QVERIFY2(field("bytes")->problem().contains("not enough device memory"), qPrintable(field("bytes")->problem()));
    QCOMPARE(m_window->workspace().experiment()->preset().parameters.integer("bytes"), before);
}

void DeviceLimitsTest::prioritiesAreClamped()
{
    choose("stream-priorities", "sim:h200");
    setKnob(*m_window, "priorities", QStringLiteral("0,-99"));
    QVERIFY(field("priorities")->problem().isEmpty()); // it runs, and the field says how
    bool isSaid = false;
    for (const QLabel *label : m_window->findChild<ParameterForm *>("parameterForm")->findChildren<QLabel *>())
        isSaid = isSaid || (label->isVisibleTo(m_window.get()) && label->text().contains("asks for priority -99"));
    QVERIFY(isSaid);
}

void DeviceLimitsTest::blocksOfAProgram_data()
{
    QTest::addColumn<QByteArray>("shape");
    QTest::addColumn<QString>("device");
    QTest::addColumn<QString>("said");
    QTest::newRow("threads") << QByteArray(R"("block":1024)") << "sim:c1060"
                             << "needs 1024 threads per block";
    QTest::newRow("shared memory") << QByteArray(R"("block":256,"shared_memory":524288)") << "sim:h200"
                                   << "needs 524288 bytes of shared memory per block";
    QTest::newRow("registers") << QByteArray(R"("block":1024,"registers":128)") << "sim:h200"
                               << "needs 131072 registers per block";
}

void DeviceLimitsTest::blocksOfAProgram()
{
    QFETCH(QByteArray, shape);
    QFETCH(QString, device);
    QFETCH(QString, said);
    const QTemporaryDir folder;
    const QString path = folder.filePath("mine.json");
    store(path,
          R"({"format":"streamscope-program","version":1,"title":"One kernel","streams":[{"id":"A"}],"operations":[
        {"op":"kernel","stream":"A","kernel":"spin","duration_us":10,"grid":8,)"
              + shape + R"(,"name":"mine"},{"op":"sync","what":"device"}]})");
    m_window->openFile(path);
    QTRY_COMPARE(m_window->workspace().experiment()->path(), path);
    m_window->workspace().setDevice(device.toStdString());
    m_window->findChild<QAction *>("editProgram")->trigger();
    const auto *editor = m_window->findChild<ProgramEditor *>();
    QTRY_VERIFY2(editor->message().contains(said), qPrintable(editor->message()));
    QVERIFY2(editor->message().contains("offers"), qPrintable(editor->message()));
    const auto *rows = editor->findChild<QTableView *>("programOperations")->model();
    QVERIFY(rows->index(0, 0).data().toString().startsWith(QStringLiteral("⚠")));
    QVERIFY(!rows->index(1, 0).data().toString().startsWith(QStringLiteral("⚠")));
    m_window->workspace().setDevice("sim:unit"); // no limits
    QTRY_VERIFY2(!editor->message().contains(said), qPrintable(editor->message()));
}

QTEST_MAIN(DeviceLimitsTest)
#include "tst_device_limits.moc"
