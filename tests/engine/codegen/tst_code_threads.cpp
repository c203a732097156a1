// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "tests/support/threads_program.h"
#include "tests/support/unrolled_code.h"

#include "engine/codegen/cuda/cuda_source.h"
#include "engine/codegen/layout/code_layout.h"
#include "engine/program/errors.h"

#include <QtTest>

#include <random>

using namespace streamscope;

namespace {

/// Host threads that issue their statements in any order that these allow.
class AnyOrder
{
public:
    explicit AnyOrder(const Program &program) : m_handedOver(static_cast<std::size_t>(program.threadCount()))
    {
        const CodeLayout layout(program, ExpectedData(program, 0));
        for (int thread = 0; thread < program.threadCount(); ++thread)
            m_statements.push_back(layout.statements(thread));
        m_next.resize(m_statements.size());
    }

    /// The operations as they were called. Fewer than there are: the threads wait for each other for ever.
    std::vector<std::size_t> run(std::mt19937 &random)
    {
        std::vector<std::size_t> called;
        for (std::vector<std::size_t> ready = whoCanGoOn(); !ready.empty(); ready = whoCanGoOn()) {
            const std::size_t thread = ready[random() % ready.size()];
            const CodeNode &node = m_statements[thread][m_next[thread]++];
            if (node.kind == CodeNode::Kind::Operation)
                called.push_back(node.source);
            if (node.kind == CodeNode::Kind::HandOver)
                ++m_handedOver[thread];
        }
        return called;
    }

private:
    std::vector<std::size_t> whoCanGoOn() const
    {
        std::vector<std::size_t> ready;
        for (std::size_t thread = 0; thread < m_statements.size(); ++thread)
            if (m_next[thread] < m_statements[thread].size() && canGoOn(m_statements[thread][m_next[thread]]))
                ready.push_back(thread);
        return ready;
    }
    bool canGoOn(const CodeNode &node) const
    {
        if (node.kind != CodeNode::Kind::Await)
            return true;
        const std::size_t other = static_cast<std::size_t>(node.shape.back() - '0');
        return m_handedOver[other] >= node.values.front().first;
    }

    std::vector<std::vector<CodeNode>> m_statements; ///< by thread
    std::vector<std::size_t> m_next;
    std::vector<std::int64_t> m_handedOver;
};

} // namespace

/// Code of several host threads: they wait for each other as in the lab.
class TestCodeThreads : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void orderIsThatOfTheLab();
    void loopsSayTheSame();
    void cudaCode();
    void oneThreadHasNone();
    void refusals();
};

/// Whatever the threads do, no call comes before one that IssueOrder puts before it, and all calls come.
void TestCodeThreads::orderIsThatOfTheLab()
{
    const Program program = test::threadsProgram();
    const IssueOrder order(program);
    QVERIFY(!order.empty());
    std::mt19937 random(5);
    for (int run = 0; run < 300; ++run) {
        const std::vector<std::size_t> called = AnyOrder(program).run(random);
        QCOMPARE(called.size(), program.operations.size());
        std::vector<std::size_t> place(called.size());
        for (std::size_t i = 0; i < called.size(); ++i)
            place[called[i]] = i;
        for (std::size_t i = 0; i < called.size(); ++i)
            for (const std::int32_t earlier : order.before(i))
                QVERIFY(place[static_cast<std::size_t>(earlier)] < place[i]);
    }
}

void TestCodeThreads::loopsSayTheSame()
{
    const Program program = test::threadsProgram(20);
    const CodeLayout layout(program, ExpectedData(program, 0));
    for (int thread = 0; thread < program.threadCount(); ++thread)
        QVERIFY(test::checkedLoops(layout.statements(thread)).size() < 30);
}

void TestCodeThreads::cudaCode()
{
    const QString code = QString::fromStdString(cudaSource(test::threadsProgram(), {"Threads", "codegen test", 2, 10}));
    QVERIFY(code.contains("#include <thread>\n") && code.contains("#include <atomic>\n"));
    QVERIFY(code.contains("    HostThreads threads(3);\n"));
    QVERIFY(code.contains("    threads.start({issueOfThread0, issueOfThread1, issueOfThread2});\n"));
    QVERIFY(code.contains("threads.handOver(1);") && code.contains("threads.await(1, "));
}

void TestCodeThreads::oneThreadHasNone()
{
    Program program = test::threadsProgram();
    for (Operation &operation : program.operations)
        operation.thread = 0;
    const QString code = QString::fromStdString(cudaSource(program, {}));
    QVERIFY(!code.contains("thread>") && !code.contains("HostThreads"));
}

void TestCodeThreads::refusals()
{
    Program graphs = test::threadsProgram();
    QVERIFY_THROWS_EXCEPTION(InputError, cudaSource(test::perThreadProgram(), {}));
    graphs.operations.back().graph = 0;
    QVERIFY_THROWS_EXCEPTION(InputError, cudaSource(graphs, {}));
}

QTEST_GUILESS_MAIN(TestCodeThreads)
#include "tst_code_threads.moc"
