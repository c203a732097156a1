// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "tests/support/every_program.h"
#include "tests/support/graphs_program.h"
#include "tests/support/pytorch/issued_operations.h"
#include "tests/support/threads_program.h"

#include "engine/codegen/pytorch/pytorch_source.h"
#include "engine/codegen/pytorch/rank_program.h"

#include "engine/formats/files/program_file.h"
#include "engine/program/errors.h"

#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QtTest>

#include <set>

using namespace streamscope;

namespace {

QString python()
{
    return QStandardPaths::findExecutable("python3");
}

std::string codeOf(const Program &program)
{
    return pytorchSource(program, {"Title", "codegen test", 1, 1});
}

/// The library and the headers of NVRTC; empty without them.
QStringList nvrtc()
{
    const QString nvcc = QStandardPaths::findExecutable("nvcc", {"/usr/local/cuda/bin", "/opt/cuda/bin"});
    const QFileInfo library(QFileInfo(nvcc).canonicalPath() + "/../lib64/libnvrtc.so");
    if (nvcc.isEmpty() || !library.exists())
        return {};
    return {library.canonicalFilePath(),
            QFileInfo(QFileInfo(nvcc).canonicalPath() + "/../include").canonicalFilePath()};
}

struct Script
{
    std::string name;
    Program program;
    std::string code;
};

/// What each script makes and issues, in their order. `kernels`: compiles them, too.
QList<QStringList> issuedBy(const std::vector<Script> &scripts, bool kernels = false)
{
    QTemporaryDir folder;
    QStringList arguments{"-I", "-B",
                          qEnvironmentVariable("STREAMSCOPE_SOURCE_DIR") + "/tests/support/pytorch/recording_torch.py"};
    if (kernels)
        arguments << "--nvrtc" << nvrtc();
    for (std::size_t i = 0; i < scripts.size(); ++i) {
        QFile file(folder.filePath(QString::number(i) + ".py"));
        if (!file.open(QIODevice::WriteOnly))
            throw RunError("no file for the script");
        file.write(scripts[i].code.c_str());
        arguments << file.fileName();
    }
    QProcess process;
    process.start(python(), arguments);
    process.waitForFinished(120'000);
    if (process.exitStatus() != QProcess::NormalExit || process.exitCode() != 0)
        throw RunError("a script failed: " + process.readAllStandardError().toStdString());
    QList<QStringList> issued;
    while (process.canReadLine()) {
        const QString line = QString::fromUtf8(process.readLine()).trimmed();
        if (line.startsWith("script "))
            issued.emplaceBack();
        else
            issued.last() << line;
    }
    return issued;
}

void compareIssued(const Script &script, const QStringList &everything)
{
    const auto &operations = script.program.operations;
    const bool ranks = std::any_of(operations.begin(), operations.end(), [](const Operation &operation) {
        return operation.kind == OperationKind::Collective;
    });
    const Program own = ranks ? rankProgram(script.program).program : script.program;
    const QStringList issued = test::withoutTimer(everything, own), expected = test::IssuedOperations(own).lines();
    for (qsizetype i = 0; i < std::min(issued.size(), expected.size()); ++i)
        QCOMPARE(issued[i], expected[i]);
    QCOMPARE(issued.size(), expected.size());
}

/// The script of every preset, and behind it those after each change of the library; the same code once, as defaults
/// and presets have much in common.
struct PresetScripts
{
    std::vector<std::vector<Script>> scripts;
    QStringList refused; ///< why a changed Program has none
};

const PresetScripts &presetScripts()
{
    static const PresetScripts all = [] {
        PresetScripts found;
        std::set<std::string> seen;
        for (const Preset &preset : test::everyPreset()) {
            const test::NamedProgram unchanged{preset.name, buildProgram(*preset.experiment, preset.parameters)};
            std::vector<Script> &scripts = found.scripts.emplace_back();
            scripts.push_back({preset.name, unchanged.program, codeOf(unchanged.program)});
            seen.insert(scripts.back().code);
            for (const test::NamedProgram &changed : test::changedPrograms(unchanged)) {
                try {
                    const std::string code = codeOf(changed.program);
                    if (seen.insert(code).second)
                        scripts.push_back({changed.name, changed.program, code});
                } catch (const InputError &refusal) {
                    found.refused << refusal.what();
                }
            }
        }
        return found;
    }();
    return all;
}

struct IssuedScript
{
    Script script;
    QStringList issued;
};

/// By preset. All of them are run by one Python, whose start takes longer than hundreds of scripts.
const std::vector<std::vector<IssuedScript>> &issuedByPresets()
{
    static const std::vector<std::vector<IssuedScript>> all = [] {
        std::vector<Script> flat;
        for (const std::vector<Script> &scripts : presetScripts().scripts)
            flat.insert(flat.end(), scripts.begin(), scripts.end());
        const QList<QStringList> issued = issuedBy(flat);
        if (issued.size() != static_cast<qsizetype>(flat.size()))
            throw RunError("scripts are missing");
        std::vector<std::vector<IssuedScript>> found;
        qsizetype next = 0;
        for (const std::vector<Script> &scripts : presetScripts().scripts) {
            std::vector<IssuedScript> &one = found.emplace_back();
            for (const Script &script : scripts)
                one.push_back({script, issued[next++]});
        }
        return found;
    }();
    return all;
}

void compareIssued(const Program &program, const std::string &code)
{
    const Script script{"the program", program, code};
    const QList<QStringList> issued = issuedBy({script});
    QCOMPARE(issued.size(), 1);
    compareIssued(script, issued.front());
}

Program programOf(const char *json)
{
    return readProgramFile(json, "test").program;
}

} // namespace

/// Programs as PyTorch scripts: what they say is what the Program is.
class TestPytorchSource : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void issuesTheProgram_data();
    void issuesTheProgram();
    void issuesChangedPrograms_data() { issuesTheProgram_data(); }
    void issuesChangedPrograms();
    void refusesWhatNoScriptCanSay();
    void everyKindOfStatement();
    void graphsOfSomeOperations();
    void severalHostThreads();
    void launchesLeaveTheLockToOthers();
    void kernelsCompile();
    void readsAsWrittenByHand_data();
    void readsAsWrittenByHand();
    void refusals();
    void nothingToCheckIsSaid();
    void eachRunLooksForAFastCore();
};

void TestPytorchSource::issuesTheProgram_data()
{
    QTest::addColumn<int>("index");
    const std::vector<Preset> all = test::everyPreset();
    for (std::size_t i = 0; i < all.size(); ++i)
        QTest::newRow(all[i].name.c_str()) << static_cast<int>(i);
}

void TestPytorchSource::issuesTheProgram()
{
    if (python().isEmpty())
        QSKIP("no python3 here");
    QFETCH(const int, index);
    const IssuedScript &unchanged = issuedByPresets()[static_cast<std::size_t>(index)].front();
    QVERIFY(unchanged.script.code.size() < 40'000);
    compareIssued(unchanged.script, unchanged.issued);
}

/// After each change of the library.
void TestPytorchSource::issuesChangedPrograms()
{
    if (python().isEmpty())
        QSKIP("no python3 here");
    QFETCH(const int, index);
    for (const auto &[script, issued] : issuedByPresets()[static_cast<std::size_t>(index)]) {
        compareIssued(script, issued);
        QVERIFY2(!QTest::currentTestFailed(), script.name.c_str());
    }
}

void TestPytorchSource::refusesWhatNoScriptCanSay()
{
    for (const QString &why : presetScripts().refused)
        QVERIFY2(why.contains("graphs over several devices") || why.contains("ranks"), qPrintable(why));
}

/// What no preset has.
void TestPytorchSource::everyKindOfStatement()
{
    if (python().isEmpty())
        QSKIP("no python3 here");
    const Program program = programOf(R"({"format":"streamscope-program","version":1,"title":"t",
        "streams":[{"id":"A","priority":-1,"flags":"non-blocking"},{"id":"B","flags":"blocking"}],
        "buffers":[{"id":"h","place":"host","host_memory":"write-combined","bytes":4096},
                   {"id":"r","place":"host","host_memory":"registered","bytes":4096},
                   {"id":"d","place":"device","bytes":4096},{"id":"e","place":"device","bytes":4096}],
        "operations":[{"op":"h2d","stream":"A","bytes":4096,"reads":["h"],"writes":["d"]},
            {"op":"event_record","stream":"A","event":"x"},{"op":"event_wait","stream":"null","event":"x"},
            {"op":"d2d","stream":"null","bytes":2048,"reads":[{"buffer":"d","offset":1024,"bytes":2048}],
                     "writes":[{"buffer":"e","offset":2048,"bytes":2048}]},
            {"op":"memset","stream":"per-thread","bytes":3,"value":7,"writes":[{"buffer":"e","offset":8,"bytes":3}]},
            {"op":"memset","stream":"B","bytes":64,"value":0,"writes":[{"buffer":"e","offset":64,"bytes":64}]},
            {"op":"host_function","stream":"B","duration_us":20},{"op":"host_work","duration_us":10},
            {"op":"alloc","bytes":100},{"op":"alloc","bytes":200,"stream":"A"},{"op":"free","bytes":100},
            {"op":"sync","what":"event","event":"x","method":"polling"},
            {"op":"sync","what":"stream","stream":"B","method":"polling"},{"op":"sync","what":"stream","stream":"A"},
            {"op":"d2h","stream":"B","bytes":4096,"reads":["e"],"writes":["r"]},{"op":"sync","what":"device"}]})");
    compareIssued(program, codeOf(program));
}

/// Two graphs, one of them twice.
void TestPytorchSource::graphsOfSomeOperations()
{
    if (python().isEmpty())
        QSKIP("no python3 here");
    const Program program = test::graphsProgram(false);
    const std::string code = codeOf(program);
    compareIssued(program, code);
    QVERIFY(code.find("graphs = [Graph() for _ in range(2)]") != std::string::npos);
    QVERIFY(code.find("    with graphs[0].capture([streams[0], streams[2]]):\n") != std::string::npos);
}

/// Each thread issues its own operations in their order; tst_code_threads.cpp has the order among them.
void TestPytorchSource::severalHostThreads()
{
    if (python().isEmpty())
        QSKIP("no python3 here");
    const Program program = test::threadsProgram();
    compareIssued(program, codeOf(program));
}

/// A launch may wait for a place in its queue. Alone it keeps Python's lock, which is faster.
void TestPytorchSource::launchesLeaveTheLockToOthers()
{
    const std::string threads = codeOf(test::threadsProgram());
    QVERIFY(threads.find("ctypes.CDLL(\"libcuda.so.1\")") != std::string::npos);
    QVERIFY(threads.find("PyDLL") == std::string::npos);
    for (const Preset &preset : test::everyPreset()) {
        if (preset.name != "launch-cost")
            continue;
        const std::string alone = codeOf(buildProgram(*preset.experiment, preset.parameters));
        QVERIFY(alone.find("ctypes.PyDLL(\"libcuda.so.1\")") != std::string::npos);
    }
}

/// By NVRTC with the definitions that PyTorch gives it.
void TestPytorchSource::kernelsCompile()
{
    if (python().isEmpty() || nvrtc().isEmpty())
        QSKIP("no python3 or no NVRTC here");
    std::vector<Script> scripts;
    for (const char *name : {"tensor-and-cuda-cores", "frame-pipeline", "hardware-queues", "transfer-size"})
        for (const Preset &preset : test::everyPreset())
            if (preset.name == name)
                scripts.push_back({name, {}, codeOf(buildProgram(*preset.experiment, preset.parameters))});
    const QList<QStringList> issued = issuedBy(scripts, true);
    QCOMPARE(issued.size(), 4);
    for (const QStringList &lines : issued)
        QVERIFY(!lines.isEmpty());
}

/// What costs Python time stands before the runs: launches are bound, chunks are cut, and a loop whose streams change
/// enters no `with`.
void TestPytorchSource::readsAsWrittenByHand_data()
{
    QTest::addColumn<QString>("part");
    QTest::newRow("frame-pipeline") << "streams = [torch.cuda.Stream() for _ in range(4)]";
    QTest::newRow("frame-pipeline: chunks") << "    device_chunks = device_data.split(CHUNK)\n";
    QTest::newRow("frame-pipeline: loop") << R"(        for i in range(9):
            launch_fma[i]()
            # To enter `with torch.cuda.stream(...)` takes PyTorch 9 us, and this 1.
            torch.cuda.set_stream(streams[(i + 1) % 4])
            device_chunks[i + 1].copy_(input_chunks[i + 1], non_blocking=True)
            torch.cuda.set_stream(streams[i % 4])
            output_chunks[i].copy_(device_chunks[i], non_blocking=True)
)";
    QTest::newRow("frame-pipeline: end") << "        torch.cuda.set_stream(default_stream)\n\n    timer = ";
    QTest::newRow("launch-cost") << R"(
    launch_spin = spin_kernel.bound((1, 1, 1), (256, 1, 1), (1000.0,), streams[0])

    def issue():
        """The program: what the host issues, in this order."""
        for chunk in range(200):
            launch_spin()

)";
    QTest::newRow("swimming-blocking") << R"(        with torch.cuda.stream(streams[1]):
            for i in range(100):
                outputs[0].copy_(device_buffers[1], non_blocking=True)
                streams[1].synchronize()
        with torch.cuda.stream(streams[2]):
)";
    QTest::newRow("event-pipeline: bound in both loops") << R"(        ]
        for chunk in range(8)
    ]
    launch_fma_2 = [
)";
    QTest::newRow("event-pipeline: call") << "                launch_fma[chunk][j]()\n";
    QTest::newRow("prefetch: selected once for both loops") << R"(        torch.cuda.set_stream(streams[0])
        for i in range(2):
            work_on_host(2000000)
            device_buffers[2 * i].copy_(inputs[i], non_blocking=True)
)";
    QTest::newRow("allocation-pool") << R"(            allocate_async[chunk]()
            launch_spin()
            release_async[chunk]()
            torch.cuda.synchronize()
)";
    QTest::newRow("gradient-buckets: one launch, twice") << "            launch_spin()\n            launch_spin()\n";
    QTest::newRow("launch-cost-graph: a capture selects nothing") << "graph = timer.capture(issue)";
}

void TestPytorchSource::readsAsWrittenByHand()
{
    QFETCH(const QString, part);
    const std::string name = QString(QTest::currentDataTag()).section(':', 0, 0).toStdString();
    const std::vector<Preset> all = test::everyPreset();
    const auto preset = std::ranges::find(all, name, &Preset::name);
    QVERIFY(preset != all.end());
    const std::string code = codeOf(buildProgram(*preset->experiment, preset->parameters));
    QVERIFY2(code.find(part.toStdString()) != std::string::npos, code.c_str());
    if (name == "launch-cost-graph")
        QVERIFY(code.find("set_stream") == std::string::npos);
    else if (name == "allocation-pool") // the lab empties the pool before each run
        QVERIFY(code.find("cudart.cudaMemPoolTrimTo(pool") < code.find("timer.time(issue)"));
    else if (name == "prefetch")
        QCOMPARE(QString::fromStdString(code).count("torch.cuda.set_stream("), 2);
}

void TestPytorchSource::refusals()
{
    const auto refuses = [](Program program, const char *what) {
        try {
            codeOf(program);
        } catch (const InputError &error) {
            return QString(error.what()).contains(what);
        }
        return false;
    };
    Program program = programOf(R"({"format":"streamscope-program","version":1,"title":"t","streams":[{"id":"A"}],
        "operations":[{"op":"kernel","stream":"A","kernel":"fma","elements":64,"kernel_work":1},
                      {"op":"kernel","stream":"A","kernel":"fma","elements":64,"kernel_work":1}]})");
    Program large = program;
    large.operations[0].kernel.own().elements = std::uint64_t{1} << 31;
    QVERIFY(refuses(test::perThreadProgram(), "per-thread default stream"));
    QVERIFY(refuses(test::graphsProgram(true), "something outside of it waits for"));
    QVERIFY(refuses(large, "2147483648 elements"));
}

void TestPytorchSource::nothingToCheckIsSaid()
{
    Program program = programOf(R"({"format":"streamscope-program","version":1,"title":"t","streams":[{"id":"A"}],
        "buffers":[{"id":"in","place":"host","host_memory":"pinned","bytes":64},
                   {"id":"d","place":"device","bytes":64},
                   {"id":"out","place":"host","host_memory":"pinned","bytes":64}],
        "operations":[{"op":"h2d","stream":"A","bytes":64,"reads":["in"],"writes":["d"]},
                      {"op":"d2h","stream":"A","bytes":64,"reads":["d"],"writes":["out"]}]})");
    const std::string back = codeOf(program);
    program.buffers.back().hostMemory = HostMemory::WriteCombined;
    QVERIFY(codeOf(program).find("not checked: write-combined memory is slow to read") != std::string::npos);
    program.operations.pop_back();
    const std::string inwards = codeOf(program);
    QVERIFY(inwards.find("nothing to check") != std::string::npos);
    QVERIFY(inwards.find("right") == std::string::npos);
    QVERIFY(back.find("nothing to check") == std::string::npos);
    QVERIFY(back.find("return 0 if right else 1") != std::string::npos);
}

void TestPytorchSource::eachRunLooksForAFastCore()
{
    const std::string code =
        codeOf(programOf(R"({"format":"streamscope-program","version":1,"title":"t","streams":[{"id":"A"}],
        "operations":[{"op":"kernel","stream":"A","kernel":"spin","duration_us":1},
                      {"op":"kernel","stream":"A","kernel":"spin","duration_us":1}]})"));
    const std::size_t runs = code.find("for run in range("), look = code.find("fast_core.move_there()", runs),
                      time = code.find("timer.time(issue)", runs);
    QVERIFY(runs < look && look < time && time != std::string::npos);
}

QTEST_GUILESS_MAIN(TestPytorchSource)
#include "tst_pytorch_source.moc"
