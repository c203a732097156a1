// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "tests/support/files.h"
#include "tests/support/trace_event.h"

#include "engine/advice/cause.h"
#include "engine/run/advice/advice_code.h"
#include "engine/run/trace_job.h"

#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QtTest>

#include <set>

using namespace streamscope;

namespace {

QString dataFile(const char *name)
{
    return test::sourcePath(QString("tests/data/%1").arg(name));
}

/// Of the advice for a trace: by change, its code.
std::map<std::string, QString> codeOf(const char *trace)
{
    const auto result = std::make_shared<const RunResult>(openTrace({dataFile(trace).toStdString(), {}}, {}));
    const Advice advice = adviseTrace(result, {}, {});
    std::map<std::string, QString> code;
    for (const Finding &finding : advice.findings)
        code[finding.suggestion.change] = QString::fromStdString(finding.suggestion.code);
    for (const AdviceSummary::Step &step : advice.summary.sequence)
        code[step.change] = QString::fromStdString(step.code);
    return code;
}

/// Runs a Python script, and returns what it prints; "FAILED" and its error when it fails.
QString python(const QString &script, const QByteArray &input = {})
{
    QProcess process;
    process.start(QStandardPaths::findExecutable("python3"), {"-I", "-c", script});
    process.write(input);
    process.closeWriteChannel();
    if (!process.waitForFinished() || process.exitCode() != 0)
        return "FAILED: " + QString::fromUtf8(process.readAllStandardError());
    return QString::fromUtf8(process.readAllStandardOutput());
}

RequestedChange changeOf(const CodeHint &hint)
{
    return parseChange(std::string(hint.change));
}

constexpr HintLanguage languages[] = {HintLanguage::Pytorch, HintLanguage::Cuda};

} // namespace

/// What a piece of advice means in the code of the program that was traced.
class TestCodeHints : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyCauseOfATraceHasOne();
    void linesAreThoseOfAPatch();
    void pytorchParses();
    void bracketsOfCudaMatch();
    void prefetcherCopiesAhead();
    void valuesOfTheChange();
    void adviceForTraces_data();
    void adviceForTraces();
    void namesTheLine();
    void languageOfATrace();
    void oneUnderTheOther();
};

void TestCodeHints::everyCauseOfATraceHasOne()
{
    const std::vector<std::string> ids = causeIds();
    const std::set<std::string> notInTraces{"one-stream", "small-kernels"};
    const std::string noCode = "hot-kernel"; // what makes a kernel faster differs from kernel to kernel
    for (const std::string &id : ids)
        QCOMPARE(std::ranges::count(codeHints(HintLanguage::Cuda), id, &CodeHint::cause) > 0,
                 !notInTraces.contains(id) && id != noCode);
    for (const HintLanguage language : languages)
        for (const CodeHint &hint : codeHints(language)) {
            QVERIFY2(std::ranges::find(ids, hint.cause) != ids.end(), hint.cause.data());
            const CodeHint *found = findCodeHint(language, hint.cause, changeOf(hint));
            QVERIFY2(found && found->lines == hint.lines, hint.change.data());
            QVERIFY(findCodeHint(HintLanguage::Cuda, hint.cause, changeOf(hint)));
        }
    const CodeHint *pool = findCodeHint(HintLanguage::Pytorch, "forgetful-pool", parseChange("pool"));
    QVERIFY(pool && pool->language == HintLanguage::Cuda); // PyTorch has no words for it
    QVERIFY(!findCodeHint(HintLanguage::Cuda, "late-host", parseChange("pin")));
}

void TestCodeHints::linesAreThoseOfAPatch()
{
    for (const HintLanguage language : languages)
        for (const CodeHint &hint : codeHints(language)) {
            const QString text = QString::fromStdString(hintLines(hint, changeOf(hint)));
            QVERIFY2(QString('\n' + text).contains(QRegularExpression("\n[+-]")) && !text.contains("${")
                         && text.endsWith('\n'),
                     qPrintable(text));
            const QStringList lines = text.chopped(1).split('\n');
            for (const QString &line : lines) {
                QVERIFY2(line.startsWith(' ') || line.startsWith('+') || line.startsWith('-'), qPrintable(line));
                QVERIFY2(line.size() <= 121 && !line.contains('\t'), qPrintable(line));
            }
            QVERIFY2(lines.size() <= 20, qPrintable(text));
        }
}

void TestCodeHints::pytorchParses()
{
    if (QStandardPaths::findExecutable("python3").isEmpty())
        QSKIP("no python3 here");
    for (const CodeHint &hint : codeHints(HintLanguage::Pytorch)) {
        const std::string lines = hintLines(hint, changeOf(hint));
        for (const std::string &code : {codeBeforeHint(lines), codeAfterHint(lines)}) {
            const QString said =
                python("import ast, sys; ast.parse(sys.stdin.read())", QByteArray::fromStdString(code));
            QVERIFY2(said.isEmpty(), qPrintable(said));
        }
    }
}

void TestCodeHints::bracketsOfCudaMatch()
{
    for (const CodeHint &hint : codeHints(HintLanguage::Cuda)) {
        const std::string lines = hintLines(hint, changeOf(hint));
        for (const std::string &code : {codeBeforeHint(lines), codeAfterHint(lines)})
            for (const char *pair : {"()", "{}", "[]"})
                QVERIFY2(std::ranges::count(code, pair[0]) == std::ranges::count(code, pair[1]), code.c_str());
    }
}

/// All batches, in their order, each copied so many steps before it is used.
void TestCodeHints::prefetcherCopiesAhead()
{
    if (QStandardPaths::findExecutable("python3").isEmpty())
        QSKIP("no python3 here");
    const CodeHint *hint = findCodeHint(HintLanguage::Pytorch, "late-copies", parseChange("prefetch"));
    const QString code = QString::fromStdString(codeAfterHint(hintLines(*hint, parseChange("prefetch:depth=2"))));
    const qsizetype begin = code.indexOf("def "), end = code.indexOf("\n\n", begin);
    QVERIFY(code.mid(begin, end - begin).count('\n') + 1 <= 15);
    const QString script = QString(R"(
import contextlib, types
class Stream:
    def wait_event(self, event): print("wait", event)
    def record_event(self): return "event"
class Batch:
    def __init__(self, number): self.number = number
    def to(self, device, non_blocking): print("copy", self.number); return self
    def record_stream(self, stream): pass
cuda = types.SimpleNamespace(Stream=Stream, current_stream=Stream, stream=lambda s: contextlib.nullcontext())
torch = types.SimpleNamespace(cuda=cuda)
device, loader = "cuda", [Batch(i) for i in range(4)]
def step(batch): print("step", batch.number)
)") + code + "\nloader = [Batch(7)]\nfor batch in prefetched(loader, device):\n    step(batch)\n"
                           + "for batch in prefetched([], device):\n    step(batch)\n";
    QCOMPARE(python(script).replace("wait event\n", ""),
             QString("copy 0\ncopy 1\ncopy 2\nstep 0\ncopy 3\nstep 1\nstep 2\nstep 3\ncopy 7\nstep 7\n"));
}

void TestCodeHints::valuesOfTheChange()
{
    const auto lines = [](HintLanguage language, const char *cause, const char *change) {
        const RequestedChange request = parseChange(change);
        return QString::fromStdString(hintLines(*findCodeHint(language, cause, request), request));
    };
    QVERIFY(lines(HintLanguage::Cuda, "few-chunks", "split:chunks=16,streams=2").contains("cudaStream_t streams[2];"));
    QVERIFY(lines(HintLanguage::Pytorch, "collectives", "bucket:bytes=8MiB").contains("bucket_cap_mb=8,"));
    QVERIFY(lines(HintLanguage::Cuda, "collectives", "bucket:bytes=8MiB").contains("a bucket holds 8MiB"));
    QVERIFY(lines(HintLanguage::Cuda, "late-urgent-work", "priority:kernel,value=-3").contains("NonBlocking, -3);"));
    const QString depth = lines(HintLanguage::Cuda, "issue-order", "order=depth-first"),
                  breadth = lines(HintLanguage::Cuda, "issue-order", "order=breadth-first");
    QVERIFY(depth.contains("-}\n-for") && breadth.contains("+}\n+for"));
    QVERIFY(!lines(HintLanguage::Cuda, "pageable-copies", "pin:h2d pageable").contains("DeviceToHost"));
    QVERIFY(lines(HintLanguage::Cuda, "pageable-copies", "pin").contains("DeviceToHost"));
    for (const HintLanguage language : languages) { // results are packed on the device, data for it on the host
        const char *back = language == HintLanguage::Cuda ? "DeviceToHost" : "device=\"cpu\", pin_memory=True";
        QVERIFY(lines(language, "small-copies", "merge:d2h bytes<=64KiB").contains(back));
        QVERIFY(!lines(language, "small-copies", "merge").contains(back));
    }
}

void TestCodeHints::adviceForTraces_data()
{
    QTest::addColumn<QString>("change");
    QTest::addColumn<QStringList>("says");
    QTest::newRow("sync-remove") << "unsync" << QStringList{"-    torch.cuda.synchronize()\n+torch.cuda.synchronize()"};
    QTest::newRow("loader-pin") << "pin:h2d pageable"
                                << QStringList{" # From aten::to: 24 operations, 121.433 ms.\n",
                                               "+loader = DataLoader(dataset, batch_size=size, pin_memory=True)",
                                               "-    batch = batch.to(device)\n"
                                               "+    batch = batch.to(device, non_blocking=True)\n"};
    QTest::newRow("small-graph") << "graph"
                                 << QStringList{" # From aten::add_: 2000 operations",
                                                "+with torch.cuda.graph(graph):\n", "+    graph.replay()"};
    QTest::newRow("chunk-8") << "split:chunks=16"
                             << QStringList{"host_data.chunk(16)", "torch.cuda.Stream() for _ in range(4)"};
}

void TestCodeHints::adviceForTraces()
{
    QFETCH(QString, change);
    QFETCH(QStringList, says);
    const auto code = codeOf((std::string("whatif/") + QTest::currentDataTag() + ".before.json.gz").c_str());
    const auto found = code.find(change.toStdString());
    QVERIFY(found != code.end());
    for (const QString &text : says)
        QVERIFY2(found->second.contains(text), qPrintable(found->second));
    for (const auto &[name, lines] : code)
        QVERIFY2(!lines.isEmpty(), name.c_str()); // each step, too
}

/// Where the trace has Python's functions.
void TestCodeHints::namesTheLine()
{
    std::string events = test::traceEvent("python_function", "loader.py(41): batches", 1, 0, 2000)
                         + test::traceEvent("cpu_op", "aten::to", 1, 25, 50)
                         + test::traceEvent("cuda_runtime", "cudaMemcpyAsync", 1, 35, 5, R"("cbid":41,"correlation":3)")
                         + test::traceEvent("gpu_memcpy", "Memcpy HtoD (Pageable -> Device)", 7, 50, 40,
                                            R"("device":0,"context":1,"stream":7,"bytes":64,"correlation":3)");
    events.pop_back(); // the last comma
    RunResult trace;
    trace.recording.timeline = importTraceBytes("{\"traceEvents\":[" + events + "]}", "test", {}).recording.timeline;
    Advice advice;
    Finding finding;
    finding.id = "pageable-copies";
    finding.suggestion.change = "pin:h2d pageable";
    advice.findings.push_back(finding);
    addCode(trace, {}, advice);
    const Suggestion &suggestion = advice.findings.front().suggestion;
    QCOMPARE(suggestion.codeLanguage, std::string("pytorch"));
    QVERIFY2(suggestion.code.starts_with(" # From loader.py:41 batches(), aten::to: 1 operation, 0.040 ms.\n-loader"),
             suggestion.code.c_str());
}

void TestCodeHints::languageOfATrace()
{
    const auto languageOf = [](const char *name) {
        return hintLanguageOf(openTrace({dataFile(name).toStdString(), {}}, {}));
    };
    QCOMPARE(languageOf("whatif/chunk-8.before.json.gz"), HintLanguage::Pytorch);
    QCOMPARE(languageOf("traces/small.ssrec"), HintLanguage::Cuda);
    QCOMPARE(codeLanguageOf(HintLanguage::Cuda), "cuda");
}

/// What the page Code shows: a change that is a finding and a step is there once.
void TestCodeHints::oneUnderTheOther()
{
    const auto result = std::make_shared<const RunResult>(
        openTrace({dataFile("whatif/loader-pin.before.json.gz").toStdString(), {}}, {}));
    RunAnalysis analysis = result->analysis;
    QVERIFY(adviceCode(analysis).empty());
    addAdvice(analysis, adviseTrace(result, {}, {}));
    const QString code = QString::fromStdString(adviceCode(analysis));
    QCOMPARE(code.count("pin_memory=True)  # other tensors"), 1);
    const qsizetype pin = code.indexOf(" # pin:h2d pageable: Pin the host memory"),
                    prefetch = code.indexOf(" # Then prefetch");
    QVERIFY(pin == 0 && prefetch > pin);
}

QTEST_GUILESS_MAIN(TestCodeHints)
#include "tst_code_hints.moc"
