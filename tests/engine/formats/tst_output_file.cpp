// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/files/preset.h"
#include "engine/formats/io/files.h"
#include "engine/formats/io/output_file.h"
#include "engine/formats/text/csv_text.h"
#include "engine/program/errors.h"
#include "experiments/registry.h"
#include "tests/support/failing_device.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include <cerrno>
#include <sys/stat.h>

using namespace streamscope;

/// The writer of all files, on a disk that fails at any moment.
class TestOutputFile : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_dir = std::make_unique<QTemporaryDir>(); }
    void cleanup() { failingDeviceArm("", 0, 0); }
    void oldFileStandsUntilCommit();
    void unfinishedFilesAreRemoved();
    void anyCallMayFail_data();
    void anyCallMayFail();
    void newFilesObeyTheUmask();
    void textThatLooksLikeAFormulaComesBack();

private:
    std::string path(const char *name) const { return m_dir->filePath(QString::fromLatin1(name)).toStdString(); }
    QStringList names() const
    {
        return QDir(m_dir->path()).entryList(QDir::Files | QDir::Hidden | QDir::NoDotAndDotDot);
    }
    static QByteArray contentOf(const std::string &name)
    {
        QFile file(QString::fromStdString(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    std::unique_ptr<QTemporaryDir> m_dir;
};

void TestOutputFile::oldFileStandsUntilCommit()
{
    writeFileWhole(path("f"), "old");
    {
        OutputFile dropped(path("f"));
        dropped.write("new");
        dropped.finish();
        QCOMPARE(contentOf(path("f")), QByteArray("old"));
        QCOMPARE(names().size(), 2);
    }
    QCOMPARE(names(), QStringList{"f"});
    OutputFile kept(path("f"));
    kept.write("new");
    kept.commit();
    QCOMPARE(contentOf(path("f")), QByteArray("new"));
    QCOMPARE(names(), QStringList{"f"});
}

void TestOutputFile::unfinishedFilesAreRemoved()
{
    OutputFile file(path("f"));
    file.write("half of it");
    QCOMPARE(names().size(), 1);
    removeUnfinishedFiles();
    QCOMPARE(names(), QStringList());
    QVERIFY_THROWS_EXCEPTION(RunError, file.commit());
}

void TestOutputFile::anyCallMayFail_data()
{
    using Write = std::function<void(const std::string &)>;
    QTest::addColumn<Write>("write");
    QTest::newRow("bytes") << Write([](const std::string &name) { writeFileWhole(name, "bytes"); });
    QTest::newRow("gzip") << Write([](const std::string &name) {
        OutputFile file(name, OutputFile::Packing::ByName);
        file.write(std::string(1 << 20, 'x'));
        file.commit();
    });
    QTest::newRow("preset") << Write(
        [](const std::string &name) { savePreset(builtInPresets(experiments()).front(), name); });
    QTest::newRow("program") << Write([](const std::string &name) {
        Preset preset = builtInPresets(experiments()).front();
        preset.experiment = RunSource(buildProgram(*preset.experiment, preset.parameters), {});
        savePreset(preset, name);
    });
}

void TestOutputFile::anyCallMayFail()
{
    using Write = std::function<void(const std::string &)>;
    QFETCH(Write, write);
    const std::string name = path("f.gz");
    constexpr int maxCalls = 40;
    int call = 1;
    for (; call < maxCalls; ++call) {
        failingDeviceArm("", 0, 0);
        writeFileWhole(name, "old");
        failingDeviceArm(m_dir->path().toLocal8Bit().constData(), call, ENOSPC);
        try {
            write(name);
            break;
        } catch (const RunError &error) {
            QCOMPARE(std::string(error.what()), name + ": cannot be written: No space left on device");
        }
        QCOMPARE(contentOf(name), QByteArray("old"));
        QCOMPARE(names(), QStringList{"f.gz"});
    }
    QCOMPARE(failingDeviceCalls(), call - 1); // the last round went through
    QVERIFY(call > 5);
    QVERIFY(contentOf(name) != "old");
}

void TestOutputFile::newFilesObeyTheUmask()
{
    const mode_t before = umask(027);
    writeFileWhole(path("f"), "x");
    umask(before);
    struct stat status
    {};
    QCOMPARE(stat(path("f").c_str(), &status), 0);
    QCOMPARE(status.st_mode & 07777, mode_t(0640));
}

void TestOutputFile::textThatLooksLikeAFormulaComesBack()
{
    for (const char *text :
         {"", "a", "'", "''", "'a", "=", "=1+1", "'=1", "''=1", "+x", "-", "@", "'@", "a=b", "'a=b"}) {
        const std::string cell = csvTextField(text);
        QVERIFY2(std::string_view("=+-@").find(cell.front() == '"' ? cell[1]
                                               : cell.empty()      ? 'x'
                                                                   : cell[0])
                     == std::string_view::npos,
                 text);
        const std::string read = cell.starts_with('"') ? cell.substr(1, cell.size() - 2) : cell;
        QCOMPARE(textOfCsvCell(read), std::string(text));
    }
}

QTEST_GUILESS_MAIN(TestOutputFile)
#include "tst_output_file.moc"
