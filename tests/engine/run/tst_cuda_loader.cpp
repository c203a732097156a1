// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/module_abi.h"
#include "engine/run/cuda_loader.h"

#include <QLibrary>
#include <QtTest>

using namespace streamscope;

/// Which CUDA module a program takes. None of this needs a GPU.
class TestCudaLoader : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void takesItsOwnModule();
    void refusesAnotherModule();
    void saysThatThereIsNone();
};

void TestCudaLoader::takesItsOwnModule()
{
#ifdef OWN_MODULE
    const LoadedModule own = loadCudaModule(QStringLiteral(OWN_MODULE));
    QVERIFY2(own.module, own.problem.c_str());
    QVERIFY(own.problem.empty());
    QLibrary library(QStringLiteral(OWN_MODULE));
    const auto entry = reinterpret_cast<CudaModuleEntry>(library.resolve(CudaModule::entryPoint));
    QVERIFY(entry);
    QCOMPARE(entry(moduleAbi), own.module);
    QVERIFY(!entry(moduleAbi ^ 1));
    QVERIFY(!entry(3)); // the last number that was counted by hand
#else
    QSKIP("built without the CUDA module");
#endif
}

void TestCudaLoader::refusesAnotherModule()
{
    const LoadedModule former = loadCudaModule(QStringLiteral(FORMER_MODULE));
    QVERIFY(!former.module);
    QCOMPARE(former.problem, std::string("the CUDA module belongs to another version of this program"));
}

void TestCudaLoader::saysThatThereIsNone()
{
    const LoadedModule none = loadCudaModule(QStringLiteral("/nowhere/libstreamscope_cuda.so"));
    QVERIFY(!none.module);
    QCOMPARE(none.problem, std::string("this program was built or installed without the CUDA module"));
}

QTEST_GUILESS_MAIN(TestCudaLoader)
#include "tst_cuda_loader.moc"
