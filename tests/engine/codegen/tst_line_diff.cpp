// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/codegen/line_diff.h"

#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QtTest>

#include <random>

using namespace streamscope;

namespace {

/// Both texts again, from the changes.
void checkChanges(const std::string &before, const std::string &after)
{
    const auto old = linesOf(before), now = linesOf(after);
    int oldAt = 0, newAt = 0;
    for (const LineChange &change : diffLines(before, after)) {
        QCOMPARE(change.before, change.kind == LineChange::Added ? -1 : oldAt++);
        QCOMPARE(change.after, change.kind == LineChange::Removed ? -1 : newAt++);
        if (change.kind == LineChange::Same)
            QVERIFY(old[static_cast<std::size_t>(change.before)] == now[static_cast<std::size_t>(change.after)]);
    }
    QCOMPARE(oldAt, static_cast<int>(old.size()));
    QCOMPARE(newAt, static_cast<int>(now.size()));
}

std::string randomText(std::mt19937 &random, unsigned lines)
{
    std::string text;
    for (unsigned i = 0; i < lines; ++i)
        text += std::string(1, static_cast<char>('a' + random() % 5)) + "\n";
    return text;
}

std::ptrdiff_t changed(const std::string &before, const std::string &after)
{
    const auto changes = diffLines(before, after);
    return std::count_if(changes.begin(), changes.end(),
                         [](const LineChange &change) { return change.kind != LineChange::Same; });
}

} // namespace

/// Which lines of a text another one changes.
class TestLineDiff : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void oneLineChanges();
    void unified();
    void farChangesAreTwoHunks();
    void linesAtTheEnds();
    void fewestLines();
    void anyTexts();
    void manyChangesAreOne();
    void patchReadsIt();
};

void TestLineDiff::oneLineChanges()
{
    const std::vector<LineChange> expected{
        {LineChange::Same, 0, 0}, {LineChange::Removed, 1, -1}, {LineChange::Added, -1, 1}, {LineChange::Same, 2, 2}};
    QVERIFY(diffLines("a\nb\nc\n", "a\nx\nc\n") == expected);
    QVERIFY(diffLines("", "").empty());
    QCOMPARE(changed("a\nb\n", "a\nb\n"), 0);
}

void TestLineDiff::unified()
{
    QCOMPARE(unifiedDiff("1\n2\n3\n4\n5\n6\n7\n8\n", "1\n2\n3\n4\nx\ny\n6\n7\n8\n", "before.cu", "after.cu"),
             std::string("--- before.cu\n+++ after.cu\n@@ -2,7 +2,8 @@\n 2\n 3\n 4\n-5\n+x\n+y\n 6\n 7\n 8\n"));
    QCOMPARE(unifiedDiff("same\n", "same\n", "a", "b"), std::string());
}

void TestLineDiff::farChangesAreTwoHunks()
{
    std::string before, after;
    for (int i = 0; i < 30; ++i) {
        before += std::to_string(i) + "\n";
        after += (i == 3 || i == 11 || i == 21 ? "new\n" : std::to_string(i) + "\n");
    }
    const std::string diff = unifiedDiff(before, after, "a", "b");
    QCOMPARE(QString::fromStdString(diff).count("@@ -"), 3);
    QVERIFY(diff.find("@@ -1,7 +1,7 @@") != std::string::npos);
    QVERIFY(diff.find("@@ -9,7 +9,7 @@") != std::string::npos);
    QCOMPARE(QString::fromStdString(unifiedDiff(before, after, "a", "b", 4)).count("@@ -"), 2);
    QCOMPARE(QString::fromStdString(unifiedDiff(before, after, "a", "b", 0)).count("@@ -"), 3);
}

void TestLineDiff::linesAtTheEnds()
{
    QCOMPARE(unifiedDiff("", "a\nb\n", "a", "b"), std::string("--- a\n+++ b\n@@ -0,0 +1,2 @@\n+a\n+b\n"));
    QCOMPARE(unifiedDiff("a\n", "", "a", "b"), std::string("--- a\n+++ b\n@@ -1 +0,0 @@\n-a\n"));
    QCOMPARE(unifiedDiff("a\nb\n", "a\nb\nc\n", "a", "b", 1), std::string("--- a\n+++ b\n@@ -2 +2,2 @@\n b\n+c\n"));
}

void TestLineDiff::fewestLines()
{
    QCOMPARE(changed("a\nb\nc\na\nb\nb\na\n", "c\nb\na\nb\na\nc\n"), 5); // Myers's own example
    QCOMPARE(changed("for {\n  a\n  b\n}\n", "pin\nfor {\n  a\n  c\n  b\n}\n"), 2);
}

void TestLineDiff::anyTexts()
{
    std::mt19937 random(7);
    for (int i = 0; i < 300; ++i)
        checkChanges(randomText(random, random() % 40), randomText(random, random() % 40));
    checkChanges("no newline", "no newline\nat the end");
}

/// The search is bounded; what is left is still both texts.
void TestLineDiff::manyChangesAreOne()
{
    std::mt19937 random(9);
    std::string before = "head\n", after = "head\n";
    for (int i = 0; i < 3000; ++i) {
        before += "old " + std::to_string(random()) + "\nboth\n";
        after += "both\nnew " + std::to_string(random()) + "\n";
    }
    checkChanges(before, after);
    QCOMPARE(diffLines(before, after).front().kind, LineChange::Same);
}

void TestLineDiff::patchReadsIt()
{
    const QString patch = QStandardPaths::findExecutable("patch");
    if (patch.isEmpty())
        QSKIP("no patch here");
    std::mt19937 random(11);
    for (int i = 0; i < 20; ++i) {
        const std::string before = randomText(random, 60), after = randomText(random, 60);
        QTemporaryDir folder;
        QFile file(folder.filePath("text"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(before.c_str());
        file.close();
        QProcess process;
        process.start(patch, {"--silent", file.fileName()});
        process.write(unifiedDiff(before, after, "text", "text").c_str());
        process.closeWriteChannel();
        QVERIFY(process.waitForFinished());
        QCOMPARE(process.exitCode(), 0);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll().toStdString(), after);
    }
}

QTEST_GUILESS_MAIN(TestLineDiff)
#include "tst_line_diff.moc"
