// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// Which record of an event a wait means.
#include "engine/recorder/cupti/event_records.h"

#include <QtTest>

using namespace streamscope::recorder;

class EventRecordsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void newestCounts();
    void unrecorded();
    void samePlaceAgain();
    void unseenRecords();

private:
    const int m_places[2] = {};
    const void *a() const { return m_places; }
    const void *b() const { return m_places + 1; }
};

/// Numbers rise over all events, so that a wait names one record of one event.
void EventRecordsTest::newestCounts()
{
    EventRecords events;
    const auto first = events.record(a());
    const auto other = events.record(b());
    const auto second = events.record(a());
    QCOMPARE(first.record, 1ULL);
    QCOMPARE(other.record, 2ULL);
    QCOMPARE(second.record, 3ULL);
    QCOMPARE(second.event, first.event);
    QVERIFY(other.event != first.event);
    QCOMPARE(events.newestOf(a()).record, 3ULL);
    QCOMPARE(events.newestOf(b()).record, 2ULL);
}

void EventRecordsTest::unrecorded()
{
    EventRecords events;
    QCOMPARE(events.newestOf(a()).record, 0ULL);
    QCOMPARE(events.newestOf(a()).event, events.record(a()).event);
}

/// A new event may lie where a destroyed one lay.
void EventRecordsTest::samePlaceAgain()
{
    EventRecords events;
    const auto before = events.record(a());
    events.forget(a());
    QCOMPARE(events.newestOf(a()).record, 0ULL);
    QVERIFY(events.newestOf(a()).event != before.event);
}

/// While the recording is off, events are recorded that nobody sees: no wait may name an older record.
void EventRecordsTest::unseenRecords()
{
    EventRecords events;
    events.record(a());
    events.forgetAll();
    QCOMPARE(events.newestOf(a()).record, 0ULL);
    QCOMPARE(events.record(b()).record, 2ULL);
}

QTEST_APPLESS_MAIN(EventRecordsTest)
#include "tst_event_records.moc"
