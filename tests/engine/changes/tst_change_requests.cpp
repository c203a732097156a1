// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/changes/change.h"
#include "engine/program/errors.h"

#include <QtTest>

#include <algorithm>
#include <set>

using namespace streamscope;

/// The registry, and changes as they are written on the command line.
class TestChangeRequests : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theyAreSortedAndSayWhatTheyDo();
    void parametersAndFilterAreToldApart();
    void aValueOfItsOwnName();
    void textReadsBack_data();
    void textReadsBack();
    void wrongTextSaysWhatIsAllowed_data();
    void wrongTextSaysWhatIsAllowed();
};

void TestChangeRequests::theyAreSortedAndSayWhatTheyDo()
{
    std::set<std::string> ids;
    for (const Change *change : changes()) {
        QVERIFY2(ids.empty() || *ids.rbegin() < change->id(), change->id().c_str());
        ids.insert(change->id());
        QCOMPARE(findChange(change->id()), change);
        QVERIFY(!change->title().empty() && change->summary().ends_with('.') && change->assumes().ends_with('.'));
        for (const ParameterSpec &spec : change->parameters()) {
            QVERIFY2(!spec.help.empty() && !spec.label.empty(), spec.name.c_str());
            checkValue(spec, spec.defaultValue);
        }
    }
    QVERIFY(ids.contains("pin") && ids.contains("split"));
    QVERIFY(!findChange("nothing"));
}

void TestChangeRequests::parametersAndFilterAreToldApart()
{
    const RequestedChange split = parseChange(" split : chunks = 16 , h2d, streams=2, bytes>1MiB ");
    QCOMPARE(split.change->id(), std::string("split"));
    QCOMPARE(split.values.integer("chunks"), 16);
    QCOMPARE(split.values.integer("streams"), 2);
    QCOMPARE(split.filter, std::string("h2d bytes>1MiB"));
    QCOMPARE(split.text(), std::string("split:chunks=16,streams=2,h2d bytes>1MiB"));

    QCOMPARE(parseChange("pin:h2d pageable").filter, std::string("h2d pageable"));
    QCOMPARE(parseChange("pin").filter, std::string());
    QCOMPARE(parseChange("pin").text(), std::string("pin"));
    // no parameter of this change: a condition of the filter
    QCOMPARE(parseChange("pin:bytes=4096").filter, std::string("bytes=4096"));
    // a comma in quotes belongs to a name, and so does everything behind filter=
    QCOMPARE(parseChange("graph:\"f<a, b>\",nodes=8").filter, std::string("\"f<a, b>\""));
    QCOMPARE(parseChange("graph:nodes=8,filter=a,nodes=9").filter, std::string("a,nodes=9"));
}

void TestChangeRequests::aValueOfItsOwnName()
{
    QVERIFY(findChange("order"));
    QCOMPARE(parseChange("order=breadth-first").values.choice("order"), std::string("breadth-first"));
    QCOMPARE(parseChange("order:order=breadth-first").text(), std::string("order=breadth-first"));
}

void TestChangeRequests::textReadsBack_data()
{
    QTest::addColumn<QString>("filter");
    for (const char *filter : {"", "h2d pageable", "kernel gemm >2ms", "a,b", "\"a, b\"", "nodes=3", "x nodes=3",
                               "filter=x", "\"open", "bytes>=4096", "=", ",", "a = b"})
        QTest::newRow(filter) << filter;
}

void TestChangeRequests::textReadsBack()
{
    QFETCH(QString, filter);
    RequestedChange request = parseChange("graph:nodes=7");
    request.filter = filter.toStdString();
    const RequestedChange again = parseChange(request.text());
    QCOMPARE(QString::fromStdString(again.filter), filter);
    QCOMPARE(again.change, request.change);
    QCOMPARE(again.values.integer("nodes"), 7);
}

void TestChangeRequests::wrongTextSaysWhatIsAllowed_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("part");
    QTest::newRow("unknown") << "pni:h2d"
                             << "allowed: ";
    QTest::newRow("empty") << ""
                           << "pin";
    QTest::newRow("range") << "split:chunks=1"
                           << "2 to 1024";
    QTest::newRow("number") << "split:chunks=many"
                            << "whole number";
    QTest::newRow("choice") << "pin:asynchronous=maybe"
                            << "h2d, both, no";
    QTest::newRow("no own value") << "pin=yes"
                                  << "no value of its own";
}

void TestChangeRequests::wrongTextSaysWhatIsAllowed()
{
    QFETCH(QString, text);
    QFETCH(QString, part);
    try {
        parseChange(text.toStdString());
        QFAIL("accepted");
    } catch (const InputError &error) {
        QVERIFY2(QString::fromUtf8(error.what()).contains(part), error.what());
    }
}

QTEST_GUILESS_MAIN(TestChangeRequests)
#include "tst_change_requests.moc"
