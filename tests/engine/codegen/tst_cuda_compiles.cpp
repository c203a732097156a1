// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "tests/support/every_program.h"
#include "tests/support/graphs_program.h"
#include "tests/support/threads_program.h"

#include "engine/codegen/cuda/cuda_source.h"
#include "engine/codegen/line_diff.h"
#include "engine/executors/timing/graph_nodes.h"

#include <QElapsedTimer>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QtTest>

#include <map>
#include <set>

using namespace streamscope;

namespace {

QString nvcc()
{
    const QString found = QStandardPaths::findExecutable("nvcc");
    return found.isEmpty() ? QStandardPaths::findExecutable("nvcc", {"/usr/local/cuda/bin"}) : found;
}

struct Code
{
    std::string name, text;
};

/// Files that begin with the same #include lines.
using Codes = std::map<std::string, std::vector<Code>>;

std::string includesOf(const std::string &code)
{
    std::string includes;
    for (const std::string_view line : linesOf(code))
        if (line.starts_with("#include"))
            includes += std::string(line) + "\n";
    return includes;
}

/// "cuda_runtime.h nccl.h": which headers of CUDA a file needs.
QString headersOf(const std::string &includes)
{
    QStringList names;
    for (const QString &line : QString::fromStdString(includes).split('\n', Qt::SkipEmptyParts))
        if (line.contains(".h>") || line == "#include <thread>")
            names << line.mid(10).chopped(1);
    return names.join(' ');
}

/// Of every preset, every experiment, and each of them after each change; the same code once.
const Codes &everyCode()
{
    static const Codes codes = [] {
        Codes all;
        const std::string graphs = cudaSource(test::graphsProgram(false), {}),
                          threads = cudaSource(test::threadsProgram(), {});
        all[includesOf(graphs)].push_back({"graphs", graphs});
        all[includesOf(threads)].push_back({"threads", threads});
        std::set<std::string> seen;
        const auto add = [&](const test::NamedProgram &what) {
            const std::string text = cudaSource(what.program, {"", "codegen test", 2, 10});
            if (seen.insert(text).second)
                all[includesOf(text)].push_back({what.name, text});
        };
        for (const test::NamedProgram &what : test::everyProgram()) {
            add(what);
            for (const test::NamedProgram &changed : test::changedPrograms(what))
                if (changed.program.deviceCount() == 1 || !hasGraphNodes(changed.program)) // else refused
                    add(changed);
        }
        return all;
    }();
    return codes;
}

/// Each in a namespace of its own below the headers that each of them includes: as when it is compiled alone, in a
/// tenth of the time.
std::string together(const std::string &includes, const std::vector<Code> &codes)
{
    std::string text = includes;
    for (std::size_t i = 0; i < codes.size(); ++i)
        text += "namespace program" + std::to_string(i) + " {\n#line 1 \"" + codes[i].name + "\"\n" + codes[i].text
                + "\n}\n";
    return text;
}

} // namespace

/// nvcc takes the CUDA C++ of the whole library, without a warning.
class TestCudaCompiles : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void everyFile_data();
    void everyFile();
    void oneAlone_data() { everyFile_data(); }
    void oneAlone();

private:
    /// What the compiler says; empty when it takes the file without a warning.
    QByteArray complaint(const std::string &code);

    QTemporaryDir m_folder;
};

void TestCudaCompiles::initTestCase()
{
    if (nvcc().isEmpty())
        QSKIP("no nvcc here");
}

QByteArray TestCudaCompiles::complaint(const std::string &code)
{
    QFile file(m_folder.filePath("code.cu"));
    if (!file.open(QIODevice::WriteOnly))
        return "no file";
    file.write(code.c_str());
    file.close();
    QProcess compiler;
    compiler.setProcessChannelMode(QProcess::MergedChannels);
    compiler.start(nvcc(), {"-c", "-std=c++17", "-arch=sm_90", "-Xcompiler", "-Wall,-Wextra,-Werror",
                            "-Werror=all-warnings", file.fileName(), "-o", m_folder.filePath("code.o")});
    if (!compiler.waitForFinished(300'000))
        return "no end";
    const QByteArray said = compiler.readAll();
    return compiler.exitCode() == 0 ? said : "nvcc fails: " + said;
}

void TestCudaCompiles::everyFile_data()
{
    QTest::addColumn<QString>("includes");
    for (const auto &[includes, codes] : everyCode())
        QTest::newRow(qPrintable(headersOf(includes))) << QString::fromStdString(includes);
}

void TestCudaCompiles::everyFile()
{
    QFETCH(QString, includes);
    if (includes.contains("nccl.h") && complaint("#include <nccl.h>\n").contains("nccl.h"))
        QSKIP("no nccl.h here");
    const std::vector<Code> &codes = everyCode().at(includes.toStdString());
    QElapsedTimer taken;
    taken.start();
    const QByteArray said = complaint(together(includes.toStdString(), codes));
    QVERIFY2(said.isEmpty(), said.constData());
    qInfo("%zu files in %lld s", codes.size(), taken.elapsed() / 1000);
}

/// By itself, as a user has it: the first file of each kind.
void TestCudaCompiles::oneAlone()
{
    QFETCH(QString, includes);
    if (includes.contains("nccl.h") && complaint("#include <nccl.h>\n").contains("nccl.h"))
        QSKIP("no nccl.h here");
    const QByteArray said = complaint(everyCode().at(includes.toStdString()).front().text);
    QVERIFY2(said.isEmpty(), said.constData());
}

QTEST_GUILESS_MAIN(TestCudaCompiles)
#include "tst_cuda_compiles.moc"
