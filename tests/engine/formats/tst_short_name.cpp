// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// Names of kernels as people say them.
#include "engine/formats/text/short_name.h"

#include <QTest>

using namespace streamscope;

class ShortNameTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void shortens_data();
    void shortens();
};

void ShortNameTest::shortens_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("shortName");
    const auto row = [](const char *name, const char *shortName) {
        QTest::newRow(name) << QString::fromUtf8(name) << QString::fromUtf8(shortName);
    };
    row("void at::native::softmax_warp_forward<float, float, 10, false>(float *, float const *, int)",
        "softmax_warp_forward");
    row("void at::native::(anonymous namespace)::multi_tensor_apply_kernel<at::native::A<4>, int>(int)",
        "multi_tensor_apply_kernel");
    row("void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<float>, std::array<char*, 3ul> "
        ">(int, at::native::CUDAFunctor_add<float>, std::array<char*, 3ul>)",
        "vectorized_elementwise_kernel");
    row("std::enable_if<!(false), void>::type internal::gemvx::kernel<int, float>(cublasGemvParamsEx<int>)", "kernel");
    row("void cutlass::Kernel2<cutlass_80_tensorop_s1688gemm_128x128_16x5_nn_align4>(Params)",
        "cutlass_80_tensorop_s1688gemm_128x128_16x5_nn_align4");
    row("void cutlass::Kernel<cutlass::gemm::kernel::Gemm<float, 3> >(Params)", "Gemm");
    row("void flash_fwd_kernel<Flash_fwd_kernel_traits<128, 128", "flash_fwd_kernel"); // cut by its recorder
    row("void swim<1>()", "swim");
    row("my_kernel(float*, int)", "my_kernel");
    row("bool operator<(int, int)", "operator<");
    // No signatures.
    row("ampere_sgemm_128x64_tn", "ampere_sgemm_128x64_tn");
    row("fma 3", "fma 3");
    row("Memcpy HtoD (Pageable -> Device)", "Memcpy HtoD (Pageable -> Device)");
    row("", "");
    row("::", "::");
    row("<", "<");
}

void ShortNameTest::shortens()
{
    QFETCH(QString, name);
    QFETCH(QString, shortName);
    QCOMPARE(QString::fromStdString(shortKernelName(name.toStdString())), shortName);
}

QTEST_GUILESS_MAIN(ShortNameTest)
#include "tst_short_name.moc"
