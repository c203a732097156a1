// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// Which calls the recorder watches, by the names that CUPTI has for them.
#include "engine/recorder/cupti/watched_call.h"

#include <QtTest>

using namespace streamscope::recorder;

class WatchedCallTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void purposes_data();
    void purposes();
};

void WatchedCallTest::purposes_data()
{
    QTest::addColumn<int>("purpose");
    QTest::addColumn<bool>("perThread");
    const auto row = [](const char *name, CallPurpose purpose, bool perThread = false) {
        QTest::newRow(name) << int(purpose) << perThread;
    };
    row("cudaEventRecord_v3020", CallPurpose::EventRecord);
    row("cudaEventRecordWithFlags_ptsz_v11010", CallPurpose::EventRecord, true);
    row("cuEventRecord", CallPurpose::EventRecord);
    row("cuStreamWaitEvent_ptsz", CallPurpose::StreamWaitEvent, true);
    row("cudaStreamSynchronize_v3020", CallPurpose::StreamSynchronize);
    row("cuCtxSynchronize_v2", CallPurpose::ContextSynchronize);
    row("cudaDeviceSynchronize_v3020", CallPurpose::ContextSynchronize);
    row("cuEventDestroy_v2", CallPurpose::EventDestroy);
    row("cudaMalloc_v3020", CallPurpose::Allocate);
    row("cuMemAlloc_v2", CallPurpose::Allocate);
    row("cudaMallocAsync_ptsz_v11020", CallPurpose::AllocateAsync, true);
    row("cudaMallocFromPoolAsync_v11020", CallPurpose::AllocateOfPool);
    row("cuMemHostAlloc", CallPurpose::AllocateHost);
    row("cudaFree_v3020", CallPurpose::Free);
    row("cuMemFreeAsync_ptsz", CallPurpose::FreeAsync, true);
    // Names that only look like these.
    for (const char *name : {"cudaEventQuery_v3020", "cudaMallocArray_v3020", "cudaLaunchKernel_v7000",
                             "cuEventRecordFromPool", "cudaStreamWaitValue_v11", "", "cu"})
        QTest::newRow(*name ? name : "empty") << int(CallPurpose::Other) << false;
}

void WatchedCallTest::purposes()
{
    QFETCH(int, purpose);
    QFETCH(bool, perThread);
    const QByteArray name = QTest::currentDataTag();
    const WatchedCall call = watchedCall(name == "empty" ? std::string_view() : std::string_view(name.constData()));
    QCOMPARE(int(call.purpose), purpose);
    QCOMPARE(call.perThread, perThread);
}

QTEST_APPLESS_MAIN(WatchedCallTest)
#include "tst_watched_call.moc"
