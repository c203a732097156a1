// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// The window's files when its process is killed at each call of the disk, and on a full disk: `--write WHAT` makes this
// program write one of them.
#include "engine/formats/io/files.h"
#include "engine/formats/lessons/lesson_reader.h"
#include "engine/run/devices.h"
#include "engine/run/lessons/kept_runs.h"
#include "engine/run/lessons/lesson_run.h"
#include "engine/run/session/session_runs.h"
#include "gui/help/problem_report.h"
#include "gui/workspace/preset_document.h"
#include "gui/workspace/session/recovery_folder.h"
#include "gui/workspace/settings.h"
#include "gui/workspace/workspace.h"
#include "tests/gui/sample_runs.h"
#include "tests/support/crash/dying_disk.h"
#include "tests/support/files.h"

#include <QApplication>
#include <QSettings>
#include <QTest>

#include <cstdio>
#include <cstring>

using namespace streamscope;
using namespace streamscope::test;

namespace {

const QByteArray old = "what was there before\n";

/// One of the window's files: what writes it, and whether bytes are all of it.
struct Written
{
    const char *what;
    void (*write)(); ///< into the current folder, where the file's name is "new"
    bool (*isWhole)(const QByteArray &bytes);
};

Preset ownProgram()
{
    Preset preset = builtIn("two-stream-exercise");
    preset.experiment = RunSource(buildProgram(*preset.experiment, preset.parameters), "explained");
    preset.parameters = Parameters(preset.experiment->commonParameters());
    return preset;
}

void save(const Preset &preset)
{
    Workspace workspace;
    workspace.choose(preset);
    workspace.experiment()->save(QStringLiteral("new"));
}

SessionImage imageOf(const Preset &preset, const std::shared_ptr<const RunResult> &run)
{
    KeptSession session;
    session.when = QDateTime::currentDateTimeUtc();
    session.documents.push_back({QStringLiteral("kept"), {}, KeptExperiment{preset, preset, {}, {}, run}});
    SessionParts parts;
    const QByteArray documents = sessionJson(session, parts, TraceStore::Embedded);
    return {documents, parts.list()};
}

template <typename Read>
bool reads(const QByteArray &bytes, Read read)
{
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("f"));
    store(file, bytes);
    try {
        read(file.toStdString());
        return true;
    } catch (const std::exception &) {
        return false;
    }
}

bool isPreset(const QByteArray &bytes)
{
    return reads(bytes, [](const std::string &file) { loadPreset(file, experiments()); });
}

bool isSession(const QByteArray &bytes)
{
    return reads(bytes, [](const std::string &file) { loadSession(openInput(file), experiments(), {}); });
}

void writeLesson()
{
    const Lesson lesson = findLesson("1", experiments());
    const auto device = openDevice("sim:h200");
    KeptLessonRuns runs{device->device(), {}};
    for (const LessonBlock &block : lesson.blocks)
        if (const auto *run = std::get_if<LessonRun>(&block))
            runs.results[run->name] = runLessonRun(*run, *device, {});
    writeLessonRuns(lesson, runs, "new");
}

bool isLesson(const QByteArray &bytes)
{
    return reads(bytes, [](const std::string &file) {
        if (readLessonRuns(findLesson("1", experiments()), file, experiments(), {}).results.size() != 3)
            throw RunError("runs are missing");
    });
}

void writeReport()
{
    ProblemReport({QStringLiteral("version\n").repeated(4000), QStringLiteral("devices"), {}, {}}, nullptr)
        .saveTo(QStringLiteral("new"));
}

const Written everything[] = {
    {"preset", [] { save(builtIn("large-pipeline")); }, isPreset},
    {"program", [] { save(ownProgram()); }, isPreset},
    {"session", [] { writeSession(imageOf(builtIn("large-pipeline"), runPreset("large-pipeline")), "new", {}); },
     isSession},
    {"lesson", writeLesson, isLesson},
    {"problem report", writeReport, [](const QByteArray &bytes) { return bytes.endsWith("## Devices\n\ndevices\n"); }},
};

void writeSettings()
{
    Settings::setFailureListener([](const QString &line) { std::fprintf(stderr, "%s\n", line.toUtf8().constData()); });
    Settings::setTheme(ApplicationTheme::Dark);
    Settings::setLessonProgress(QStringLiteral("two-streams"), QByteArray(20'000, 'x'));
    Settings::addRecentFile(QStringLiteral("/somewhere/a.json"));
}

/// What the window keeps by itself: two states, the second with another run.
void keepTwice()
{
    RecoveryFolder folder(QDir::current().filePath(QStringLiteral("recovery")));
    folder.write(folder.ticket(), imageOf(builtIn("two-stream-exercise"), runPreset("two-stream-exercise")));
    folder.write(folder.ticket(), imageOf(builtIn("large-pipeline"), runPreset("large-pipeline")));
}

int writeHere(const char *what)
{
    try {
        if (std::strcmp(what, "settings") == 0) {
            writeSettings();
            return 0;
        }
        if (std::strcmp(what, "kept") == 0) {
            keepTwice();
            return 0;
        }
        for (const Written &one : everything)
            if (std::strcmp(one.what, what) == 0)
                one.write();
        return 0;
    } catch (const std::exception &error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
}

DyingDisk disk(const char *what)
{
    DyingDisk process{QCoreApplication::applicationFilePath(), {"--write", QLatin1String(what)}};
    process.environment.insert("XDG_CONFIG_HOME", "."); // the folder of the test, in which it runs
    return process;
}

QList<int> everyCall(int calls, int step = 1)
{
    QList<int> list;
    for (int call = 1; call <= calls; call += step)
        list.append(call);
    return list;
}

} // namespace

class TestWindowCrashes : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void filesAreOldOrNew_data();
    void filesAreOldOrNew();
    void settingsAreThoseOfBeforeOrAfter();
    void keptWorkIsAWholeState();
};

void TestWindowCrashes::initTestCase()
{
    const QTemporaryDir folder;
    if (DyingDisk{"/bin/true", {}}.run(folder.path(), 0, "none").end.isEmpty())
        QSKIP("processes may not be traced here");
}

void TestWindowCrashes::filesAreOldOrNew_data()
{
    QTest::addColumn<int>("index");
    for (int i = 0; i < int(std::size(everything)); ++i)
        QTest::newRow(everything[i].what) << i;
}

void TestWindowCrashes::filesAreOldOrNew()
{
    QFETCH(int, index);
    const Written &one = everything[index];
    const FolderImage before{{"new", old}};
    const Wreck whole = wrecks(disk(one.what), before, {0}, "none").front();
    QVERIFY2(whole.run.end == "exit 0", whole.run.messages.constData());
    QVERIFY(one.isWhole(whole.image()["new"]));
    QVERIFY(!one.isWhole(whole.image()["new"].chopped(5)) && whole.run.calls >= 5);
    for (const char *way : {"half", "full"})
        for (const Wreck &wreck : wrecks(disk(one.what), before, everyCall(whole.run.calls), way)) {
            const QByteArray where = QByteArray(way) + " at call " + QByteArray::number(wreck.call) + ": "
                                     + wreck.run.end + ": " + wreck.run.messages;
            const QByteArray left = wreck.image()["new"];
            QVERIFY2(left == old || one.isWhole(left), where.constData());
            const bool isOld = wreck.call < whole.run.calls; // the last call renames
            QVERIFY2(QByteArray(way) == "full" || (wreck.run.end == "killed" && (left == old) == isOld),
                     where.constData());
            if (QByteArray(way) == "full" && wreck.run.end != "exit 0") {
                QVERIFY2(wreck.run.messages.count('\n') == 1 && wreck.run.messages.contains("No space left on device"),
                         where.constData());
                QVERIFY2(wreck.image() == before, where.constData());
            }
        }
}

void TestWindowCrashes::settingsAreThoseOfBeforeOrAfter()
{
    const auto stateIn = [](const Wreck &wreck) {
        const QSettings file(wreck.folder->filePath("streamscope/streamscope.ini"), QSettings::IniFormat);
        QStringList state;
        if (file.value("window/theme") == "dark")
            state << "theme";
        if (file.value("lessons/two-streams").toByteArray() == QByteArray(20'000, 'x'))
            state << "lesson";
        if (file.value("files/recent") == "/somewhere/a.json")
            state << "recent";
        return file.status() == QSettings::NoError && file.allKeys().size() == state.size() ? state.join(' ')
                                                                                            : "damaged";
    };
    const Wreck whole = wrecks(disk("settings"), {}, {0}, "none").front();
    QCOMPARE(stateIn(whole), "theme lesson recent");
    const QStringList good{"", "theme", "theme lesson", "theme lesson recent"};
    QSet<QString> states;
    for (const char *way : {"half", "full"})
        for (const Wreck &wreck : wrecks(disk("settings"), {}, everyCall(whole.run.calls, 2), way)) {
            const QByteArray where = QByteArray(way) + " at call " + QByteArray::number(wreck.call) + ": "
                                     + stateIn(wreck).toUtf8() + ": " + wreck.run.messages;
            QVERIFY2(good.contains(stateIn(wreck)), where.constData());
            states.insert(stateIn(wreck));
            if (QByteArray(way) == "full") {
                QVERIFY2(wreck.run.end == "exit 0", where.constData());
                const bool isAll = stateIn(wreck) == good.last();
                QVERIFY2(wreck.run.messages.count('\n') == (isAll ? 0 : 1), where.constData());
                QVERIFY2(isAll || wreck.run.messages.startsWith("Settings are not kept: "), where.constData());
                const QStringList files =
                    QDir(wreck.folder->filePath("streamscope")).entryList(QDir::Files | QDir::Hidden);
                QVERIFY2(files.isEmpty() || files == QStringList{"streamscope.ini"},
                         QByteArray(where + files.join(' ').toUtf8()).constData());
            }
        }
    QCOMPARE(states.size(), good.size());
}

void TestWindowCrashes::keptWorkIsAWholeState()
{
    const Wreck whole = wrecks(disk("kept"), {}, {0}, "none").front();
    QVERIFY2(whole.run.end == "exit 0", whole.run.messages.constData());
    const auto stateIn = [](const Wreck &wreck) -> QString {
        const auto left = RecoveryFolder(wreck.folder->filePath("recovery")).takeLeft();
        if (left.empty())
            return {};
        const KeptSession session = loadSessionFiles(left[0].files(), experiments(), {});
        const auto &document = std::get<KeptExperiment>(session.documents.at(0).content);
        return QString::fromStdString(document.preset.name) + (document.result ? " with its run" : " without");
    };
    QCOMPARE(stateIn(whole), QString("large-pipeline with its run"));
    QSet<QString> states;
    for (const char *way : {"half", "full"})
        for (const Wreck &wreck : wrecks(disk("kept"), {}, everyCall(whole.run.calls, 3), way)) {
            const QByteArray where = QByteArray(way) + " at call " + QByteArray::number(wreck.call) + ": "
                                     + wreck.run.end + ": " + wreck.run.messages;
            states.insert(stateIn(wreck)); // throws where it cannot be read
            // Of the lock file Qt does not say why.
            const bool isOneLine = wreck.run.messages.count('\n') == 1
                                   && (wreck.run.messages.contains("No space left on device")
                                       || wreck.run.messages.contains(".lock: cannot be written"));
            QVERIFY2(QByteArray(way) == "half" || wreck.run.end == "exit 0" || isOneLine, where.constData());
        }
    QCOMPARE(states, (QSet<QString>{"", "two-stream-exercise without", "two-stream-exercise with its run",
                                    "large-pipeline with its run"}));
}

int main(int argc, char **argv)
{
    QApplication application(argc, argv);
    if (argc > 2 && std::strcmp(argv[1], "--write") == 0)
        return writeHere(argv[2]);
    TestWindowCrashes test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_window_crashes.moc"
