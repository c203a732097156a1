// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/text/demangled_name.h"

#include <QtTest>

#include <random>

#include <cxxabi.h>

using namespace streamscope;

namespace {

/// Names as compilers make them: of kernels of PyTorch, of lambdas in templates, of packs, of the standard library.
const std::array realNames{
    "_Z5scalePfi",
    "_Z1fv",
    "_Z3addIfEvPT_PKS0_i",
    "_ZN12_GLOBAL__N_16kernelERKSt6vectorIiSaIiEE",
    "_ZN2at6native29vectorized_elementwise_kernelILi4EZNS0_51_GLOBAL__N__b1108092_12_PowKernel_cu_398dda3b_"
    "2224229pow_tensor_scalar_kernel_implIffEEvRNS_18TensorIteratorBaseET0_EUlfE_St5arrayIPcLm2EEEEviS6_T1_",
    "_ZN2at6native40_GLOBAL__N__0f1a8107_8_Shape_cu_49f7391c30CatArrayBatchedCopy_vectorizedINS1_10OpaqueTypeILj2EEEjLi"
    "1ELi128ELi1ELi16ELi8EEEvPcNS1_25CatArrInputTensorMetadataIT_T0_XT2_EXT3_EEENS1_16TensorSizeStrideIS8_Lj4EEEiS8_",
    "_ZN11QFileDialog18getOpenFileContentERK7QStringRKSt8functionIFvS2_RK10QByteArrayEE",
    "_ZN11streamscope11WhatIfPanel9addButtonEP11QHBoxLayoutPKcRK7QStringS7_MS0_FvvE",
    "_Z4packIJifPcEEvDpT_",
    "_Z4refsIJifEEvDpRKT_",
    "_Z5emptyIJEEvDpT_",
    "_Z8functionPFvPA3_iE",
    "_Z4boolILb1ELin3ELj4ELm5ELc65EEvv",
    "_ZNK3AbcplERKS_",
    "_ZN3AbcC1Ei",
    "_ZN3AbcD0Ev",
    "_ZZN3Abc3runEvENKUliE_clEi",
    "_ZN3FooIiE3barIJdEEEvDpT_",
    "_Z1fIiEvOT_",
    "_Z1fIRiEvOT_"};

} // namespace

class TestDemangledName : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void likeTheSystem();
    void expressionsCostTheParameters();
    void otherTextsStay();
    void hostileNamesEnd();
};

void TestDemangledName::likeTheSystem()
{
    for (const char *name : realNames) {
        int status = 0;
        char *system = abi::__cxa_demangle(name, nullptr, nullptr, &status);
        QCOMPARE(status, 0);
        QCOMPARE(demangledName(name), std::string(system));
        std::free(system);
    }
    // The system refuses what is longer than a thousand bytes.
    std::string longName = "_Z1fI";
    for (int i = 0; i < 400; ++i)
        longName += "4type";
    QVERIFY(demangledName(longName + "Evv").starts_with("void f<type, type, "));
}

void TestDemangledName::expressionsCostTheParameters()
{
    QCOMPARE(
        demangledName("_ZN3CLI6detail16checked_multiplyIiEENSt9enable_ifIXsrSt11is_integralIT_E5valueEbE4typeERS4_S4_"),
        std::string("CLI::detail::checked_multiply<int>"));
}

void TestDemangledName::otherTextsStay()
{
    for (const char *name : {"", "kernel", "_Z", "_ZN", "_Z9short", "_ZTV3Abc", "void f(int)"})
        QCOMPARE(demangledName(name), std::string(name));
    for (const char *name : {"_Z1fS9_", "_Z1fT_"}) // parameters that do not exist
        QCOMPARE(demangledName(name), std::string("f"));
}

/// Each type is twice the one before: the system's demangler would need more memory than there is.
void TestDemangledName::hostileNamesEnd()
{
    const std::string digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    std::string doubling = "_Z1f1aIiiE";
    for (std::size_t i = 1; i < digits.size(); ++i)
        doubling += std::string("S_I") + "S" + digits[i - 1] + "_S" + digits[i - 1] + "_E";
    QVERIFY(demangledName(doubling).size() < 100'000);
    QVERIFY(demangledName("_Z1f" + std::string(100'000, 'P') + "i").size() < 200'000);
    QVERIFY(demangledName("_Z" + std::string(50'000, 'Z')).size() < 200'000);
    std::mt19937 random(1);
    const std::string letters = "SNZIEJTP_KRODpdviLXFAM0123456789Ults1a";
    for (int round = 0; round < 20'000; ++round) {
        std::string name = realNames[random() % realNames.size()];
        for (int i = 0; i < 3; ++i)
            name[2 + random() % (name.size() - 2)] = letters[random() % letters.size()];
        QVERIFY(demangledName(name).size() < 2'000'000);
    }
}

QTEST_APPLESS_MAIN(TestDemangledName)
#include "tst_demangled_name.moc"
