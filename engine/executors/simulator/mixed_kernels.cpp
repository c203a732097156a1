// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// Products on the tensor cores beside kernels that do other things: two kinds of work on the same SMs, which share the
// cache, the memory and the multipliers' issue slots. All figures: the spans of 74 pairs of kernels and 214 drawn
// configurations on H200s (docs/measurements/tensor-cores.md).
#include "engine/executors/simulator/compute_engine.h"

#include <algorithm>

namespace streamscope {

void ComputeEngine::noteKind(const Operation &operation)
{
    if (operation.kind != OperationKind::Kernel)
        return;
    (operation.kernel->kind == KernelKind::Tensor ? m_sawProduct : m_sawOther) = true;
    const DeviceProfile::Compute &compute = m_profile.compute;
    m_mixesProducts = m_sawProduct && m_sawOther && compute.tensorSharesMultipliers && compute.tensorFmaPerSecond > 0;
}

/// Blocks that only take time ask for nothing.
bool ComputeEngine::usesUnits(const Batch &batch) const
{
    return batch.kernel >= 0 && m_kernels[batch.kernel].demand.throughput > 0;
}

bool ComputeEngine::isProduct(const Batch &batch) const
{
    const Operation &kernel = m_program.operations[m_kernels[batch.kernel].operation];
    return kernel.kind == OperationKind::Kernel && kernel.kernel->kind == KernelKind::Tensor;
}

double ComputeEngine::blocksOf(bool products) const
{
    double blocks = 0;
    for (const Batch &batch : m_batches)
        if (usesUnits(batch) && isProduct(batch) == products)
            blocks += static_cast<double>(batch.blocks);
    return blocks;
}

/// What the running blocks ask of memory and multipliers together, 1 being all that there is of each.
BesideDemand ComputeEngine::askedBeside()
{
    BesideDemand asked;
    for (const Batch &batch : m_batches) {
        if (!usesUnits(batch))
            continue;
        Kernel &kernel = m_kernels[batch.kernel];
        if (!kernel.beside)
            kernel.beside = m_costs.besideDemand(kernel.operation, kernel.demand);
        const double part = static_cast<double>(batch.blocks) / static_cast<double>(kernel.demand.atOnce);
        asked.memory += part * kernel.beside->memory;
        asked.multipliers += part * kernel.beside->multipliers;
    }
    return asked;
}

/// @returns false where not both kinds run: then shareUnit() decides.
bool ComputeEngine::shareMixed()
{
    if (!m_mixesProducts)
        return false;
    const double products = blocksOf(true), others = products > 0 ? blocksOf(false) : 0;
    if (others <= 0)
        return false;
    m_shares = true;
    constexpr double memoryTogether = 0.84, multipliersTogether = 0.94; // what is left of them for two kinds of work
    constexpr double sharpness = 4.7;      // of two limits near each other: each waits for the other now and then
    constexpr double productSlowed = 1.22; // on an SM with blocks of the other kind, at the least
    const double sms = std::max(m_profile.info.multiprocessors.value_or(1), 1);
    const double common = std::clamp((products + others - sms) / std::min({products, others, sms}), 0.0, 1.0);
    const BesideDemand asked = askedBeside();
    const double left = std::max(capacityOf(KernelUnit::Multipliers), 1e-3);
    for (std::size_t i = 0; i < m_batches.size(); ++i) {
        if (!usesUnits(m_batches[i]))
            continue;
        const BesideDemand &own = *m_kernels[m_batches[i].kernel].beside;
        const double memory = own.memory > 0 ? asked.memory / memoryTogether : 0;
        const double multipliers = own.multipliers > 0 ? asked.multipliers / (multipliersTogether * left) : 0;
        const double both = CostModel::bothLimits(memory, multipliers, sharpness);
        const double onSm = isProduct(m_batches[i]) ? 1 + (productSlowed - 1) * common : 1;
        setRate(static_cast<std::int32_t>(i), 1 / (own.longer * std::max({1.0, both, onSm})));
    }
    return true;
}

} // namespace streamscope
