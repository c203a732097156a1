// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// The list of changes and its table, without a window.
#include "gui/what_if/what_if_list.h"
#include "gui/what_if/what_if_model.h"
#include "gui/what_if/what_if_text.h"

#include "engine/formats/text/time_text.h"
#include "engine/program/errors.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace streamscope;

class WhatIfListTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyEditIsOneStep();
    void stepsOfOneSpinBoxAreOne();
    void refusesValuesAndKeepsTheList();
    void tableFollowsTheList();
    void textsAreThoseOfTheCommandLine();

private:
    static QStringList texts(const WhatIfList &list)
    {
        QStringList texts;
        for (const ListedChange &change : list.changes())
            texts << (change.isOn ? QString() : QString("off ")) + QString::fromStdString(change.request.text());
        return texts;
    }
    static void add(WhatIfList &list, const char *id) { list.add(*findChange(id)); }
};

void WhatIfListTest::everyEditIsOneStep()
{
    WhatIfList list;
    std::vector<QStringList> states{texts(list)};
    const auto keep = [&] { states.push_back(texts(list)); };
    add(list, "pin");
    keep();
    add(list, "unsync");
    keep();
    add(list, "split");
    keep();
    list.setValue(2, "chunks", std::int64_t{16});
    keep();
    list.setFilter(0, " h2d pageable ");
    keep();
    list.setOn(1, false);
    keep();
    list.move(2, 0);
    keep();
    list.remove(1);
    keep();
    QCOMPARE(states.back(), QStringList({"split:chunks=16", "off unsync"}));
    QCOMPARE(list.undoStack()->count(), static_cast<int>(states.size()) - 1);
    for (auto state = states.rbegin() + 1; state != states.rend(); ++state) {
        list.undoStack()->undo();
        QCOMPARE(texts(list), *state);
    }
    while (list.undoStack()->canRedo())
        list.undoStack()->redo();
    QCOMPARE(texts(list), states.back());
    list.setOn(1, false); // as it is: no step
    QCOMPARE(list.undoStack()->count(), static_cast<int>(states.size()) - 1);
}

void WhatIfListTest::stepsOfOneSpinBoxAreOne()
{
    WhatIfList list;
    add(list, "split");
    for (std::int64_t chunks : {9, 10, 11})
        list.setValue(0, "chunks", chunks);
    QCOMPARE(list.undoStack()->count(), 2);
    list.undoStack()->undo();
    QCOMPARE(texts(list), QStringList("split"));
}

void WhatIfListTest::refusesValuesAndKeepsTheList()
{
    WhatIfList list;
    add(list, "split");
    QVERIFY_THROWS_EXCEPTION(InputError, list.setValue(0, "chunks", std::int64_t{-1}));
    QCOMPARE(texts(list), QStringList("split"));
}

void WhatIfListTest::tableFollowsTheList()
{
    auto list = std::make_unique<WhatIfList>();
    WhatIfModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setList(list.get());
    add(*list, "pin");
    add(*list, "unsync");
    QCOMPARE(model.rowCount(), 2);
    QCOMPARE(model.index(0, WhatIfModel::Predicted).data().toString(), QString("…"));
    RowOutcome won, wrong;
    won.predictedNs = 49'100'000;
    won.gain = 0.682;
    wrong.note = "no such thing";
    wrong.isProblem = true;
    model.setOutcomes({won, wrong});
    QCOMPARE(model.index(0, WhatIfModel::Predicted).data().toString(), timeText(49'100'000));
    QCOMPARE(model.index(0, WhatIfModel::Gain).data().toString(), QString("−68 %"));
    QCOMPARE(model.index(1, WhatIfModel::Predicted).data().toString(), QString());
    QCOMPARE(model.index(1, WhatIfModel::Note).data().toString(), QString("⚠ no such thing"));
    QVERIFY(model.setData(model.index(1, WhatIfModel::Change), Qt::Unchecked, Qt::CheckStateRole));
    QVERIFY(!list->at(1).isOn);
    QCOMPARE(model.index(0, WhatIfModel::Gain).data().toString(), QString()); // what came of another list
    list.reset();
    QCOMPARE(model.rowCount(), 0);
}

void WhatIfListTest::textsAreThoseOfTheCommandLine()
{
    WhatIfList list;
    add(list, "pin");
    list.setFilter(0, "h2d > 1ms");
    add(list, "unsync");
    list.setOn(1, false);
    add(list, "split");
    list.setValue(2, "streams", std::int64_t{2});
    QCOMPARE(whatIfCommand("'my trace.json'", {}, list.changes()),
             QString("streamscope whatif 'my trace.json' --change 'pin:h2d > 1ms' --change split:streams=2"));
    list.remove(0);
    QCOMPARE(whatIfCommand("pipeline --set chunks=4", {1'000, 2'500}, list.changes()),
             QString("streamscope whatif pipeline --set chunks=4 --range 1000ns:2500ns --change split:streams=2"));
    QCOMPARE(valuesText(list.at(1).request), QString("streams 2"));
    QCOMPARE(gainText(0.0004), QString("no gain"));
    QCOMPARE(gainText(-0.031), QString("+3.1 %"));
}

QTEST_MAIN(WhatIfListTest)
#include "tst_what_if_list.moc"
