// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// Several programs of one user write the same settings at once: this test starts itself as the others.
#include "gui/workspace/settings.h"

#include <QCoreApplication>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <memory>
#include <vector>

using namespace streamscope;

namespace {

constexpr int writes = 40;

QString nameOf(const QString &instance, int number)
{
    return QStringLiteral("%1 %2").arg(instance).arg(number);
}

int writeAs(const QString &instance)
{
    for (int i = 0; i < writes; ++i) {
        Settings::setLessonProgress(nameOf(instance, i), instance.toUtf8());
        Settings::addRecentFile("/" + nameOf(instance, i));
    }
    return 0;
}

} // namespace

class TwoInstancesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void nothingOfEitherIsLost();
};

void TwoInstancesTest::nothingOfEitherIsLost()
{
    QTemporaryDir home;
    qputenv("XDG_CONFIG_HOME", home.path().toLocal8Bit());
    const QStringList instances{"one", "two", "three"};
    std::vector<std::unique_ptr<QProcess>> processes;
    for (const QString &instance : instances) {
        processes.push_back(std::make_unique<QProcess>());
        processes.back()->setProcessChannelMode(QProcess::ForwardedChannels);
        processes.back()->start(QCoreApplication::applicationFilePath(), {"write", instance});
    }
    for (const std::unique_ptr<QProcess> &process : processes) {
        QVERIFY(process->waitForFinished(120'000));
        QCOMPARE(process->exitStatus(), QProcess::NormalExit);
        QCOMPARE(process->exitCode(), 0);
    }
    for (const QString &instance : instances)
        for (int i = 0; i < writes; ++i)
            QCOMPARE(Settings::lessonProgress(nameOf(instance, i)), instance.toUtf8());
    const QStringList recent = Settings::recentFiles();
    QCOMPARE(recent.size(), 10);
    for (const QString &file : recent)
        QVERIFY2(instances.contains(file.mid(1).section(' ', 0, 0)), qPrintable(file));
}

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    if (arguments.value(1) == "write")
        return writeAs(arguments.value(2));
    TwoInstancesTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_two_instances.moc"
