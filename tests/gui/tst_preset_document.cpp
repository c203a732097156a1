// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// What counts as changed, what undo leads back to, and which documents stay; without a window.
#include "gui/workspace/session/kept_session.h"
#include "gui/workspace/workspace.h"

#include "engine/program/errors.h"
#include "experiments/registry.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace streamscope;

class PresetDocumentTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void changedIsAQuestionOfValues();
    void undoAfterSaveAsStaysWithTheFile();
    void anExperimentsFileTakesNoProgram();
    void failedSaveKeepsFileAndChange();
    void theProgramOfTheExperimentIsTheExperiment();
    void unsoundRowsAreAChange();
    void revertIsOneStep();
    void turnedKnobsComeBack();
    void ownDocumentsStayOpen();
    void restoredWorkIsChanged();

private:
    static Preset builtIn(const std::string &name)
    {
        for (const Preset &preset : builtInPresets(experiments()))
            if (preset.name == name)
                return preset;
        throw std::logic_error(name);
    }
    static Preset pipeline() { return builtIn("large-pipeline"); }
    static ProgramFile programOf(const Preset &preset)
    {
        ProgramFile file;
        file.program = buildProgram(*preset.experiment, preset.parameters);
        file.parameters = Parameters(runParameters());
        return file;
    }
    static ProgramFile editedProgram()
    {
        ProgramFile file = programOf(pipeline());
        file.program.operations.pop_back();
        return file;
    }
    QString path(const char *name) const { return m_folder.filePath(QLatin1String(name)); }

    QTemporaryDir m_folder;
};

void PresetDocumentTest::changedIsAQuestionOfValues()
{
    PresetDocument document(pipeline());
    QVERIFY(!document.isModified());
    document.setParameter("chunks", std::int64_t{8});
    QVERIFY(document.isModified());
    document.undoStack()->undo();
    QVERIFY(!document.isModified());
    document.setDevice("sim:k20c");
    QVERIFY(document.isModified());
    document.setDevice(pipeline().device); // by hand
    QVERIFY(!document.isModified());
}

void PresetDocumentTest::undoAfterSaveAsStaysWithTheFile()
{
    PresetDocument document(pipeline());
    document.setParameter("chunks", std::int64_t{8});
    document.save(path("first.json"));
    document.setParameter("chunks", std::int64_t{9});
    document.save(path("second.json"));
    QVERIFY(!document.isModified());
    document.undoStack()->undo();
    QCOMPARE(document.path(), path("second.json"));
    QVERIFY(document.isModified()); // the file has another value
    document.undoStack()->undo();
    QCOMPARE(document.path(), path("second.json"));
    document.undoStack()->redo();
    document.undoStack()->redo();
    QVERIFY(!document.isModified());
    const Preset first = loadPreset(path("first.json").toStdString(), experiments());
    QCOMPARE(first.parameters.integer("chunks"), 8);
}

void PresetDocumentTest::anExperimentsFileTakesNoProgram()
{
    PresetDocument document(pipeline());
    document.save(path("knobs.json"));
    document.setProgram(editedProgram());
    QVERIFY(document.path().isEmpty()); // Save asks for a file
    document.undoStack()->undo();
    QCOMPARE(document.path(), path("knobs.json"));
    document.undoStack()->redo();
    document.save(path("program.json"));
    QCOMPARE(document.path(), path("program.json"));
    document.undoStack()->undo();
    QVERIFY(document.path().isEmpty() && document.isModified());
}

void PresetDocumentTest::failedSaveKeepsFileAndChange()
{
    PresetDocument document(pipeline());
    document.save(path("kept.json"));
    document.setParameter("chunks", std::int64_t{8});
    QVERIFY_THROWS_EXCEPTION(RunError, document.save(path("no/folder.json")));
    QCOMPARE(document.path(), path("kept.json"));
    QVERIFY(document.isModified());
    QVERIFY(loadPreset(path("kept.json").toStdString(), experiments()).parameters.integer("chunks") != 8);
}

void PresetDocumentTest::theProgramOfTheExperimentIsTheExperiment()
{
    PresetDocument document(pipeline());
    document.setProgram(editedProgram());
    QVERIFY(document.preset().experiment.program() && document.isModified());
    document.setParameter("repeat", std::int64_t{3});
    document.setProgram(programOf(pipeline())); // undone in the editor
    QVERIFY(!document.preset().experiment.program());
    QCOMPARE(document.preset().parameters.integer("repeat"), 3);
    document.setParameter("repeat", std::get<std::int64_t>(pipeline().parameters.value("repeat")));
    QVERIFY(!document.isModified());
}

void PresetDocumentTest::unsoundRowsAreAChange()
{
    PresetDocument document(pipeline());
    QSignalSpy said(&document, &PresetDocument::statusChanged);
    document.setUnsound("{}", QStringLiteral("stream nobody"));
    QVERIFY(document.isModified() && document.isOwn());
    QCOMPARE(said.size(), 1);
    QVERIFY_THROWS_EXCEPTION(InputError, document.save(path("unsound.json")));
    QVERIFY(!QFile::exists(path("unsound.json")));
    document.setUnsound({}, {});
    QVERIFY(!document.isModified());
}

void PresetDocumentTest::revertIsOneStep()
{
    PresetDocument document(pipeline());
    QVERIFY(!document.canRevert());
    document.setParameter("chunks", std::int64_t{8});
    document.setParameter("streams", std::int64_t{2});
    QVERIFY(document.canRevert());
    document.revert();
    QVERIFY(!document.isModified());
    document.undoStack()->undo();
    QCOMPARE(document.preset().parameters.integer("streams"), 2);
}

void PresetDocumentTest::turnedKnobsComeBack()
{
    Workspace workspace;
    workspace.choose(pipeline());
    workspace.experiment()->setParameter("chunks", std::int64_t{8});
    workspace.choose(builtIn("two-stream-exercise"));
    QVERIFY(workspace.isModified(pipeline()) && !workspace.isModified(builtIn("two-stream-exercise")));
    QCOMPARE(workspace.unsaved().size(), std::size_t{1});
    workspace.choose(pipeline());
    QCOMPARE(workspace.experiment()->preset().parameters.integer("chunks"), 8);
    QVERIFY(workspace.undoGroup()->canUndo());
    workspace.undoGroup()->undo();
    QVERIFY(workspace.unsaved().empty());

    workspace.experiment()->setParameter("chunks", std::int64_t{8});
    workspace.letGo();
    QVERIFY(workspace.unsaved().empty());
    workspace.experiment()->setParameter("chunks", std::int64_t{9}); // the end did not come
    QCOMPARE(workspace.unsaved().size(), std::size_t{1});
}

void PresetDocumentTest::ownDocumentsStayOpen()
{
    Workspace workspace;
    workspace.open(pipeline(), path("mine.json"));
    workspace.experiment()->setParameter("chunks", std::int64_t{8});
    PresetDocument *mine = workspace.experiment();
    workspace.choose(pipeline()); // the built-in one, not the file's
    QVERIFY(workspace.experiment()->path().isEmpty() && !workspace.experiment()->isModified());
    QVERIFY(workspace.unsaved() == std::vector<PresetDocument *>{mine}); // a tab of its own
    workspace.close(mine);
    QVERIFY(workspace.unsaved().empty());

    workspace.experiment()->setParameter("chunks", std::int64_t{8});
    PresetDocument *turned = workspace.experiment();
    workspace.open(pipeline(), path("mine.json"));
    workspace.experiment()->setParameter("chunks", std::int64_t{9});
    mine = workspace.experiment();
    QVERIFY(workspace.unsaved() == (std::vector<PresetDocument *>{mine, turned}));
    workspace.bringToFront(turned); // to save it: nothing goes
    QVERIFY(workspace.unsaved() == (std::vector<PresetDocument *>{turned, mine}));
}

void PresetDocumentTest::restoredWorkIsChanged()
{
    Workspace lost;
    lost.choose(pipeline());
    lost.experiment()->setParameter("chunks", std::int64_t{8});
    lost.open(builtIn("two-stream-exercise"), path("mine.json"));
    lost.experiment()->setParameter("chunks", std::int64_t{7});
    const KeptSession session = keptSession(lost);
    QCOMPARE(session.documents.size(), std::size_t{2});
    QCOMPARE(session.documents[1].title, QStringLiteral("mine.json"));
    QCOMPARE(session.front, 1);
    QVERIFY(qAbs(session.when.secsTo(QDateTime::currentDateTimeUtc())) < 3600);
    Workspace found;
    found.choose(pipeline());
    found.experiment()->setParameter("chunks", std::int64_t{5}); // turned before anybody looked at the offer
    const PresetDocument *turned = found.experiment();
    found.restore(session, builtInPresets(experiments()));
    QCOMPARE(found.experiment()->path(), path("mine.json"));
    QCOMPARE(found.experiment()->preset().parameters.integer("chunks"), 7);
    QVERIFY(found.experiment()->isModified());
    found.undoGroup()->undo(); // to what is in its file
    QVERIFY(!found.experiment()->isModified());
    found.undoGroup()->redo();
    QCOMPARE(turned->preset().parameters.integer("chunks"), 5); // it would be lost, so it has its tab
    QCOMPARE(found.documents().size(), std::size_t{3});
    found.bringToFront(found.documents()[1].get());
    QCOMPARE(found.experiment()->preset().parameters.integer("chunks"), 8);
    QVERIFY(found.experiment()->isFrom(pipeline()) && found.experiment()->isModified());
    found.undoGroup()->undo(); // what was as built in is not in its way any more
    found.restore(session, builtInPresets(experiments()));
    QCOMPARE(found.unsaved().size(), std::size_t{4}); // mine.json twice: nobody knows which one is wanted
}

QTEST_GUILESS_MAIN(PresetDocumentTest)
#include "tst_preset_document.moc"
