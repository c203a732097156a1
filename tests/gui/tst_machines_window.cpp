// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// Other machines in the real window: this one, through an SSH server of its own. Skipped where none is installed. With
// STREAMSCOPE_PICTURES=FOLDER the tests leave pictures there.
#include "engine/remote/machine_list.h"
#include "engine/run/prediction.h"
#include "gui/machines/machine_actions.h"
#include "gui/machines/machines_dialog.h"
#include "gui/widgets/message_bar.h"
#include "gui/window/device_chooser.h"
#include "tests/gui/window_driver.h"
#include "tests/support/engine/ssh_server.h"

#include <QAbstractButton>
#include <QAction>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMessageBox>
#include <QPushButton>
#include <QStandardPaths>

using namespace streamscope;
using namespace streamscope::test;

namespace {
constexpr int patienceMs = 30'000;
}

class TestMachinesWindow : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }
    void init()
    {
        QFile::remove(QFile::decodeName(machineListFile().c_str()));
        m_window = firstWindow();
    }
    void cleanup()
    {
        m_window.reset();
        QFile::remove(QFile::decodeName(machineListFile().c_str()));
    }
    void devicesAppearInTheChooser();
    void theLineSaysWhatHelps();
    void wrongWordsAreRefused();
    void copiesStreamScopeThere();
    void nothingToCopy();
    void aBrokenListIsSaid();

private:
    MachinesDialog *dialog() const { return m_window->findChild<MachinesDialog *>(); }
    template <typename Widget>
    Widget *find(const char *name) const
    {
        return m_window->findChild<Widget *>(QLatin1String(name));
    }
    void connectTo(const QString &machine, const QString &program = {}) const
    {
        if (!dialog())
            find<QAction>("addMachine")->trigger();
        find<QLineEdit>("machineAddress")->setText(machine);
        find<QLineEdit>("machineProgram")->setText(program);
        find<QPushButton>("connectMachine")->click();
    }
    QString machine() const { return QString::fromStdString(m_server.machine()); }
    QString result() const { return find<QLabel>("machineResult")->text(); }
    DeviceChooser *chooser() const { return find<DeviceChooser>("deviceChooser"); }
    int entry(const QString &text) const { return chooser()->findText(text, Qt::MatchContains); }
    void picture(const char *name, QWidget *of) const
    {
        const QString folder = qEnvironmentVariable("STREAMSCOPE_PICTURES");
        if (!folder.isEmpty())
            of->grab().save(folder + '/' + name + ".png");
    }

    SshServer m_server;
    std::unique_ptr<MainWindow> m_window;
};

void TestMachinesWindow::devicesAppearInTheChooser()
{
    NEEDS_SSH_SERVER(m_server);
    const QString id = QString::fromStdString(m_server.device());
    QTRY_VERIFY(m_window->workspace().devices());
    chooser()->setCurrentIndex(entry("Add machine"));
    Q_EMIT chooser()->activated(chooser()->currentIndex()); // the last entry opens the dialog, and is no device
    QVERIFY(dialog() && dialog()->isVisible());
    QCOMPARE(chooser()->currentIndex(), 0);
    connectTo(machine());
    QCOMPARE(result(), QString("Connecting …"));
    QTRY_VERIFY2_WITH_TIMEOUT(entry(id) > 0, qPrintable(result()), patienceMs);
    QVERIFY2(result().contains("NVIDIA H200 (sim:h200)") && !result().contains('\n'), qPrintable(result()));
    picture("machines", dialog());

    // A run there, and its prediction by the model that was fetched.
    QVERIFY(QFile::exists(QString::fromStdString(fetchedProfilePath(id.toStdString()))));
    m_window->workspace().setDevice(id.toStdString());
    QVERIFY(m_window->workspace().device());
    QCOMPARE(chooseProfile(*m_window->workspace().device()).profile, fetchedProfilePath(id.toStdString()));
    m_window->workspace().run();
    QTRY_VERIFY_WITH_TIMEOUT(m_window->workspace().shown().result, patienceMs);
    QCOMPARE(QString::fromStdString(m_window->workspace().shown().result->recording.device.id), id);

    // The next window knows it.
    m_window = firstWindow();
    QTRY_VERIFY_WITH_TIMEOUT(entry(id) > 0, patienceMs);
    find<QAction>("addMachine")->trigger();
    find<QListWidget>("machineList")->setCurrentRow(0);
    QCOMPARE(find<QLineEdit>("machineAddress")->text(), machine());
    find<QPushButton>("removeMachine")->click();
    QVERIFY(entry(id) < 0);
    QVERIFY(loadMachines().empty());
}

void TestMachinesWindow::theLineSaysWhatHelps()
{
    NEEDS_SSH_SERVER(m_server);
    connectTo(machine(), "/nowhere/streamscope");
    QTRY_VERIFY2_WITH_TIMEOUT(result().contains("127.0.0.1 has no program '/nowhere/streamscope'"),
                              qPrintable(result()), patienceMs);
    QTRY_VERIFY(entry("has no program") > 0); // why its devices are not there
    m_server.configureClient("-o UserKnownHostsFile=/dev/null -o StrictHostKeyChecking=yes");
    connectTo(machine());
    QTRY_VERIFY2_WITH_TIMEOUT(result().contains("the key of 127.0.0.1 is not known here"), qPrintable(result()),
                              patienceMs);
    m_server.configureClient();
    m_server.installThere("'" + qgetenv("STREAMSCOPE_FAULTY_ENGINE") + "' other-version");
    connectTo(machine());
    QTRY_VERIFY2_WITH_TIMEOUT(result().contains("is of another version"), qPrintable(result()), patienceMs);
    m_server.installOurs();
    connectTo(machine());
    QTRY_VERIFY2_WITH_TIMEOUT(result().contains("NVIDIA H200"), qPrintable(result()), patienceMs);
    QVERIFY(entry("is of another version") < 0);
}

void TestMachinesWindow::wrongWordsAreRefused()
{
    connectTo("gpu1;reboot");
    QVERIFY2(result().contains("is no name of a host"), qPrintable(result()));
    connectTo("gpu1", "streamscope; reboot");
    QVERIFY2(result().contains("allowed: letters, digits"), qPrintable(result()));
    connectTo("-oProxyCommand=touch");
    QVERIFY2(result().contains("is no name of a host"), qPrintable(result()));
    QVERIFY(loadMachines().empty());
}

void TestMachinesWindow::copiesStreamScopeThere()
{
    NEEDS_SSH_SERVER(m_server);
    m_server.script("bundle/bin/streamscope", "exec '" + qgetenv("STREAMSCOPE_PROGRAM") + "' \"$@\"");
    store(m_server.path("bundle/bin/qt.conf"), "[Paths]\n");
    // The script names the program's path, which differs from machine to machine: filled up to 2 MiB.
    const qint64 partBytes =
        2 * 1024 * 1024 - QFile(m_server.path("bundle/bin/streamscope")).size() - qint64(qstrlen("[Paths]\n"));
    store(m_server.path("bundle/part"), QByteArray(partBytes, 'x'));
    m_window->machines().setBundle(m_server.path("bundle").toStdString());
    QFile::remove(m_server.path("there/streamscope"));
    connectTo(machine());
    QTRY_VERIFY2_WITH_TIMEOUT(result().contains("has no program"), qPrintable(result()), patienceMs);
    const auto ask = [this] {
        find<QPushButton>("copyToMachine")->click();
        return m_window->findChild<QMessageBox *>("copyQuestion");
    };
    QMessageBox *question = ask();
    QVERIFY(question);
    const QString text = question->text() + question->informativeText();
    const QString folder = QString::fromStdString(bundleFolderThere());
    for (const QString &part : {machine(), QString("2.00 MiB"), folder, m_server.path("bundle")})
        QVERIFY2(text.contains(part), qPrintable(text));
    picture("machines-copy", question);
    question->button(QMessageBox::Cancel)->click();
    QVERIFY(!QFile::exists(m_server.path("home/" + folder)));

    for (QAbstractButton *button : ask()->buttons())
        if (button->text().contains("Copy"))
            button->click();
    QTRY_VERIFY2_WITH_TIMEOUT(result().contains("NVIDIA H200"), qPrintable(result()), patienceMs);
    QCOMPARE(QFile(m_server.path("home/" + folder + "/part")).size(), partBytes);
    QCOMPARE(find<QLineEdit>("machineProgram")->text(), folder + "/bin/streamscope");
    QCOMPARE(loadMachines().front().program, folder.toStdString() + "/bin/streamscope");
}

void TestMachinesWindow::nothingToCopy()
{
    m_window->machines().setBundle("/usr");
    find<QAction>("addMachine")->trigger();
    find<QLineEdit>("machineAddress")->setText("gpu1");
    find<QPushButton>("copyToMachine")->click();
    QVERIFY(!m_window->findChild<QMessageBox *>("copyQuestion"));
    QVERIFY2(result().contains("is no unpacked bundle"), qPrintable(result()));
}

void TestMachinesWindow::aBrokenListIsSaid()
{
    store(QFile::decodeName(machineListFile().c_str()), "{\"format\":\"streamscope-machines\",\"version\":1}");
    m_window = firstWindow();
    QTRY_VERIFY(m_window->messages()->isVisible());
    const QString said = m_window->messages()->text();
    QVERIFY2(said.contains("machines.json"), qPrintable(said));
}

QTEST_MAIN(TestMachinesWindow)
#include "tst_machines_window.moc"
